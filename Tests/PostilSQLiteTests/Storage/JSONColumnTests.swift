import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite struct JSONColumnTests {
  enum Shape: Codable, Hashable, Sendable {
    case point
    case circle(radius: Double)
    case polygon([Double], closed: Bool)
  }

  struct Note: Codable, Hashable, Sendable {
    var text: String?
    var tags: [String?] = []
    var counts: [String: Int?] = [:]
    var byNumber: [Int: String] = [:]
    var date: Date?
    var data = Data()
    var bytes: [UInt8] = []
    var double = 0.0
    var float: Float = 0
    var big: UInt64 = 0
    var small: Int64 = 0
    var decimal: Decimal = 0
    var url: URL?
    var uuid: UUID?
    var shape = Shape.point
    var nested: [[Shape?]] = []
    var flag: Bool?
  }

  private static func notes() -> [Note] {
    var random = SeededGenerator(seed: 1)
    let texts = [
      "", "a", "\"quoted\" \\ / \u{0} \u{1F}\n", "é\u{301} 🇳🇴👩‍👩‍👧", "\u{2028}\u{FFFF}", "null",
      String(repeating: "x", count: 5_000),
    ]
    var notes = (0..<150).map { _ in
      var note = Note()
      note.text = texts.randomElement(using: &random)
      note.tags = (0..<Int.random(in: 0...4, using: &random)).map {
        $0 == 1 ? nil : texts.randomElement(using: &random)
      }
      note.counts = Dictionary(
        uniqueKeysWithValues: texts.prefix(.random(in: 0...7, using: &random)).map { ($0, $0.isEmpty ? nil : $0.count) }
      )
      note.byNumber = [Int.random(in: .min ... .max, using: &random): "a", -1: "b"]
      note.date = Date(timeIntervalSinceReferenceDate: .random(in: 1e7...2e9, using: &random))
      note.bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in .random(in: 0 ... .max, using: &random) }
      note.data = Data(note.bytes)
      note.double = Double(bitPattern: random.next())
      if note.double.isNaN { note.double = .pi }
      note.float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      if note.float.isNaN { note.float = -.infinity }
      note.big = random.next()
      note.small = Int64(bitPattern: random.next())
      note.decimal = Decimal(random.next()) / 100_000
      note.uuid = UUID()
      note.url = URL(string: "https://example.com/a/b?c=d")
      note.shape = Bool.random(using: &random) ? .circle(radius: 0.1) : .polygon([1, -0.0, 1e-300], closed: true)
      note.nested = [[], [nil, .point], [.circle(radius: .infinity)]]
      note.flag = Bool.random(using: &random)
      return note
    }
    var extreme = Note()
    (extreme.big, extreme.small, extreme.double) = (.max, .min, .greatestFiniteMagnitude)
    extreme.decimal = Decimal(string: "-340282366920938463463374607431768211455") ?? 0
    (extreme.date, extreme.float) = (.distantPast, .leastNonzeroMagnitude)
    notes += [Note(), extreme]
    return notes
  }

  @Test func everyCodableValueComesBackIdentical() throws { try expectRoundTrip(JSONColumn<Note>.self, Self.notes()) }

  @Test func valuesThatAreNoObjectsComeBackIdentical() throws {
    try expectRoundTrip(JSONColumn<[Int]>.self, [[], [1], [.min, .max]])
    try expectRoundTrip(JSONColumn<String>.self, ["", "a", "\u{0}"])
    try expectRoundTrip(JSONColumn<Int>.self, [0, .min, .max])
    try expectRoundTrip(JSONColumn<Bool>.self, [true, false])
    try expectRoundTrip(JSONColumn<Double>.self, [0.1, .infinity, -.infinity, .leastNonzeroMagnitude])
    try expectRoundTrip(JSONColumn<[String: [String]]>.self, [[:], ["a": [], "b": ["c"]]])
    try expectRoundTrip(JSONColumn<[Int?]>.self, [[nil], [1, nil]])
    try expectRoundTrip(JSONColumn<Date>.self, [Date(timeIntervalSince1970: 1_770_000_000.25)])
    try expectRoundTrip(JSONColumn<Shape>.self, [.point, .circle(radius: 2)])
  }

  @Test func theTextIsThatOfTheColumnsThemselves() {
    struct Small: Codable, Sendable {
      var b = Date(timeIntervalSince1970: 0.5)
      var a = "x/y"
      var d = Data([0, 255])
      var n = [Double.nan, .infinity]
    }
    #expect(
      JSONColumn(_plain: Small())._boundValue
        == .text(#"{"a":"x/y","b":"1970-01-01 00:00:00.5","d":"AP8=","n":["NaN","Infinity"]}"#))
  }

  @Test func equalValuesAreEqualInTheDatabase() throws {
    let store = try SQLiteStore.cells()
    let note = Self.notes()[0]
    try store.write { db in
      try Cell<JSONColumn<Note>>.Draft(value: note, optional: nil).insert(in: db)
      try Cell<JSONColumn<Note>>.Draft(value: Note(), optional: note).insert(in: db)
      #expect(try Cell<JSONColumn<Note>>.where { $0.value == note }.count(in: db) == 1)
      #expect(try Cell<JSONColumn<Note>>.where { $0.optional == nil }.count(in: db) == 1)
      #expect(try Cell<JSONColumn<Note>>.where { $0.optional == note }.count(in: db) == 1)
      #expect(try Cell<JSONColumn<Note>>.where { $0.value.in([note, Note()]) }.count(in: db) == 2)
    }
    #expect(JSONColumn(_plain: note) == JSONColumn(_plain: note))
    #expect(Set([JSONColumn(_plain: note), JSONColumn(_plain: note), JSONColumn(_plain: Note())]).count == 2)
  }

  @Test func setsAndDictionariesOfAnyKeysHaveOneText() throws {
    let words = (0..<200).map { "word \($0)" }
    let sets: [Set<String>] = [[], ["a"], Set(words)]
    try expectRoundTrip(JSONColumn<Set<String>>.self, sets)
    // Two sets that were filled in another order, with other room, iterate differently.
    var grown = Set<String>(minimumCapacity: 10_000)
    for word in words.reversed() { grown.insert(word) }
    #expect(JSONColumn(_plain: grown)._boundValue == JSONColumn(_plain: Set(words))._boundValue)
    #expect(JSONColumn<Set<String>>(_plain: ["b", "a", "c"])._boundValue == .text(#"["a","b","c"]"#))
    #expect(JSONColumn<Set<Set<Int>>>(_plain: [[3, 1], [2]])._boundValue == .text("[[1,3],[2]]"))

    let shapes: [Shape: Set<Int>] = [.point: [2, 1], .circle(radius: 1): []]
    try expectRoundTrip(JSONColumn<[Shape: Set<Int>]>.self, [shapes, [:]])
    #expect(JSONColumn(_plain: shapes)._boundValue == .text(#"[{"circle":{"radius":1}},[],{"point":{}},[1,2]]"#))
    try expectRoundTrip(JSONColumn<[Int: String]>.self, [[2: "a", 1: "b"], [:]])
    #expect(JSONColumn<[Int: String]>(_plain: [2: "a", 1: "b"])._boundValue == .text(#"{"1":"b","2":"a"}"#))
    try expectUnstorable(JSONColumn<Set<Stubborn>>.self, [Stubborn()], reason: "it does not want to")
  }

  struct Stubborn: Codable, Hashable, Sendable {
    struct Refusal: Error, CustomStringConvertible {
      let description = "it does not want to"
    }
    init() {}
    init(from decoder: any Decoder) throws { throw Refusal() }
    func encode(to encoder: any Encoder) throws { throw Refusal() }
  }

  @Test func aValueThatCannotBeEncodedIsNotStored() throws {
    try expectUnstorable(JSONColumn<Stubborn>.self, Stubborn(), reason: "it does not want to")
    var note = Note()
    note.date = Date(timeIntervalSinceReferenceDate: 1e15)
    try expectUnstorable(JSONColumn<Note>.self, note, reason: "at 'date'")
  }

  @Test func whatIsNoSuchValueIsNotReadAsOne() throws {
    try expectRefusal(
      JSONColumn<[Int]>.self, of: ["''", "'['", "'[1;2]'", "'{}'", "'1'", "'[1] x'"],
      reason: "it must be the JSON of the type")
    try expectRefusal(JSONColumn<[Int]>.self, of: [#"'[1,"a"]'"#], reason: "at '[1]'")
    try expectRefusal(JSONColumn<[String: Shape]>.self, of: [#"'{"a":{"circle":{}}}'"#], reason: "there is no 'radius'")
    try expectRefusal(
      JSONColumn<Date>.self, of: [#"'"yesterday"'"#], reason: "a date must look like 2026-11-21 08:30:00")
    try expectRefusal(JSONColumn<Stubborn>.self, of: ["'{}'"], reason: "it does not want to")
    try expectRefusal(JSONColumn<[Int]>.self, of: ["1", "NULL", "x'5B5D'"], reason: "it must be TEXT")
  }
}
