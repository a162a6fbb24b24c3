import Testing

@testable import PlayerCore

/// How long and how loud private routes are heard.
@Suite struct ListeningTests {
  private static let headphones = RouteID("headphones:PCH")
  private static let today = 20_000

  /// It plays on headphones in which a sine of full scale makes 100 dB, on a known day.
  private func listening(_ change: (inout SessionSettings) -> Void = { _ in }) -> CoreHarness {
    var harness = TimelineRuleTests.playing { settings in
      settings.calibrations = [Self.headphones: 100]
      change(&settings)
    }
    harness.send(.dayBegan(Self.today))
    return harness
  }

  private func summary(_ harness: CoreHarness, _ id: RouteID = headphones) -> ListeningSummary? {
    harness.state.snapshot.routes.first { $0.id == id }?.listening
  }

  @Test func `minutes, levels and dose are told for each private route`() {
    var harness = listening()
    harness.hear(hours: 2, level: -20)
    harness.send(.dayBegan(Self.today + 1))
    harness.hear(hours: 1, level: -20)
    let found = summary(harness)
    #expect(found?.today == ListeningSummary.Span(minutes: 60, level: -200))
    // 3 of 40 hours at 80 dB.
    #expect(found?.week == ListeningSummary.Span(minutes: 180, level: -200) && found?.dose == 7)
    #expect(harness.state.snapshot.weeklyDose == 7)
    let text = "today 1:00 h at -20.0 dBFS, week 3:00 h at -20.0 dBFS, 7 % of the allowance"
    #expect(found?.text == text)
  }

  @Test func `without a calibration there is no dose, and nothing to tell`() {
    var harness = listening { $0.calibrations = [:] }
    harness.hear(hours: 1_000, level: 0)
    #expect(summary(harness)?.week.minutes == 60_000 && summary(harness)?.dose == nil)
    #expect(harness.state.snapshot.weeklyDose == nil && harness.state.snapshot.message == nil)
  }

  @Test func `what others hear, too, does not count, nor does silence or an unknown day`() {
    var speaker = CoreHarness()
    speaker.launch()
    speaker.send(.dayBegan(Self.today))
    speaker.hear(hours: 1, level: -10)
    #expect(speaker.state.snapshot.routes.allSatisfy { $0.listening == nil })
    var harness = TimelineRuleTests.playing()
    harness.hear(hours: 1, level: -10)
    harness.send(.dayBegan(Self.today))
    harness.send(.engineReported(.heard(HeardSound())))
    #expect(summary(harness) == nil && !harness.effects.contains { $0.isSaving })
  }

  @Test func `after midnight a new day begins, and the eighth one is not in the week`() {
    var harness = listening()
    for day in 0..<8 {
      harness.send(.dayBegan(Self.today + day))
      harness.hear(hours: 1, level: -20)
    }
    #expect(summary(harness)?.today.minutes == 60 && summary(harness)?.week.minutes == 7 * 60)
    harness.send(.dayBegan(Self.today + 100))
    #expect(summary(harness) == nil)
  }

  @Test func `a clock that jumps ahead and back costs no day and adds none`() {
    var harness = listening()
    harness.hear(hours: 1, level: -20)
    harness.send(.dayBegan(Self.today + 9_000))
    harness.hear(hours: 1, level: -20)
    #expect(summary(harness)?.week.minutes == 60)
    harness.send(.dayBegan(Self.today))
    harness.hear(hours: 1, level: -20)
    #expect(summary(harness)?.today.minutes == 120 && summary(harness)?.week.minutes == 120)
  }

  @Test func `so many days are kept, those near to today`() {
    var book = ListeningBook()
    for day in 0..<60 { book.add(HeardSound(seconds: 1, energy: 1), on: Self.headphones, day: day) }
    book.add(HeardSound(seconds: 1, energy: 1), on: Self.headphones, day: 30_000)
    book.forget(farFrom: 59)
    #expect(book.days.keys.sorted() == Array(30...59))
  }

  @Test func `time that the machine sleeps is not heard`() {
    var harness = listening()
    harness.hear(hours: 1, level: -20)
    harness.send(.sleepAnnounced)
    harness.advance(.seconds(36_000))
    harness.send(.wokeUp)
    harness.advance(.seconds(60))
    harness.hear(hours: 1, level: -20)
    #expect(summary(harness)?.today.minutes == 120)
  }

