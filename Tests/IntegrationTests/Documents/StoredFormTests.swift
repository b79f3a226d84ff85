import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Language.md, "Embedded structs" and "@store(as:)": what SQLite stores.
@Suite("Stored forms of values in an embedded struct")
struct StoredFormTests {
  private let file: TemporaryFile
  private let store: SQLiteStore

  init() throws {
    file = try TemporaryFile()
    store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
  }

  @Test("A value is stored in the annotated format")
  func storedForms() throws {
    try store.write { db in
      try Expedition.Draft(name: "full", span: Span.full, heights: [1]).insert(in: db)
    }
    let columns = [
      "span_from", "span_to", "span_day", "span_ticket", "span_samples", "span_tags", "span_extra",
      "span_camp_equipment", "heights", "reserve_samples",
    ]
    let list = columns.map { "quote(\($0))" }.joined(separator: ", ")
    #expect(
      try file.rows("SELECT \(list) FROM expedition")[0] == [
        "1763463600", "1763463600250", "'2026-11-18'", "X'0102030405060708090A0B0C0D0E0F10'", "X'0100FFFF'",
        "'[\"a\",\"it''s\"]'", "'{\"x\":1}'", "'{\"stove\":\"gas\",\"tents\":2}'", "X'01000000'", "NULL",
      ])
    #expect(try file.rows("SELECT typeof(span_camp_moonrise) FROM expedition")[0] == ["real"])
  }

  @Test("A stored value of another type is refused")
  func checks() throws {
    try store.write { db in
      try Expedition.Draft(name: "full", span: Span.full, reserve: Span.full).insert(in: db)
      func refused(_ assignment: String, by check: String) {
        #expect(throws: ConstraintViolation.check(name: check)) {
          try db.execute(_RenderedStatement(sql: "UPDATE expedition SET \(assignment)"))
        }
      }
      refused("reserve_day = '2026-02-30'", by: "expedition_reserve_day_range")
      refused("span_ticket = x'00'", by: "expedition_span_ticket_range")
      refused("reserve_samples = x'00'", by: "expedition_reserve_samples_range")
      refused("reserve_camp_equipment = '['", by: "expedition_reserve_camp_equipment_json")
      refused("reserve_ticket = NULL", by: "expedition_reserve_check")
    }
  }

  @Test("A value of a type of another module is stored as that type says")
  func otherModules() throws {
    try store.write { db in
      try Paint.Draft(
        hue: Hue(degrees: 350), shade: Shade(name: "dusk"), weight: Weight(kilograms: 0.5), seal: Seal(bytes: [1, 255])
      ).insert(in: db)
    }
    #expect(
      try file.rows("SELECT hue, shade, weight, hex(seal) FROM paint")[0] == ["350", "dusk", "0.5", "01FF"])
  }
}
