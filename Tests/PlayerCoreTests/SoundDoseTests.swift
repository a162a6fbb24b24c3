import Testing

@testable import PlayerCore

/// The figures of Recommendation ITU-T H.870 (03/2022).
@Suite struct SoundDoseTests {
  private func isNear(_ left: Double, _ right: Double, within part: Double = 1e-9) -> Bool {
    abs(left - right) <= part * abs(right)
  }

  /// 7.1: mode 1 is 80 dBA for 40 hours a week, 1.6 Pa²h; mode 2 is 75 dBA, 0.51 Pa²h.
  @Test func `the allowances are the recommendation's`() {
    #expect(isNear(DoseAllowance.adults.exposure, 1.6))
    #expect(isNear(DoseAllowance.children.exposure, 0.51, within: 0.01))
  }

  /// Equal energy: 3 dB more halve the time. 10 dB more leave a tenth.
  @Test(arguments: [
    (80.0, 40.0, 100.0), (83, 20, 100), (86, 10, 100), (89, 5, 100), (92, 2.5, 100), (90, 4, 100), (100, 0.4, 100),
    (80, 32, 80), (80, 20, 50), (77, 40, 50), (110, 0.04, 100),
  ])
  func `a level for so long is this share of the allowance`(level: Double, hours: Double, percent: Double) {
    // Headphones that make 110 dB of full scale; a sound that is as much below that as the level is.
    let calibration = 110.0
    let meanSquare = HeardSound.fullScale * Decibels.power(level - calibration)
    let sound = HeardSound(seconds: hours * 3_600, energy: meanSquare * hours * 3_600)
    let dose = SoundDose.exposure(by: sound, calibration: calibration) / DoseAllowance.adults.exposure * 100
    // Half of something is 3.01 dB.
    #expect(isNear(dose, percent, within: level.truncatingRemainder(dividingBy: 10) == 0 ? 1e-9 : 0.012), "\(dose)")
    let children = SoundDose.exposure(by: sound, calibration: calibration) / DoseAllowance.children.exposure * 100
    #expect(isNear(children, dose * 3.162_277_660_168_379_5))
    #expect(isNear(sound.level ?? 0, level - calibration))
  }

  /// Two parts of a week: 82 dBA for 10 hours and 79 dBA for 20 add up as their energies do.
  @Test func `exposures add up`() {
    func sound(_ level: Double, _ hours: Double) -> HeardSound {
      HeardSound(seconds: hours * 3_600, energy: HeardSound.fullScale * Decibels.power(level - 100) * hours * 3_600)
    }
    let both = sound(82, 10) + sound(79, 20)
    let dose = SoundDose.exposure(by: both, calibration: 100) / DoseAllowance.adults.exposure * 100
    // 25 % × 10^0.2 + 50 % × 10^-0.1.
    #expect(isNear(dose, 25 * 1.584_893_192_461_113_6 + 50 * 0.794_328_234_724_281_5))
  }

  @Test(arguments: [(0.0, 1.0), (20, 10), (-20, 0.1), (6.020_599_913_279_624, 2), (60, 1_000), (-60, 0.001)])
  func `decibels are factors`(decibels: Double, factor: Double) {
    #expect(isNear(Decibels.factor(decibels), factor, within: 1e-12))
    #expect(isNear(Decibels.power(decibels / 2), factor, within: 1e-12))
    let back = Decibels.level(ofPower: factor * factor)
    #expect(abs(back - decibels) < 1e-10, "\(back)")
  }

  @Test func `a sine of full scale has a level of nothing, and silence has none`() {
    #expect(abs(HeardSound(seconds: 10, energy: 5).level ?? 1) < 1e-12)
    #expect(HeardSound(seconds: 10, energy: 0).level == nil && HeardSound().level == nil)
  }
}
