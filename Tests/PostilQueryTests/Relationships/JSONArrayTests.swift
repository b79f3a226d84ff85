import PostilTestSupport
import Testing

@testable import PostilQuery

@Suite("JSON arrays of keys")
struct JSONArrayTests {
  @Test("A single-column key is a scalar, a composite one an array")
  func shape() {
    #expect(jsonArray(of: [Tag.ID(1), Tag.ID(-2)]) == "[1,-2]")
    #expect(jsonArray(of: [Tag.ID]()) == "[]")
    #expect(
      jsonArray(of: [Release.ID(name: "a", version: 1), Release.ID(name: "b", version: 2)]) == #"[["a",1],["b",2]]"#)
    #expect(jsonArray(of: ["a"]) == #"["a"]"#)
    #expect(jsonArray(of: [Int.min, Int.max]) == "[-9223372036854775808,9223372036854775807]")
    #expect(jsonArray(of: [String?.none, "x"]) == #"[null,"x"]"#)
  }

  @Test("Keys that SQLite wouldn't read from JSON unchanged give no array")
  func notInJSON() {
    #expect(jsonArray(of: [[0, 255, 16] as [UInt8], []]) == nil)
    #expect(jsonArray(of: ["a", "b\0c"]) == nil)
    #expect(jsonArray(of: [1.5]) == nil)
    #expect(jsonArray(of: [1.5, .nan]) == nil)
    #expect(jsonArray(of: [Release.ID(name: "a\0", version: 1)]) == nil)
  }

  @Test("The bytes of two keys are equal only if the keys are")
  func bytes() {
    let keys: [SQLValue] = [
      .text("41"), .blob([0x41]), .integer(41), .real(41.5), .text("\u{E9}"), .text("e\u{301}"), .text("'"),
      .text("\0"), .text(""),
    ]
    #expect(Set(keys.map { keyBytes(of: $0) }).count == keys.count)
    #expect(
      keyBytes(of: Release.ID(name: "a','b", version: 1)) != keyBytes(of: Release.ID(name: "a", version: 1)))
    #expect(keyBytes(of: "a\0b") == keyBytes(of: "a\0b"))
  }

  @Test("SQLite reads integers and text unchanged, including control characters")
  func roundTrip() throws {
    let database = try TestDatabase()
    func read<Value: ColumnValue>(_ values: [Value]) throws -> [Value] {
      var result: [Value] = []
      let statement = try _RenderedStatement(
        sql: "SELECT value FROM json_each(?1)", bindings: [.text(#require(jsonArray(of: values)))])
      try database.transaction.forEachRow(statement) { result.append(try $0.read()) }
      return result
    }
    let integers: [Int64] = [0, 1, -1, .min, .max, 1 << 53, (1 << 53) + 1]
    #expect(try read(integers) == integers)
    var texts = (1...0x1F).map { String(Unicode.Scalar(UInt8($0))) }
    texts += [
      "", "\"", "\\", "\\u0041", "'); DROP TABLE x;--", "é", "e\u{301}", "👩‍👩‍👧‍👦", "\u{7F}\u{80}\u{2028}\u{FEFF}\u{FFFD}",
      "\u{10FFFF}", "a\"b\\c\nd", "[1,2]", "null",
    ]
    #expect(try read(texts).map(\.utf8.hashable) == texts.map(\.utf8.hashable))
  }

  @Test("Floating-point numbers are restored exactly")
  func doubles() throws {
    let database = try TestDatabase()
    var generator = SeededGenerator(seed: 7)
    var numbers: [Double] = [
      0, 1, -1, 0.1, 1.5, 1e16, 1e21, 1e-7, .pi, .ulpOfOne, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .infinity, -.infinity,
    ]
    for _ in 0..<20_000 {
      numbers.append((Double.random(in: -1e6...1e6, using: &generator) * 100).rounded() / 100)
      numbers.append(Double.random(in: -1...1, using: &generator))
    }
    var result: [Double] = []
    let statement = _RenderedStatement(
      sql: "SELECT value FROM json_each(?1)", bindings: [.text(JSONText.array(of: numbers.map(\._boundValue)))])
    try database.transaction.forEachRow(statement) { result.append(try $0.read()) }
    let different = zip(numbers, result).filter { $0 != $1 }
    #expect(different.isEmpty, "\(different.count) of \(numbers.count), as \(different.prefix(3))")
  }
}

extension String.UTF8View {
  /// The bytes; two texts that look the same may have others.
  fileprivate var hashable: [UInt8] { Array(self) }
}