  @Test func `what is told after a change of route belongs to the route before`() {
    var harness = CoreHarness()
    harness.launch()
    harness.send(.dayBegan(Self.today))
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(2))
    harness.hear(hours: 1, level: -20)
    #expect(summary(harness) == nil, "the speaker's hour is nobody's")
    harness.hear(hours: 2, level: -20)
    #expect(summary(harness)?.today.minutes == 120)
    harness.plug("Headphone Jack", false)
    harness.hear(hours: 3, level: -20)
    harness.advance(.seconds(2))
    harness.command(.play)
    harness.advance(.seconds(1))
    harness.hear(hours: 4, level: -20)
    #expect(summary(harness)?.today.minutes == 300)
  }

  @Test func `several routes add up to one dose`() {
    var harness = listening { $0.calibrations[RouteID("bluetooth:B")] = 105 }
    var book = ListeningBook()
    book.add(.sine(hours: 4, level: -25), on: RouteID("bluetooth:B"), day: Self.today - 1)
    book.add(.sine(hours: 40, level: 0), on: RouteID("bluetooth:unknown"), day: Self.today - 1)
    harness.send(.listeningOpened(book))
    harness.hear(hours: 4, level: -20)
    #expect(summary(harness)?.dose == 10 && summary(harness, RouteID("bluetooth:B"))?.dose == 10)
    #expect(harness.state.snapshot.weeklyDose == 20)
  }

  @Test func `at 80 and at 100 percent the listener is told, once, and again in another week`() {
    var harness = listening()
    func notices(_ harness: CoreHarness) -> [String] {
      harness.timeline.map(\.sentence).filter { $0.contains("H.870") }
    }
    for _ in 1...31 { harness.hear(hours: 1, level: -20) }
    #expect(notices(harness).isEmpty)
    harness.hear(hours: 2, level: -20)
    let first = "in seven days you have heard 80 % of what is safe for adults (ITU-T H.870)"
    #expect(notices(harness) == [first] && harness.state.snapshot.message == first)
    for _ in 1...6 { harness.hear(hours: 1, level: -20) }
    #expect(notices(harness).count == 1)
    for _ in 1...40 { harness.hear(hours: 1, level: -20) }
    #expect(notices(harness).count == 2 && notices(harness).last?.contains("100 %") == true)
    harness.send(.dayBegan(Self.today + 7))
    harness.hear(hours: 100, level: -20)
    #expect(notices(harness).count == 3, "both limits at once are told as one")
  }

  @Test func `for children 75 decibels are the limit`() {
    var harness = listening { $0.doseAllowance = .children }
    harness.hear(hours: 40, level: -25)
    #expect(harness.state.snapshot.weeklyDose == 100)
    #expect(harness.state.snapshot.message?.contains("safe for children") == true)
  }

  @Test func `it is saved a minute after it was heard, and at the end at once`() {
    var harness = listening()
    func saved(_ harness: CoreHarness) -> [Double] {
      harness.effects.compactMap {
        if case .saveListening(let book, _) = $0 {
          book.days[Self.today]?[Self.headphones]?.seconds
        } else {
          nil
        }
      }
    }
    harness.hear(hours: 1, level: -20)
    harness.advance(.seconds(30))
    harness.hear(hours: 1, level: -20)
    #expect(saved(harness).isEmpty)
    harness.advance(.seconds(31))
    #expect(saved(harness) == [7_200])
    harness.hear(hours: 1, level: -20)
    harness.send(.leaving(.asked))
    #expect(saved(harness) == [7_200, 3_600])
    // What the engine tells as it ends.
    harness.hear(hours: 2, level: -20)
    #expect(saved(harness) == [7_200, 3_600, 7_200])
  }

  @Test func `switched off it keeps nothing`() {
    var harness = listening { $0.keepsListeningTime = false }
    harness.hear(hours: 100, level: 0)
    harness.advance(.seconds(100))
    #expect(summary(harness) == nil && !harness.effects.contains { $0.isSaving })
    #expect(harness.state.snapshot.message == nil)
  }
}

extension HeardSound {
  /// A sine so much below full scale.
  fileprivate static func sine(hours: Double, level: Double) -> HeardSound {
    HeardSound(seconds: hours * 3_600, energy: fullScale * Decibels.power(level) * hours * 3_600)
  }
}

extension CoreHarness {
  /// The engine reports so much.
  fileprivate mutating func hear(hours: Double, level: Double) {
    send(.engineReported(.heard(.sine(hours: hours, level: level))))
  }
}

extension Effect {
  fileprivate var isSaving: Bool { if case .saveListening = self { true } else { false } }
}
