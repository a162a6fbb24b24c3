// swift-tools-version: 6.2
import PackageDescription

/// Every C library is a system-library target with exactly one importer (see the import test in Tests/ArchitectureTests).
func system(_ name: String, apt: String) -> Target {
  .systemLibrary(name: name, path: "Sources/\(name)", providers: [.apt([apt])])
}

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "cans",
  products: [
    .executable(name: "cans", targets: ["cans"]),
    .executable(name: "cans-bench", targets: ["cans-bench"]),
    .executable(name: "compose-demo", targets: ["compose-demo"]),
  ],
  targets: [
    .systemLibrary(name: "CLinux", path: "Sources/CLinux"),
    system("CNcurses", apt: "libncurses-dev"),
    system("CAlsa", apt: "libasound2-dev"),
    system("CSndfile", apt: "libsndfile1-dev"),
    system("CMpg123", apt: "libmpg123-dev"),
    system("CVorbis", apt: "libvorbis-dev"),
    .target(name: "CCrashGuard"),
    .target(name: "CSoxr"),
    // Headers only (libsystemd-dev): the library is loaded when it is needed.
    .target(name: "CSystemd"),
    .target(name: "CUchardet"),
    .target(name: "CAVLazy"),
    .target(name: "CTagLib", linkerSettings: [.linkedLibrary("tag")]),
    .target(name: "CLibXML", cSettings: [.unsafeFlags(["-I/usr/include/libxml2"])]),
    .target(name: "CTOML", cxxSettings: [.define("TOML_EXCEPTIONS", to: "0")]),

    module("PlayerCore"),
    module("LinuxSystem", ["PlayerCore", "CLinux"]),
    module("AudioEngine", ["PlayerCore", "LinuxSystem", "CSoxr"]),
    module(
      "AudioFiles",
      [
        "PlayerCore", "AudioEngine", "CSndfile", "CMpg123", "CVorbis", "CAVLazy", "CTagLib", "CUchardet", "CLibXML",
      ]),
    module("AudioDevices", ["PlayerCore", "LinuxSystem", "AudioEngine", "CAlsa"]),
    module("MessageBus", ["PlayerCore", "LinuxSystem", "CSystemd"]),
    module("TerminalUI", ["PlayerCore", "LinuxSystem", "CNcurses", "CCrashGuard"]),
    .executableTarget(
      name: "cans",
      dependencies: [
        "PlayerCore", "LinuxSystem", "AudioEngine", "AudioFiles", "AudioDevices", "MessageBus", "TerminalUI", "CTOML",
      ],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
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
      "SessionTests", ["PlayerCore", "AudioEngine", "AudioDevices", "LinuxSystem", "TerminalUI"], exclude: ["Fixtures"]),
    tests("MessageBusTests", ["MessageBus", "LinuxSystem", "PlayerCore", "CTestSupport"]),
    tests("TerminalUITests", ["TerminalUI", "PlayerCore"]),
    tests("CansTests", ["cans", "AudioDevices", "AudioEngine", "PlayerCore"]),
    tests(
      "IntegrationTests", ["cans", "PlayerCore", "LinuxSystem", "AudioEngine", "AudioFiles", "AudioDevices"]),
    tests("LabTests", ["cans", "LinuxSystem", "PlayerCore"], exclude: ["Guest"]),
    tests("ArchitectureTests", []),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// What `make fuzz` links with libFuzzer; no other build knows of it.
if Context.environment["CANS_FUZZ"] != nil {
  package.targets.append(
    .target(
      name: "Fuzzing", dependencies: ["PlayerCore", "AudioEngine", "AudioFiles", "TerminalUI", "cans"],
      path: "Tests/Fuzz", swiftSettings: strict))
}
