internal import CAlsa
internal import Glibc
internal import LinuxSystem

/// What is needed of a control element's description.
struct ControlElement {
  /// What an element belongs to.
  enum Interface {
    case card, mixer, other

    init(_ interface: snd_ctl_elem_iface_t) {
      self =
        switch interface {
        case SND_CTL_ELEM_IFACE_CARD: .card
        case SND_CTL_ELEM_IFACE_MIXER: .mixer
        default: .other
        }
    }
  }

  /// The kernel's number of it.
  let number: UInt32
  let interface: Interface
  let name: String
  let index: Int
}

/// An open control device of a card, closed with its owner. Non-blocking. Opened without alsa-lib's configuration,
/// whose reading takes longer than all the rest of the program's start.
struct ControlHandle: ~Copyable {
  private let pointer: OpaquePointer
  // Kept from call to call, so that following an event allocates nothing.
  private let event: OpaquePointer
  private let value: OpaquePointer

  /// Opens the control device of card `card` and subscribes to its events.
  init(card: Int) throws(ALSAError) {
    var opened: OpaquePointer?
    try check("open control", snd_ctl_hw_open(&opened, nil, Int32(card), Int32(SND_CTL_NONBLOCK)))
    let control = opened!
    let subscribed = snd_ctl_subscribe_events(control, 1)
    if subscribed < 0 {
      snd_ctl_close(control)
      throw ALSAError(operation: "subscribe", code: subscribed)
    }
    pointer = control
    event = allocated(snd_ctl_event_malloc)
    value = allocated(snd_ctl_elem_value_malloc)
  }

  deinit {
    snd_ctl_elem_value_free(value)
    snd_ctl_event_free(event)
    snd_ctl_close(pointer)
  }

  /// The descriptor to poll.
  var polled: PolledDescriptor {
    var entry = pollfd(fd: -1, events: 0, revents: 0)
    snd_ctl_poll_descriptors(pointer, &entry, 1)
    return PolledDescriptor(entry.fd, events: entry.events)
  }

  /// The card's id ("PCH") and name ("HDA Intel PCH").
  func card() throws(ALSAError) -> (id: String, name: String) {
    let info = allocated(snd_ctl_card_info_malloc)
    defer { snd_ctl_card_info_free(info) }
    try check("card info", snd_ctl_card_info(pointer, info))
    return (String(cString: snd_ctl_card_info_get_id(info)), String(cString: snd_ctl_card_info_get_name(info)))
  }

  /// Whether a PCM of the card records.
  func hasCapture() -> Bool { !streams(SND_PCM_STREAM_CAPTURE).isEmpty }

  /// The card's PCMs that go in one direction: their numbers and names.
  func streams(_ direction: snd_pcm_stream_t) -> [(number: Int, name: String)] {
    let info = allocated(snd_pcm_info_malloc)
    defer { snd_pcm_info_free(info) }
    var found: [(number: Int, name: String)] = []
    var device: Int32 = -1
    while snd_ctl_pcm_next_device(pointer, &device) >= 0, device >= 0 {
      snd_pcm_info_set_device(info, UInt32(device))
      snd_pcm_info_set_subdevice(info, 0)
      snd_pcm_info_set_stream(info, direction)
      if snd_ctl_pcm_info(pointer, info) >= 0 {
        found.append((Int(device), String(cString: snd_pcm_info_get_name(info))))
      }
    }
    return found
  }

  /// All elements, in the card's order.
  func elements() throws(ALSAError) -> [ControlElement] {
    let list = allocated(snd_ctl_elem_list_malloc)
    defer { snd_ctl_elem_list_free(list) }
    try check("count elements", snd_ctl_elem_list(pointer, list))
    try check("list elements", snd_ctl_elem_list_alloc_space(list, snd_ctl_elem_list_get_count(list)))
    defer { snd_ctl_elem_list_free_space(list) }
    try check("list elements", snd_ctl_elem_list(pointer, list))
    return (0..<snd_ctl_elem_list_get_used(list)).map { place in
      ControlElement(
        number: snd_ctl_elem_list_get_numid(list, place),
        interface: ControlElement.Interface(snd_ctl_elem_list_get_interface(list, place)),
        name: String(cString: snd_ctl_elem_list_get_name(list, place)),
        index: Int(snd_ctl_elem_list_get_index(list, place)))
    }
  }

  /// Whether the first or the second channel of the boolean element `number` is on. A mono
  /// element has a zero as its second.
  func isOn(_ number: UInt32) throws(ALSAError) -> Bool {
    try read(number)
    return snd_ctl_elem_value_get_boolean(value, 0) != 0 || snd_ctl_elem_value_get_boolean(value, 1) != 0
  }

  /// Which choice the enumeration `number` is set to.
  func choice(_ number: UInt32) throws(ALSAError) -> Int {
    try read(number)
    return Int(snd_ctl_elem_value_get_enumerated(value, 0))
  }

  private func read(_ number: UInt32) throws(ALSAError) {
    snd_ctl_elem_value_clear(value)
    snd_ctl_elem_value_set_numid(value, number)
    try check("read element", snd_ctl_elem_read(pointer, value))
  }

  /// One thing that happened to an element.
  enum Event {
    /// Its value or its description may be another now.
    case changed(UInt32)
    /// There is a new element, or one less.
    case comesOrGoes
    /// Anything else.
    case irrelevant
  }

  /// The oldest event that was not taken yet; nil if there is none. Throws ENODEV once the card is gone.
  func nextEvent() throws(ALSAError) -> Event? {
    let result = snd_ctl_read(pointer, event)
    if result == 0 || result == -EAGAIN { return nil }
    try check("read events", result)
    guard snd_ctl_event_get_type(event) == SND_CTL_EVENT_ELEM else { return .irrelevant }
    let mask = snd_ctl_event_elem_get_mask(event)
    // All bits stand for a removal, so this comes first.
    if mask == controlEventRemove || mask & controlEventAdd != 0 { return .comesOrGoes }
    return mask & (controlEventValue | controlEventInfo) != 0
      ? .changed(snd_ctl_event_elem_get_numid(event)) : .irrelevant
  }
}

// SND_CTL_EVENT_MASK_… (alsa/control.h), which are macros with casts that the importer leaves out.
private let controlEventRemove = ~UInt32(0)
private let controlEventValue: UInt32 = 1 << 0
private let controlEventInfo: UInt32 = 1 << 1
private let controlEventAdd: UInt32 = 1 << 2

/// What one of alsa-lib's `…_malloc` functions makes. They fail only for want of memory, which is fatal anyway.
private func allocated(_ make: (UnsafeMutablePointer<OpaquePointer?>) -> Int32) -> OpaquePointer {
  var made: OpaquePointer?
  let result = make(&made)
  precondition(result >= 0, "out of memory")
  return made!
}
