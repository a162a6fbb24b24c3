import Testing

@testable import TerminalUI

/// What terminfo and the environment say of a terminal.
@Suite(.serialized) struct TerminalSurveyTests {
  private func survey(
    _ variables: [String: String], size: TerminalSurvey.Size? = nil
  ) -> TerminalSurvey { TerminalSurvey.survey(variable: { variables[$0] }, size: size) }

  @Test func `colours are terminfo's, unless NO_COLOR asks for none`() {
    #expect(survey(["TERM": "xterm-256color"]).colours == 256)
    #expect(survey(["TERM": "linux"]).colours == 8)
    #expect(survey(["TERM": "vt100"]).colours == 0)
    #expect(survey(["TERM": "xterm", "NO_COLOR": "1"]).wantsNoColour)
    #expect(!survey(["TERM": "xterm", "NO_COLOR": ""]).wantsNoColour && !survey(["TERM": "xterm"]).wantsNoColour)
  }

  @Test func `a type that terminfo does not know is a problem`() {
    #expect(survey(["TERM": "nonsense"]).problem == .unknownTerminal("nonsense"))
    #expect(survey([:]).problem == .noTerminalType)
    #expect(survey(["TERM": "xterm"]).problem == nil)
  }

  @Test func `the locale is the first that is set`() {
    let german = survey(["LC_ALL": "", "LANG": "C.UTF-8"])
    #expect(german.isUTF8 && german.locale == "C.UTF-8")
    let plain = survey(["LC_CTYPE": "C", "LANG": "C.UTF-8"])
    #expect(!plain.isUTF8 && plain.locale == "C")
    #expect(survey([:]).locale == nil && survey([:]).isUTF8)
  }

  @Test func `a size that is too small`() {
    #expect(survey([:], size: TerminalSurvey.Size(columns: 39, rows: 8)).isTooSmall)
    #expect(survey([:], size: TerminalSurvey.Size(columns: 40, rows: 7)).isTooSmall)
    #expect(!survey([:], size: TerminalSurvey.smallest).isTooSmall)
    #expect(!survey([:]).isTooSmall, "not known is not too small")
  }

  @Test(
    arguments: [
      (["TERM": "xterm-kitty"], .kitty), (["TERM": "foot-extra"], .sixel),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .iTerm2),
      // What stands between hides what the outer terminal can do.
      (["TERM": "tmux-256color", "TERM_PROGRAM": "WezTerm", "TMUX": "/tmp/tmux"], nil),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm", "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"], nil),
      (["TERM": "xterm-256color"], nil), ([:], nil),
    ] as [([String: String], PictureProtocol?)])
  func `pictures count only where there is no doubt`(variables: [String: String], expected: PictureProtocol?) {
    #expect(survey(variables).pictures == expected)
  }
}
