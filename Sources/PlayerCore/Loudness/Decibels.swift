/// Decibels and what they mean. The core has no C library to ask.
enum Decibels {
  private static let binaryLogarithmOfTen = 3.321_928_094_887_362_3
  private static let logarithmOfTwo = 0.693_147_180_559_945_3

  /// The factor on samples that `decibels` mean: 10 to the power of a twentieth.
  static func factor(_ decibels: Double) -> Double {
    let power = decibels / 20 * binaryLogarithmOfTen
    let whole = power.rounded()
    let rest = (power - whole) * logarithmOfTwo
    // The series of eˣ, |x| ≤ 0.35: what is left out is less than a Double can tell.
    var term = 1.0
    var sum = 1.0
    for index in 1...13 {
      term *= rest / Double(index)
      sum += term
    }
    return Double(sign: .plus, exponent: Int(whole), significand: sum)
  }

  /// The factor on energy that they mean: 10 to the power of a tenth.
  static func power(_ decibels: Double) -> Double { factor(2 * decibels) }

  /// The decibels that a factor on energy is; it is above zero.
  static func level(ofPower power: Double) -> Double {
    // ln m = 2 artanh((m − 1) / (m + 1)); for 1 ≤ m < 2 the argument is below 1/3.
    let part = (power.significand - 1) / (power.significand + 1)
    var term = part
    var sum = 0.0
    for index in stride(from: 1.0, through: 31, by: 2) {
      sum += term / index
      term *= part * part
    }
    return 10 / binaryLogarithmOfTen * (Double(power.exponent) + 2 * sum / logarithmOfTwo)
  }
}
