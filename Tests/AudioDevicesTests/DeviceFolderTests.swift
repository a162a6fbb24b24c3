import Foundation
import PlayerCore
import Testing

@testable import AudioDevices

/// A folder of its own for a test, removed with it.
private final class Scratch {
  let path: String

  init() throws {
    var template = Array("/tmp/cans-XXXXXX".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func makeFolder(_ name: String) { mkdir("\(path)/\(name)", 0o755) }

  func write(_ text: String, to name: String) {
    let descriptor = open("\(path)/\(name)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o644)
    _ = Array(text.utf8).withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
  }

  func link(_ name: String, to target: String) { symlink("\(path)/\(target)", "\(path)/\(name)") }
}

struct DeviceFolderTests {
  @Test func `cards are the control nodes, in order`() throws {
    let scratch = try Scratch()
    scratch.makeFolder("snd")
    for name in ["controlC10", "controlC2", "pcmC0D0p", "controlCx", "timer", "seq"] {
      scratch.write("", to: "snd/\(name)")
    }
    let folder = try DeviceFolder("\(scratch.path)/snd")
    #expect(folder.cards() == [2, 10])
    #expect(folder.nodes() == ["controlC10", "controlC2", "controlCx", "pcmC0D0p"])
  }

  @Test func `a node names the card that it controls`() {
    #expect(SoundNode(name: "controlC12", isAllowed: true).controlledCard == CardIndex(12))
    for name in ["pcmC0D0p", "controlCx"] { #expect(SoundNode(name: name, isAllowed: true).controlledCard == nil) }
  }

  @Test func `a node that comes or goes is noticed once`() throws {
    let scratch = try Scratch()
    scratch.makeFolder("snd")
    var folder = try DeviceFolder("\(scratch.path)/snd")
    #expect(folder.changes() == DeviceFolder.Changes())
    scratch.write("", to: "snd/controlC0")
    #expect(folder.changes() == DeviceFolder.Changes(controls: true))
    #expect(folder.changes() == DeviceFolder.Changes())
    scratch.write("", to: "snd/pcmC0D0c")
    #expect(folder.changes() == DeviceFolder.Changes(streams: true))
    chmod("\(scratch.path)/snd/controlC0", 0o600)
    #expect(folder.changes() == DeviceFolder.Changes(controls: true))
    unlink("\(scratch.path)/snd/controlC0")
    #expect(folder.changes() == DeviceFolder.Changes(controls: true))
    scratch.write("", to: "snd/timer")
    #expect(folder.changes() == DeviceFolder.Changes())
  }

  @Test func `the folder itself may come late, and go and come again`() throws {
    let scratch = try Scratch()
    var folder = try DeviceFolder("\(scratch.path)/snd")
    #expect(folder.cards() == [])
    for _ in 0..<2 {
      scratch.makeFolder("snd")
      #expect(folder.changes().controls)
      scratch.write("", to: "snd/controlC0")
      #expect(folder.changes().controls)
      #expect(folder.cards() == [0])
      unlink("\(scratch.path)/snd/controlC0")
      rmdir("\(scratch.path)/snd")
      #expect(folder.changes().controls)
      #expect(folder.cards() == [])
    }
  }
}

struct SystemCardTests {
  /// A card 0 whose device is `device`, of `subsystem`, run by `driver`.
  private func sysfs(device: String, subsystem: String, driver: String, port: String = "1-2") throws -> Scratch {
    let scratch = try Scratch()
    for folder in ["bus", "bus/\(subsystem)", "driver", "driver/\(driver)", port, device, "class", "class/card0"] {
      scratch.makeFolder(folder)
    }
    scratch.link("\(device)/subsystem", to: "bus/\(subsystem)")
    scratch.link("\(device)/driver", to: "driver/\(driver)")
    scratch.link("class/card0/device", to: device)
    return scratch
  }

  private func card(_ scratch: Scratch) -> SystemCard { SystemCard(CardIndex(0), in: "\(scratch.path)/class") }

  @Test(arguments: [
    ("pci", "snd_hda_intel", CardBus.builtIn), ("platform", "sof_sdw", .builtIn), ("platform", "snd_aloop", .virtual),
    ("platform", "snd_dummy", .virtual), ("usb", "snd-usb-audio", .usb),
  ])
  func `the bus comes from the device`(subsystem: String, driver: String, bus: CardBus) throws {
    #expect(card(try sysfs(device: "1-2/1-2:1.0", subsystem: subsystem, driver: driver)).bus == bus)
  }

  @Test func `a card without a device is virtual`() {
    #expect(SystemCard(CardIndex(0), in: "/nonexistent").bus == .virtual)
  }

  @Test func `a USB card is known by its serial number`() throws {
    let scratch = try sysfs(device: "1-2/1-2:1.0", subsystem: "usb", driver: "snd-usb-audio")
    scratch.write("046d\n", to: "1-2/idVendor")
    scratch.write("0a44\n", to: "1-2/idProduct")
    scratch.write("000123\n", to: "1-2/serial")
    #expect(card(scratch).usbIdentity == "usb-046d0a44-000123")
  }

  @Test func `a USB card without one is known by its port`() throws {
    let scratch = try sysfs(device: "1-2/1-2:1.0", subsystem: "usb", driver: "snd-usb-audio")
    scratch.write("046d\n", to: "1-2/idVendor")
    scratch.write("0a44\n", to: "1-2/idProduct")
    #expect(card(scratch).usbIdentity == "usb-046d0a44@1-2")
  }

  @Test func `two that claim the same serial number are two routes, and the first one keeps its id`() throws {
    let scratch = try sysfs(device: "1-2/1-2:1.0", subsystem: "usb", driver: "snd-usb-audio")
    scratch.write("08bb\n", to: "1-2/idVendor")
    scratch.write("2902\n", to: "1-2/idProduct")
    scratch.write("00000001\n", to: "1-2/serial")
    let first = card(scratch).identity(id: "CODEC", name: "USB Audio CODEC", besides: ["PCH"])
    #expect(first == ("usb-08bb2902-00000001", "USB Audio CODEC"))
    let second = card(scratch).identity(id: "CODEC_1", name: "USB Audio CODEC", besides: ["PCH", first.stableID])
    #expect(second == ("usb-08bb2902-00000001@1-2", "USB Audio CODEC (port 1-2)"))
  }

  @Test func `the same device is the same route in another port if it has a serial number, and only then`() throws {
    var identities: [String?] = []
    for (port, serial) in [("1-2", "A7"), ("3-1.4", "A7"), ("1-2", ""), ("3-1.4", "")] {
      let scratch = try sysfs(device: "\(port)/\(port):1.0", subsystem: "usb", driver: "snd-usb-audio", port: port)
      scratch.write("046d\n", to: "\(port)/idVendor")
      scratch.write("0a44\n", to: "\(port)/idProduct")
      scratch.write("\(serial)\n", to: "\(port)/serial")
      identities.append(card(scratch).usbIdentity)
    }
    #expect(identities == ["usb-046d0a44-A7", "usb-046d0a44-A7", "usb-046d0a44@1-2", "usb-046d0a44@3-1.4"])
  }

  @Test func `nobody's identity takes another card's on the board away`() throws {
    let board = card(try sysfs(device: "1-2/0000:00:1b.0", subsystem: "pci", driver: "snd_hda_intel"))
    #expect(board.identity(id: "PCH", name: "HDA Intel", besides: ["PCH"]) == ("PCH", "HDA Intel"))
  }

  @Test func `only USB cards have an identity beyond ALSA's id`() throws {
    #expect(card(try sysfs(device: "1-2/0000:00:1b.0", subsystem: "pci", driver: "snd_hda_intel")).usbIdentity == nil)
  }
}
