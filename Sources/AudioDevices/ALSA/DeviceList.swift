internal import AudioEngine
internal import CAlsa
internal import Glibc
internal import LinuxSystem
internal import PlayerCore

/// The devices that a person can name: `default`, every card's own ones, and what the configuration defines besides.
/// Loads alsa-lib's configuration; opens cards' devices without waiting for any. Any thread.
public func listedDevices() -> [ListedDevice] {
  let named = namedDevices()
  return named.filter { $0.name == "default" } + cardDevices() + named.filter { $0.name != "default" }
}

/// Cards' own playback devices, by the cards' ids, which stay the same from boot to boot.
private func cardDevices() -> [ListedDevice] {
  guard let folder = try? DeviceFolder() else { return [] }
  return folder.cards().flatMap { number -> [ListedDevice] in
    guard let watch = try? CardWatch(CardIndex(number)), let control = try? ControlHandle(card: number),
      let id = try? control.card().id
    else { return [] }
    return control.streams(SND_PCM_STREAM_PLAYBACK).map { device in
      let name = "hw:\(id),\(device.number)"
      let (state, abilities) = probed(name)
      return ListedDevice(
        name: name, summary: "\(watch.facts.name): \(device.name)", card: watch.facts, state: state,
        abilities: abilities)
    }
  }
}

private func probed(_ name: String) -> (ListedDevice.State, ListedDevice.Abilities?) {
  do {
    let handle = try PCMHandle(name: name, conversion: .none)
    return (.free, handle.abilities())
  } catch {
    return (.unusable(openingProblem(error, device: name)), nil)
  }
}

/// The configuration's own names, less those that mean a card's device once more, and those that nobody plays on.
private func namedDevices() -> [ListedDevice] {
  var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  guard snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return [] }
  defer { snd_device_name_free_hint(hints) }
  var devices: [ListedDevice] = []
  var place = hints
  while let hint = place.pointee {
    place += 1
    guard let name = text("NAME", of: hint), text("IOID", of: hint) != "Input", isWorthNaming(name) else { continue }
    let lines = (text("DESC", of: hint) ?? "").split(separator: "\n")
    devices.append(
      ListedDevice(name: name, summary: lines.joined(separator: ", "), card: nil, state: .notTried, abilities: nil))
  }
  return devices
}

private func text(_ key: String, of hint: UnsafeRawPointer) -> String? {
  guard let value = snd_device_name_get_hint(hint, key) else { return nil }
  defer { free(value) }
  return String(cString: value)
}

private func isWorthNaming(_ name: String) -> Bool {
  let root = String(name.prefix { $0 != ":" })
  return name == root && !tools.contains(root)
}

/// Converters that have nothing to play on by themselves, and what needs arguments.
private let tools: Set = [
  "null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix", "usbstream", "oss", "jack", "hw",
  "plughw",
  "dmix", "dsnoop", "sysdefault", "a52", "cards",
]

extension PCMHandle {
  /// What the hardware takes; nil if it does not say.
  fileprivate func abilities() -> ListedDevice.Abilities? {
    guard let params = try? allHardwareParameters() else { return nil }
    defer { snd_pcm_hw_params_free(params) }
    var rates: (UInt32, UInt32) = (0, 0)
    var channels: (UInt32, UInt32) = (0, 0)
    guard snd_pcm_hw_params_get_rate_min(params, &rates.0, nil) >= 0,
      snd_pcm_hw_params_get_rate_max(params, &rates.1, nil) >= 0,
      snd_pcm_hw_params_get_channels_min(params, &channels.0) >= 0,
      snd_pcm_hw_params_get_channels_max(params, &channels.1) >= 0, rates.0 <= rates.1, channels.0 <= channels.1
    else { return nil }
    return ListedDevice.Abilities(
      rates: Int(rates.0)...Int(rates.1), channels: Int(channels.0)...Int(channels.1),
      sampleFormats: takenFormats(params).map(\.0.rawValue))
  }
}
