import AudioDevices
import AudioEngine
import AudioFiles
import InputDevices
import Library
import MessageBus

/// The libraries that are opened on first need: without one the player runs, and something is lost.
nonisolated enum OptionalLibrary: String, Sendable, CaseIterable {
  case ffmpeg = "FFmpeg"
  case soxr = "libsoxr"
  case pulse = "libpulse"
  case systemd = "libsystemd"
  case sqlite = "libsqlite3"
  case evdev = "libevdev"
  case udev = "libudev"
  case uchardet = "libuchardet"
  case xml = "libxml2"

  /// What it is for.
  var purpose: String {
    switch self {
    case .ffmpeg: "AAC, ALAC, WMA and what else other libraries do not decode"
    case .soxr: "other rates than the device's"
    case .pulse: "where a sound server sends the music"
    case .systemd: "message buses: the desktop's keys, Bluetooth, sleep"
    case .sqlite: "the last session"
    case .evdev: "buttons of headsets and switches of jacks"
    case .udev: "finding input devices"
    case .uchardet: "the encoding of old tags and playlists"
    case .xml: "playlists in XML (xspf, asx, wpl)"
    }
  }

  /// What is lost without it.
  var loss: String {
    switch self {
    case .ffmpeg: "AAC, ALAC, WMA, Monkey's Audio and many others are not played"
    case .soxr: "each track plays at its own rate, or as ALSA converts it, and unplugging may be heard later"
    case .pulse: "a sound server is played to, but not asked: what is unplugged there may go unnoticed"
    case .systemd: "no MPRIS, no Bluetooth headsets, no pause before sleep, no rtkit"
    case .sqlite: "the queue is not kept from one run to the next"
    case .evdev: "buttons of headsets are not heard"
    case .udev: "no input device is found, so buttons of headsets are not heard"
    case .uchardet: "tags and playlists in old encodings are read as Windows-1252"
    case .xml: "playlists in XML (xspf, asx, wpl) are not read"
    }
  }

  /// The Debian package that brings it.
  var package: String {
    switch self {
    case .ffmpeg: packageOfFFmpeg
    case .soxr: "libsoxr0"
    case .pulse: "libpulse0"
    case .systemd: "libsystemd0"
    case .sqlite: "libsqlite3-0"
    case .evdev: "libevdev2"
    case .udev: "libudev1"
    case .uchardet: "libuchardet0"
    case .xml: "libxml2"
    }
  }

  /// Whether it is there. Loads it; may wait for the disk.
  var isInstalled: Bool {
    switch self {
    case .ffmpeg: isFFmpegInstalled()
    case .soxr: isResamplerInstalled()
    case .pulse: isPulseInstalled()
    case .systemd: isSystemdInstalled()
    case .sqlite: isSQLiteInstalled()
    case .evdev: isEvdevInstalled()
    case .udev: isUdevInstalled()
    case .uchardet: isUchardetInstalled()
    case .xml: isLibXMLInstalled()
    }
  }
}
