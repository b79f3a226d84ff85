import PostilQuery
import Testing

@Suite("Cursor texts")
struct CursorTextTests {
  /// A code for tests alone: it keeps nobody from anything.
  struct TestSigner: CursorSigner {
    var seed: UInt64 = 1
    var length = 32

    func authenticationCode(for message: [UInt8]) -> [UInt8] {
      var hash = 0xCBF2_9CE4_8422_2325 ^ seed
      return (0..<length).map { index in
        for byte in message { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ UInt64(index)) &* 0x9E37_79B9_7F4A_7C15
        return UInt8(truncatingIfNeeded: hash >> 32)
      }
    }
  }

  private let signer = TestSigner()
  private let cursor: Cursor<Item>

  init() throws {
    let page = try Item.order { ($0.dueAt, $0.title, $0.price, $0.count) }.page(size: 4)
      .fetch(in: TestDatabase.filled().transaction)
    cursor = try #require(page.next)
  }

  @Test("A text restores its cursor, and contains only characters allowed in a URL")
  func roundTrip() throws {
    let text = cursor.text(signedBy: signer)
    #expect(try Cursor<Item>(text, verifiedBy: signer) == cursor)
    #expect(text == cursor.text(signedBy: signer))
    #expect(
      text.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8.contains($0) })
    #expect(text.utf8.count < 110)
    #expect("\(cursor)" == "a cursor of Item")
  }

  @Test("Values of every kind are restored")
  func values() throws {
    let database = try TestDatabase(
      """
      CREATE TABLE "tag" ("id" INTEGER PRIMARY KEY, "name" ANY) STRICT;
      INSERT INTO "tag" VALUES (-9223372036854775808, ''), (-65, x''), (-1, x'00ff10'), (0, NULL), (1, 1e-300), (63, 9e999),
        (64, -0.0), (8191, 'naïve'), (8192, char(0) || 'x'), (9223372036854775807, 5);
      """)
    let query = Tag.select { $0.id }.order { ($0, $0) }
    let named = Tag.order { $0.name }.select { $0.id }
    for size in 1...9 {
      let next = try #require(query.page(size: size).fetch(in: database.transaction).next)
      #expect(try Cursor<Tag.ID>(next.text(signedBy: signer), verifiedBy: signer) == next)
    }
    var ids: [Tag.ID] = []
    var text: String?
    repeat {
      let cursor = try text.map { try Cursor<Tag.ID>($0, verifiedBy: signer) }
      let page = try named.page(after: cursor, size: 1).fetch(in: database.transaction)
      ids += page.rows
      text = page.next?.text(signedBy: signer)
    } while text != nil
    #expect(ids.map(\.rawValue) == [0, 64, 1, .max, 63, .min, 8192, 8191, -65, -1])
  }

  @Test("A changed, added or removed character is detected")
  func tampering() throws {
    let text = Array(cursor.text(signedBy: signer).utf8)
    func accepts(_ characters: some Collection<UInt8>) -> Bool {
      (try? Cursor<Item>(String(decoding: characters, as: UTF8.self), verifiedBy: signer)) != nil
    }
    #expect(accepts(text))
    for index in text.indices {
      for replacement in "Aa09-_=+/ é".utf8 where replacement != text[index] {
        var changed = text
        changed[index] = replacement
        #expect(!accepts(changed), "a change at \(index)")
      }
      #expect(!accepts(text[..<index]), "cut to \(index)")
      #expect(!accepts(text[(index + 1)...]), "without the first \(index + 1)")
    }
    for addition in ["A", "AA", "=", "==", "\n", "\0"] { #expect(!accepts(text + Array(addition.utf8))) }
  }

  @Test("Errors say what to do, without the content of the text")
  func errors() throws {
    let text = cursor.text(signedBy: signer)
    func error(_ text: String, _ signer: TestSigner = TestSigner()) -> CursorError? {
      #expect(throws: CursorError.self) { try Cursor<Item>(text, verifiedBy: signer) }
    }
    #expect(error("") == .malformed)
    #expect(error("not a cursor") == .malformed)
    #expect(error("AQ") == .malformed)
    #expect(error(text, TestSigner(seed: 2)) == .notVerified(rows: "Item"))
    #expect(error(String(text.dropLast(4))) == .notVerified(rows: "Item"))
    #expect(error("Ag" + text.dropFirst(2)) == .unsupportedVersion(2))
    #expect(error(text, TestSigner(length: 15)) == .codeTooShort(bytes: 15))
    // What a short code signed is not verified by itself.
    #expect(error(cursor.text(signedBy: TestSigner(length: 0)), TestSigner(length: 0)) != nil)
    for error in [
      CursorError.malformed, .unsupportedVersion(2), .notVerified(rows: "Item"), .codeTooShort(bytes: 1),
      .keyTooShort(bytes: 1),
    ] {
      #expect(!"\(error)".contains(text))
    }
  }

  @Test("A cursor of other rows is refused")
  func otherRows() throws {
    let text = cursor.text(signedBy: signer)
    #expect(throws: CursorError.notVerified(rows: "Step")) { try Cursor<Step>(text, verifiedBy: signer) }
    #expect(throws: CursorError.notVerified(rows: "String")) { try Cursor<String>(text, verifiedBy: signer) }
  }
}
