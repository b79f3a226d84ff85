import Foundation
import Postil
import Testing

/// JSON as the text that SQLite stores.
@Suite("JSON columns, as text")
struct JSONTextTests {
  private let store: SQLiteStore

  init() throws { store = try temporaryStore() }

  private func fill() throws {
    try store.write { db in _ = try Venue.insert([JSONTests.opera, JSONTests.cellar], in: db) }
  }

  @Test("The database refuses invalid JSON")
  func check() throws {
    try fill()
    try store.write { db in
      #expect(throws: ConstraintViolation.check(name: "venue_labels_json")) {
        try db.execute(_RenderedStatement(sql: "UPDATE venue SET labels = '[' WHERE name = 'Opera'"))
      }
    }
  }

  @Test("The text in a column is the one shown in Docs/Language.md")
  func text() throws {
    try fill()
    let document = try Document("Language")
    try store.read { db in
      for column in ["address", "labels", "floors", "programme"] {
        let statement = _RenderedStatement(sql: "SELECT \(column) FROM venue ORDER BY name")
        var texts: [String] = []
        try db.forEachRow(statement) { row in texts.append(try row.readString()) }
        let (cellar, opera) = (texts[0], texts[1])
        let shown = column == "address" ? cellar : opera
        #expect(document.text.contains("| `\(column)` | `\(shown)` |"), "the document lacks: \(shown)")
      }
    }
  }

  @Test("SQLite reads a text in JSON up to the first NUL, as documented")
  func nul() throws {
    try fill()
    try store.write { db in
      try Venue.where { $0.name == "Cellar" }.update(in: db) { [$0.labels.set(["old\0er", "old"])] }
      let rows = try Venue.joinEach { $0.labels.elements }.where { venue, _ in venue.name == "Cellar" }
        .fetchAll(in: db)
      #expect(rows.map(\.1.value) == ["old", "old"])
      #expect(rows[0].0.labels == ["old\0er", "old"])
    }
  }

  @Test("Text without a required member can't be read, and the error names the member")
  func missingMember() throws {
    try fill()
    try store.write { db in
      try db.execute(
        _RenderedStatement(sql: "UPDATE venue SET address = json_remove(address, '$.lines', '$.zip-code')"))
      #expect(throws: ColumnDecodingError.self) { try Venue.all.fetchAll(in: db) }
      try db.execute(_RenderedStatement(sql: "UPDATE venue SET address = json_set(address, '$.lines', json('[]'))"))
      #expect(try Venue.all.fetchAll(in: db).allSatisfy { $0.address.zip == nil && $0.address.lines.isEmpty })
    }
  }

  @Test("An invalid array throws an error that names the element")
  func mistakes() throws {
    try store.write { db in
      _ = try Library(in: db)
      for sql in ["SELECT json_group_array(title) FROM book", "SELECT json_object('a', 1)", "SELECT '[1, 2'"] {
        let statement = _RenderedStatement(sql: sql)
        #expect(throws: ColumnDecodingError.self) {
          _ = try db.fetchFirst(statement) { row in try row.read(JSONElements<Int>.self) }
        }
      }
      let error = #expect(throws: ColumnDecodingError.self) {
        _ = try db.fetchFirst(_RenderedStatement(sql: "SELECT '[1, null, 3]' AS list")) { row in
          try row.read(JSONElements<Int>.self)
        }
      }
      #expect(
        error?.description.hasPrefix(
          "column 'list' contains TEXT that isn't a valid Array<Int>: its element 1 is no Int64")
          == true)
    }
  }
}
