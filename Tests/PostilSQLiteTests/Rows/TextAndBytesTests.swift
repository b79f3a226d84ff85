import Foundation
import PostilQuery
import PostilSQLite
import Testing

@Suite struct TextAndBytesTests {
  let store: SQLiteStore

  init() throws { store = try .values() }

  @Test(arguments: [
    "", "a", "fifteen letters", "more than fifteen letters, so it is on the heap", "nul\0 in the middle", "\0",
    "äöü 日本語 👩‍👩‍👧‍👦", "e\u{301}", "'; DROP TABLE value; --",
  ])
  func textRoundTripsByteForByte(_ text: String) throws {
    let stored = try #require(try store.stored(text, in: .text))
    #expect(Array(stored.utf8) == Array(text.utf8))
  }

  @Test(arguments: [0, 1, 2, 255, 256, 257, 65_535, 65_536, 65_537, 1_000_000])
  func bytesRoundTripAtAnyLength(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try store.stored(bytes, in: .blob) == bytes)
    #expect(try store.stored(Data(bytes), in: .blob) == Data(bytes))
    #expect(Data(bytes)._boundValue == .blob(bytes))
  }

  @Test func noBytesAreAnEmptyBlobAndNotNull() throws {
    #expect(try store.stored([UInt8](), in: .blob) == [])
    #expect(try store.stored(Data?.some(Data()), in: .blob) == .some(Data()))
    #expect(try store.stored([UInt8]?.none, in: .blob) == .some(nil))
    let classes = try store.read { db in
      try db.value(#"SELECT group_concat(typeof("blob")) FROM "value""#, as: String.self)
    }
    #expect(classes == "blob,blob,null")
  }

  @Test func longAndShortValuesMixInOneStatement() throws {
    // What the statement's own memory holds and what SQLite copies changes from row to row.
    let texts = (0..<200).map { String(repeating: "x", count: ($0 * $0 * 37) % 90_000) }
    try store.write { db in
      try db.execute(ValueColumn.text.insert, forEach: texts) { $0._bind(to: &$1) }
      var read: [String] = []
      try db.forEachRow(_RenderedStatement(sql: #"SELECT "text" FROM "value" ORDER BY "id""#)) {
        read.append(try $0.read())
      }
      #expect(read == texts)
    }
  }

  @Test func severalTextsOfOneRowDoNotOverwriteEachOther() throws {
    let texts = (0..<20).map { index in String(repeating: "\(index)", count: index * 40) }
    let sql = "SELECT " + (1...20).map { "?\($0)" }.joined(separator: ", ")
    for _ in 0..<3 {
      let read = try store.read { db in
        try db.fetchFirst(_RenderedStatement(sql: sql, bindings: texts.map(\._boundValue))) { row in
          try texts.map { _ in try row.read(String.self) }
        }
      }
      #expect(read == texts)
    }
  }

  @Test func textAndBytesAreNotTakenForEachOther() throws {
    let reason = "it must be TEXT; convert it in the SQL, or change the Swift type"
    #expect(throws: ColumnDecodingError(column: "answer", type: "String", found: .blob, reason: reason)) {
      try store.evaluated("x'41'", as: String.self)
    }
    #expect(throws: ColumnDecodingError.self) { try store.evaluated("1", as: String.self) }
    #expect(throws: ColumnDecodingError.self) { try store.evaluated("'A'", as: Data.self) }
    #expect(throws: ColumnDecodingError.self) { try store.evaluated("NULL", as: [UInt8].self) }
  }

  @Test func identifiersAreUpperCaseTextAndReadInEitherCase() throws {
    for _ in 0..<100 {
      let uuid = UUID()
      #expect(try store.stored(uuid, in: .text) == uuid)
      #expect(
        try store.read { db in try db.value(#"SELECT "text" FROM "value" ORDER BY "id" DESC LIMIT 1"#) }
          == uuid.uuidString)
      #expect(uuid._boundValue == .text(uuid.uuidString))
      #expect(try store.evaluated("'\(uuid.uuidString.lowercased())'", as: UUID.self) == uuid)
    }
  }

  @Test(arguments: [
    "", "E621E1F8", "E621E1F8-C36C-495A-93FC-0C247A3E6E5", "E621E1F8-C36C-495A-93FC-0C247A3E6E5FF",
    "E621E1F8_C36C-495A-93FC-0C247A3E6E5F", "E621E1F8-C36C-495A-93FC-0C247A3E6E5G",
    "{621E1F8-C36C-495A-93FC-0C247A3E6E5}",
  ])
  func whatIsNoIdentifierIsAnError(_ text: String) throws {
    #expect(throws: ColumnDecodingError.self) { try store.evaluated("'\(text)'", as: UUID.self) }
  }

  @Test func textThatIsNotUTF8IsAnErrorAndNotRepaired() throws {
    let malformed = [
      "x'FF'", "x'61C3'", "x'EDA080'", "x'F4908080'", "x'C080'", "x'6161616161616161616161616161616161616161E282'",
    ]
    for bytes in malformed {
      let error = ColumnDecodingError(
        column: "answer", type: "String", found: .text,
        reason: "it must be valid UTF-8; a property of type SQLValue can hold any text")
      #expect(throws: error) { try store.evaluated("CAST(\(bytes) AS TEXT)", as: String.self) }
      #expect(throws: error) { try store.evaluated("CAST(\(bytes) AS TEXT)", as: String?.self) }
      #expect(throws: ColumnDecodingError.self) { try store.evaluated("CAST(\(bytes) AS TEXT)", as: URL.self) }
      #expect(throws: ColumnDecodingError.self) {
        try store.evaluated("CAST(x'22' || \(bytes) || x'22' AS TEXT)", as: JSONColumn<String>.self)
      }
    }
    // A row that is read and written again keeps its bytes.
    let value = try #require(try store.evaluated("CAST(x'61FF' AS TEXT)", as: SQLValue.self))
    #expect(try store.stored(value, in: .text) == .malformedText([0x61, 0xFF]))
    #expect(try store.read { db in try db.value(#"SELECT hex("text") FROM "value""#) } == "61FF")
  }

  @Test func malformedTextInAKeyIsNothingToCompareWith() throws {
    struct Pair: _StoredValue {
      static let _columnCount = 2
      func _bind(to binder: inout some ValueBinder) {
        SQLValue.malformedText([0xFF])._bind(to: &binder)
        1._bind(to: &binder)
      }
    }
    let error = ColumnEncodingError(type: "SQLValue", reason: "its text is not valid UTF-8")
    #expect(Pair()._boundValues == [.unstorable(error), .integer(1)])
  }
}
