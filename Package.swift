// swift-tools-version: 6.2
import PackageDescription

/// Every C library is a system-library target with exactly one importer (see the import
/// test in Tests/ArchitectureTests).
func system(_ name: String, apt: String) -> Target {
  .systemLibrary(name: name, path: "Sources/\(name)", providers: [.apt([apt])])
}

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], linkerSettings: [LinkerSetting]? = nil
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict, linkerSettings: linkerSettings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "cans",
  products: [
    .executable(name: "cans", targets: ["cans"]),
    .executable(name: "cans-ctl", targets: ["cans-ctl"]),
    .executable(name: "cans-bench", targets: ["cans-bench"]),
    .executable(name: "compose-demo", targets: ["compose-demo"]),
  ],
  targets: [
    .systemLibrary(name: "CLinux", path: "Sources/CLinux"),
    system("CNcurses", apt: "libncurses-dev"),
    system("CAlsa", apt: "libasound2-dev"),
    system("CSndfile", apt: "libsndfile1-dev"),
    system("CFLAC", apt: "libflac-dev"),
    system("CMpg123", apt: "libmpg123-dev"),
    system("CVorbis", apt: "libvorbis-dev"),
    system("CJansson", apt: "libjansson-dev"),
    .target(name: "CCrashGuard"),
    // Of the libraries behind these only headers are needed: they are opened on first need.
    .target(name: "CLazyLibrary"),
    .target(name: "CSoxr", dependencies: ["CLazyLibrary"]),
    .target(name: "CSystemd", dependencies: ["CLazyLibrary"]),
    .target(name: "CUchardet", dependencies: ["CLazyLibrary"]),
    .target(name: "CAVLazy", dependencies: ["CLazyLibrary"]),
    .target(name: "CEvdev", dependencies: ["CLazyLibrary"]),
    .target(name: "CUdev", dependencies: ["CLazyLibrary"]),
    .target(name: "CSQLite", dependencies: ["CLazyLibrary"]),
    .target(name: "CPulse", dependencies: ["CLazyLibrary"]),
    .target(name: "CTagLib", linkerSettings: [.linkedLibrary("tag")]),
    .target(name: "CLibXML", dependencies: ["CLazyLibrary"], cSettings: [.unsafeFlags(["-I/usr/include/libxml2"])]),
    .target(name: "CTOML", cxxSettings: [.define("TOML_EXCEPTIONS", to: "0")]),

    module("PlayerCore"),
    module("LinuxSystem", ["PlayerCore", "CLinux"]),
    module("AudioEngine", ["PlayerCore", "LinuxSystem", "CSoxr"]),
    module(
      "AudioFiles",
      [
        "PlayerCore", "AudioEngine", "CSndfile", "CFLAC", "CMpg123", "CVorbis", "CAVLazy", "CTagLib", "CUchardet",
        "CLibXML",
      ]),
    module("AudioDevices", ["PlayerCore", "LinuxSystem", "AudioEngine", "CAlsa", "CPulse"]),
    module("MessageBus", ["PlayerCore", "LinuxSystem", "CSystemd"]),
    // The archive: a player is not to wait for one more shared library, and cans-ctl has none at all.
    module(
      "ControlSocket", ["PlayerCore", "LinuxSystem", "CJansson"],
      linkerSettings: [.linkedLibrary(":libjansson.a")]),
    module("InputDevices", ["PlayerCore", "LinuxSystem", "CEvdev", "CUdev"]),
    module("Library", ["PlayerCore", "LinuxSystem", "CSQLite"]),
    module("TerminalUI", ["PlayerCore", "LinuxSystem", "CNcurses", "CCrashGuard"]),
    .executableTarget(
      name: "cans",
      dependencies: [
        "PlayerCore", "LinuxSystem", "AudioEngine", "AudioFiles", "AudioDevices", "MessageBus", "InputDevices",
        "ControlSocket", "Library", "TerminalUI", "CTOML",
      ],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    // Wholly static: a program that runs for a millisecond must not wait for a dynamic linker, which takes two.
    // And no word of actors, not even of the main one at the program's start: that alone would bring in
    // libdispatch, which looks for processors.
    .executableTarget(
      name: "cans-ctl", dependencies: ["PlayerCore", "LinuxSystem", "ControlSocket"],
      swiftSettings: strict + [.unsafeFlags(["-disable-dynamic-actor-isolation"])],
      linkerSettings: [.unsafeFlags(["-static-executable"], .when(configuration: .release))]),
    .executableTarget(
      name: "cans-bench", dependencies: ["PlayerCore", "LinuxSystem", "TestSupport", "CTestSupport"],
      swiftSettings: strict),
    .executableTarget(name: "compose-demo", dependencies: ["CComposer"], swiftSettings: strict),
    .systemLibrary(name: "CComposer", path: "Sources/CComposer", providers: [.apt(["libsndfile1-dev", "libpng-dev"])]),

    .target(
      name: "CTestSupport", path: "Tests/CTestSupport",
      linkerSettings: [.linkedLibrary("sndfile"), .linkedLibrary("systemd")]),
    .target(
      name: "TestSupport", dependencies: ["PlayerCore", "LinuxSystem", "AudioEngine", "CTestSupport"],
      path: "Tests/TestSupport", swiftSettings: strict),
    tests("PlayerCoreTests", ["PlayerCore"], exclude: ["Fixtures"]),
    tests("LinuxSystemTests", ["LinuxSystem", "PlayerCore"]),
    tests("AudioEngineTests", ["AudioEngine", "AudioFiles", "PlayerCore", "LinuxSystem"]),
    tests("AudioFilesTests", ["AudioFiles", "AudioEngine", "LinuxSystem", "PlayerCore"]),
    tests("AudioDevicesTests", ["AudioDevices", "AudioEngine", "PlayerCore", "LinuxSystem"]),
    tests(
      "SessionTests",
      [
        "PlayerCore", "AudioEngine", "AudioDevices", "LinuxSystem", "TerminalUI", "MessageBus", "InputDevices",
        "ControlSocket",
      ], exclude: ["Fixtures"]),
    tests("MessageBusTests", ["MessageBus", "LinuxSystem", "PlayerCore", "CTestSupport"]),
    tests("ControlSocketTests", ["ControlSocket", "PlayerCore", "LinuxSystem"]),
    tests("InputDevicesTests", ["InputDevices", "LinuxSystem", "PlayerCore"]),
    tests("LibraryTests", ["Library", "LinuxSystem", "PlayerCore"]),
    tests("TerminalUITests", ["TerminalUI", "PlayerCore"]),
    tests(
      "CansTests",
      [
        "cans", "AudioDevices", "AudioEngine", "ControlSocket", "InputDevices", "LinuxSystem", "MessageBus",
        "PlayerCore", "TerminalUI",
      ]),
    tests("CansCtlTests", ["cans-ctl", "ControlSocket", "LinuxSystem", "PlayerCore"]),
    tests(
      "IntegrationTests",
      [
        "cans", "cans-ctl", "PlayerCore", "LinuxSystem", "AudioEngine", "AudioFiles", "AudioDevices", "ControlSocket",
        "Library",
      ]),
    tests("LabTests", ["cans", "LinuxSystem", "PlayerCore"], exclude: ["Guest"]),
    tests("ArchitectureTests", []),
    tests("DocumentTests", ["cans", "cans-ctl", "PlayerCore"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// What `make fuzz` links with libFuzzer; no other build knows of it.
if Context.environment["CANS_FUZZ"] != nil {
  package.targets.append(
    .target(
      name: "Fuzzing",
      dependencies: ["PlayerCore", "AudioEngine", "AudioFiles", "ControlSocket", "Library", "TerminalUI", "cans"],
      path: "Tests/Fuzz", swiftSettings: strict))
}
