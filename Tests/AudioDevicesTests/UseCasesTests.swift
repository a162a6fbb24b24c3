import Foundation
import PlayerCore
import TestSupport
import Testing

@testable import AudioDevices

/// Use case profiles as alsa-lib reads them, from a folder made here.
@Suite struct UseCasesTests {
  /// Where profiles are is told alsa-lib by the environment: hence a process of its own.
  @Test func `a profile says what jacks are about, and a card without one says nothing`() async {
    await #expect(processExitsWith: .success) {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cans-ucm-\(getpid())")
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let files = [
        "ucm.conf": """
        Syntax 3
        UseCasePath.test { Directory "" File "card.conf" }
        """,
        "card.conf": """
        Syntax 3
        SectionUseCase."HiFi" { File "/hifi.conf" Comment "Music" }
        """,
        "hifi.conf": """
        SectionDevice."Headphones" {
          Comment "Headphones"
          Value { PlaybackPCM "hw:0,0" JackControl "Front Panel Jack" }
        }
        SectionDevice."Line2" {
          Comment "Line out"
          Value { PlaybackPCM "hw:0,1" JackControl "Line - Output Jack" }
        }
        SectionDevice."Line1" {
          Comment "Line in"
          Value { CapturePCM "hw:0,1" JackControl "Line - Input Jack" }
        }
        SectionDevice."Headset" {
          Comment "Microphone"
          Value { CapturePCM "hw:0,0" JackControl "Combo Jack" }
        }
        SectionDevice."Speaker" {
          Comment "Speaker"
          Value { PlaybackPCM "hw:0,0" }
        }
        """,
      ]
      for (name, text) in files {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
      }
      setenv("ALSA_CONFIG_UCM2", folder.path, 1)
      #expect(
        UseCases.jackKinds(ofCard: "Test") == [
          "Front Panel Jack": .headphones, "Line - Output Jack": .lineOut, "Line - Input Jack": .other,
          "Combo Jack": .headsetMic,
        ])
      setenv("ALSA_CONFIG_UCM2", folder.path + "/none", 1)
      #expect(UseCases.jackKinds(ofCard: "Test") == [:])
    }
  }
}
