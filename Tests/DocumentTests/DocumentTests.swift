import Foundation
import TestSupport
import Testing

/// Manual pages and completions say what the tables of commands and settings say. `CANS_WRITE_DOCUMENTS=1`, as
/// `make docs` sets it, writes them anew.
@MainActor @Suite struct DocumentTests {
  private static let resources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Resources")

  @Test func `manual pages and completions are those of this program`() throws {
    let writes = ProcessEnvironment.variable("CANS_WRITE_DOCUMENTS") == "1"
    for (name, text) in ManualPages.all + Completions.all {
      let file = Self.resources.appendingPathComponent(name)
      if writes {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text().write(to: file, atomically: true, encoding: .utf8)
      }
      let written = try String(contentsOf: file, encoding: .utf8)
      #expect(written == text(), "\(name) is out of date: make docs")
    }
  }

  @Test(arguments: [("bash", "cans.bash"), ("zsh", "_cans"), ("fish", "cans.fish")])
  func `each shell can read its completions`(shell: String, name: String) throws {
    guard ProcessEnvironment.hasProgram(shell) else { return }
    let check = try ChildProcess(
      [shell, "-n", Self.resources.path + "/completions/" + name],
      environment: ["PATH": ProcessEnvironment.variable("PATH"), "HOME": "/nonexistent"])
    #expect(check.exitStatus(within: .seconds(30)) == 0)
    _ = check.wait(atMost: .zero) { _ in true }
    #expect(check.errors == "")
  }

  @Test(arguments: [
    ("cans ", ["play", "ctl", "settings"]), ("cans ctl qu", ["queue", "quit"]), ("cans ctl queue in", ["insert"]),
    ("cans ctl repeat a", ["all"]), ("cans-ctl cat", ["category"]), ("cans decode --o", ["--output"]),
    ("cans ctl seek --w", ["--wait"]),
  ])
  func `bash completes`(line: String, words: [String]) throws {
    let script = #"""
      source "$1"; line=$2; read -ra COMP_WORDS <<<"$line"; [[ $line == *' ' ]] && COMP_WORDS+=('')
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _cans; printf '%s\n' "${COMPREPLY[@]}"
      """#
    let run = try ChildProcess(
      ["bash", "-c", script, "bash", Self.resources.path + "/completions/cans.bash", line],
      environment: ["PATH": ProcessEnvironment.variable("PATH")])
    #expect(run.exitStatus(within: .seconds(30)) == 0)
    _ = run.wait(atMost: .zero) { _ in true }
    let found = run.output.split(separator: "\n").map(String.init)
    for word in words { #expect(found.contains(word), "\(found)") }
  }
}
