import Postil
import PostilCursors
import Testing

/// A row of a table that nobody generated.
struct Book: Queryable, Equatable {
  let id: Int
  let title: String

  static let table = _TableDescription(model: "Book", name: "book", columns: ["id", "title"], primaryKey: ["id"])

  init(row: inout some RowReader) throws {
    id = try row.read()
    title = try row.read()
  }

  struct Columns: ViewColumns {
    typealias OwningModel = Book
    let _rowSource: _Source
    init(_ source: _Source) { _rowSource = source }
    var title: ReadOnlyColumn<Book, String> { ReadOnlyColumn("title", of: _rowSource) }
  }
}

/// The same rows under another name.
struct Pamphlet: Queryable {
  static let table = _TableDescription(
    model: "Pamphlet", name: "pamphlet", columns: ["id", "title"], primaryKey: ["id"])

  init(row: inout some RowReader) throws {}

  struct Columns: ViewColumns {
    typealias OwningModel = Pamphlet
    let _rowSource: _Source
    init(_ source: _Source) { _rowSource = source }
  }
}

@Suite("Keys for signed cursors")
struct CursorKeyTests {
  private let secret = [UInt8]((0..<32).map { UInt8($0) })

  private func pages() throws -> Page<Book> {
    let store = try SQLiteStore.inMemory(schema: BookSchema.self)
    return try store.write { db in
      try RawSQL("INSERT INTO \(identifier: "book") VALUES (1, 'Emma'), (2, 'Odes'), (3, 'Ümlaut')").execute(in: db)
      return try Book.order { $0.title }.page(size: 2).fetch(in: db)
    }
  }

  enum BookSchema: DatabaseSchema {
    static let ddl = #"CREATE TABLE "book" ("id" INTEGER PRIMARY KEY, "title" TEXT NOT NULL) STRICT;"#
    static let fingerprint = "1"
    static let tables = [Book.table]
  }

  /// Source: RFC 4231, sections 4.7 and 4.8, the cases whose keys are long enough.
  @Test("Signatures are HMAC-SHA256")
  func vectors() throws {
    let key = try CursorKey([UInt8](repeating: 0xAA, count: 131))
    func code(_ message: String) -> String {
      key.authenticationCode(for: Array(message.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    #expect(
      code("Test Using Larger Than Block-Size Key - Hash Key First")
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    #expect(
      code(
        "This is a test using a larger than block-size key and a larger than block-size data. "
          + "The key needs to be hashed before being used by the HMAC algorithm.")
        == "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2")
  }

  @Test("A signed text is verified only by the same key")
  func text() throws {
    let page = try pages()
    let key = try CursorKey(secret)  // from the place where the program keeps its secrets
    let text = page.next?.text(signedBy: key)  // "AX3qk…", of letters, digits, '-' and '_'
    try verify(try #require(text), page.next)
    #expect(text?.utf8.count == 44)
    let other = try CursorKey(secret.reversed())
    #expect(throws: CursorError.notVerified(rows: "Book")) { try Cursor<Book>(text ?? "", verifiedBy: other) }
    #expect(throws: CursorError.notVerified(rows: "Book")) { try Cursor<Book>(text ?? "", verifiedBy: CursorKey()) }
    #expect(throws: CursorError.notVerified(rows: "Pamphlet")) { try Cursor<Pamphlet>(text ?? "", verifiedBy: key) }
  }

  private func verify(_ text: String, _ expected: Cursor<Book>?) throws {
    let key = try CursorKey(secret)
    let cursor = try Cursor<Book>(text, verifiedBy: key)
    #expect(cursor == expected)
  }

  @Test("A changed, added or removed character invalidates the signature")
  func tampering() throws {
    let key = try CursorKey(secret)
    let text = Array(try #require(pages().next).text(signedBy: key))
    func accepts(_ characters: some Sequence<Character>) -> Bool {
      (try? Cursor<Book>(String(characters), verifiedBy: key)) != nil
    }
    #expect(accepts(text))
    for index in text.indices {
      for replacement in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_="
      where replacement != text[index] {
        var changed = text
        changed[index] = replacement
        #expect(!accepts(changed))
      }
      #expect(!accepts(text[..<index]) && !accepts(text[(index + 1)...]))
      #expect(!accepts(text[..<index] + [text[index]] + text[index...]))
    }
  }

  @Test("A short key is refused")
  func shortKeys() throws {
    for count in [0, 1, 16, 31] {
      #expect(throws: CursorError.keyTooShort(bytes: count)) { try CursorKey(secret.prefix(count)) }
    }
    #expect(
      CursorError.keyTooShort(bytes: 16).description
        == "the key has 16 bytes, and at least 32 are needed; create one from random bytes")
    #expect(CursorKey().authenticationCode(for: []) != CursorKey().authenticationCode(for: []))
  }
}
