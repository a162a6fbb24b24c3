import PlayerCore
import Testing

@testable import Library

/// What somebody types, and what is made of it: a pure function.
struct SearchQueryTests {
  private typealias Condition = SearchQuery.Condition

  @Test(
    arguments: [
      ("  two   words ", [.text("two", nil), .text("words", nil)]),
      ("\"in a row\"", [.text("in a row", nil)]),
      ("artist:björk", [.text("björk", .artist)]),
      ("ARTIST:\"Pink Floyd\" moon", [.text("Pink Floyd", .artist), .text("moon", nil)]),
      ("albumartist:x", [.text("x", .artist)]),
      ("year:1990", [.years(1990...1990)]), ("year:1990..1999", [.years(1990...1999)]),
      ("year:..1970", [.years(0...1970)]), ("year:1970..", [.years(1970...9999)]),
      ("year:>1999", [.years(2000...9999)]), ("year:<1970", [.years(0...1969)]),
      ("codec:FLAC", [.codec("flac")]),
      ("added:<30d", [.addedWithin(seconds: 30 * 86_400)]), ("added:>1y", [.addedBefore(seconds: 365 * 86_400)]),
      ("added:2w", [.addedWithin(seconds: 14 * 86_400)]),
    ] as [(String, [SearchQuery.Condition])])
  func `words and filters are told apart`(text: String, conditions: [SearchQuery.Condition]) {
    let query = SearchQuery(text)
    #expect(query.terms.map(\.condition) == conditions)
    #expect(query.terms.allSatisfy { !$0.isExcluded })
  }

  @Test(arguments: [
    "re:stacks", "year:soon", "year:2000..1990", "year:..", "year:1990...2000", "added:yesterday", "codec:a/b", "a:b:c",
    "99999:1", "year:99999", "added:99999999999999999999d", "added:<9999999d",
  ]) func `what is no filter is words`(text: String) {
    #expect(SearchQuery(text).terms.map(\.condition) == [.text(text, nil)])
  }

  @Test(arguments: ["", " ", "artist:", "!!!", "-", "\"\"", "\"", "-:", "…", "artist:!", "*"])
  func `what cannot be found asks for nothing`(text: String) {
    #expect(SearchQuery(text).terms.filter { $0.condition != .text("artist:!", nil) } == [])
  }

  @Test func `a minus turns it round, and only in front`() {
    let terms = SearchQuery("-live -genre:pop jay-z -year:1999").terms
    #expect(terms.map(\.isExcluded) == [true, true, false, true])
    #expect(
      terms.map(\.condition) == [.text("live", nil), .text("pop", .genre), .text("jay-z", nil), .years(1999...1999)])
  }

  @Test(arguments: [
    (1990...1999, ["y199*"]), (1998...2001, ["y1998", "y1999", "y2000", "y2001"]),
    (0...9999, (0...9).map { "y\($0)*" }),
    (1955...1955, ["y1955"]), (1900...2009, ["y19*", "y200*"]),
  ]) func `years are looked up by their beginnings`(years: ClosedRange<Int>, beginnings: [String]) {
    let query = SearchQuery("year:\(years.lowerBound)..\(years.upperBound)")
    let expression = SearchExpression(query, now: 0)
    let found = expression.tiers[0].filter { $0.isASCII && !"() \"".contains($0) }.split(separator: "OR")
    #expect(found.map(String.init) == beginnings)
  }
}
