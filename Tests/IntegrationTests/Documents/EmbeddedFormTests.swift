import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Language.md, "Embedded structs" and "@store(as:)": the forms that a note names, inside structs, views and types of another
/// module.
@Suite("Values with an annotated format in an embedded struct")
struct EmbeddedFormTests {
  private let file: TemporaryFile
  private let store: SQLiteStore

  init() throws {
    file = try TemporaryFile()
    store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
  }

  private static let start = Date(timeIntervalSince1970: 1_763_463_600)
  private static let ticket = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  private static let bare = Span(from: start, ticket: ticket, tags: [])
  private static let full = Span(
    note: "cold", from: start, to: start.addingTimeInterval(0.25), day: DateComponents(year: 2026, month: 11, day: 18),
    ticket: ticket, samples: [1, 65535], tags: ["a", "it's"], extra: ["x": 1],
    camp: Camp(moonrise: start, equipment: Equipment(tents: 2, stove: "gas"), readings: [0.5, -1]))

  @Test("A value is restored with all parts, without optional parts, and as nil")
  func roundTrip() throws {
    try store.write { db in
      let drafts = [
        Expedition.Draft(name: "bare", span: Self.bare),
        Expedition.Draft(name: "both", span: Self.full, reserve: Self.bare, heights: []),
        Expedition.Draft(name: "full", span: Self.bare, reserve: Self.full, heights: [.min, 0, .max]),
      ]
      let rows = try drafts.map { try $0.insert(in: db) }
      #expect(try Expedition.order { $0.name }.fetchAll(in: db) == rows)
      #expect(rows[0].heights == nil && rows[1].heights == [])
      var changed = rows[2]
      changed.reserve?.camp = nil
      changed.span.tags = ["new"]
      changed.heights = nil
      try changed.update(in: db)
      #expect(try Expedition.find(changed.id, in: db) == changed)
      changed.reserve = nil
      changed.span = Self.full
      try changed.save(in: db)
      #expect(try Expedition.find(changed.id, in: db) == changed)
    }
  }

  @Test("A value is stored in the annotated format")
  func storedForms() throws {
    try store.write { db in
      try Expedition.Draft(name: "full", span: Self.full, heights: [1]).insert(in: db)
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

  @Test("A value can be compared in queries, as a whole, by its parts, and by JSON paths")
  func queries() throws {
    try store.write { db in
      try Expedition.insert(
        [
          Expedition.Draft(name: "a", span: Self.bare, reserve: Self.full),
          Expedition.Draft(name: "b", span: Self.full, heights: [1, 2]),
        ], in: db)
      func names(_ predicate: (Expedition.Columns) -> some SQLExpression<Bool>) throws -> [String] {
        try Expedition.where(predicate).order { $0.name }.fetchAll(in: db).map(\.name)
      }
      let day = DateComponents(year: 2026, month: 11, day: 18)
      #expect(try names { $0.span == Self.full } == ["b"])
      #expect(try names { $0.span != Self.full } == ["a"])
      #expect(try names { $0.reserve == Self.full } == ["a"])
      #expect(try names { $0.reserve == nil } == ["b"])
      #expect(try names { $0.span == $0.reserve } == [])
      #expect(try names { $0.span.from == Self.start && $0.span.ticket == Self.ticket } == ["a", "b"])
      #expect(try names { $0.span.to > Self.start } == ["b"])
      #expect(try names { $0.reserve.from == Self.start && $0.reserve.day == day } == ["a"])
      #expect(try names { $0.reserve.samples == [1, 65535] } == ["a"])
      #expect(try names { $0.heights == [1, 2] } == ["b"])
      #expect(try names { $0.heights == nil } == ["a"])
      #expect(try names { $0.span.tags.contains("it's") } == ["b"])
      #expect(try names { $0.span.extra["x"] == 1 } == ["b"])
      #expect(try names { $0.span.camp.equipment.tents == 2 } == ["b"])
      #expect(try names { $0.reserve.camp.equipment.stove == "gas" } == ["a"])
      #expect(try names { $0.reserve.camp.moonrise == Self.start && $0.reserve.camp.readings == [0.5, -1] } == ["a"])
      let parts = try Expedition.order { $0.name }.select { ($0.span.from, $0.reserve.day, $0.span.camp.equipment) }
        .fetchAll(in: db)
      #expect(parts.map(\.0) == [Self.start, Self.start])
      #expect(parts.map(\.1) == [day, nil])
      #expect(parts.map(\.2) == [nil, Equipment(tents: 2, stove: "gas")])
      try Expedition.where { $0.name == "b" }.update(in: db) {
        [$0.span.to.set(nil), $0.span.tags.set(["x"]), $0.span.samples.set([7]), $0.reserve.set(Self.bare)]
      }
      let row = try #require(try Expedition.where { $0.name == "b" }.fetchOne(in: db))
      #expect(row.span.to == nil && row.span.tags == ["x"] && row.span.samples == [7] && row.reserve == Self.bare)
    }
  }

  @Test("A view can contain a value, as a whole and by its parts")
  func views() throws {
    try store.write { db in
      try Expedition.insert(
        [
          Expedition.Draft(name: "a", span: Self.bare, reserve: Self.full),
          Expedition.Draft(name: "b", span: Self.full),
        ], in: db)
      let plans = try Plan.order { $0.title }.fetchAll(in: db)
      #expect(plans.map(\.span) == [Self.bare, Self.full])
      #expect(plans.map(\.camp) == [Self.full.camp, nil])
      #expect(try Plan.where { $0.span == Self.full && $0.camp == nil }.fetchAll(in: db).map(\.title) == ["b"])
      #expect(try Plan.where { $0.camp.equipment.tents == 2 && $0.span.from == Self.start }.count(in: db) == 1)
      #expect(try Plan.where { $0.span.camp.equipment.stove == "gas" }.fetchAll(in: db).map(\.title) == ["b"])
      #expect(try Plan.order { $0.title }.select { $0.camp.readings }.fetchAll(in: db) == [[0.5, -1], nil])
    }
  }

  @Test("A stored value of another type is refused")
  func checks() throws {
    try store.write { db in
      try Expedition.Draft(name: "full", span: Self.full, reserve: Self.full).insert(in: db)
      func refused(_ assignment: String, by check: String) {
        #expect(throws: ConstraintViolation.check(name: check)) {
          try db.execute(RenderedStatement(sql: "UPDATE expedition SET \(assignment)"))
        }
      }
      refused("reserve_day = '2026-02-30'", by: "expedition_reserve_day_range")
      refused("span_ticket = x'00'", by: "expedition_span_ticket_range")
      refused("reserve_samples = x'00'", by: "expedition_reserve_samples_range")
      refused("reserve_camp_equipment = '['", by: "expedition_reserve_camp_equipment_json")
      refused("reserve_ticket = NULL", by: "expedition_reserve_check")
    }
  }

  @Test("Types of another module are stored as annotated")
  func otherModules() throws {
    let paint = try store.write { db in
      let paint = try Paint.Draft(
        hue: Hue(degrees: 350), shade: Shade(name: "dusk"), weight: Weight(kilograms: 0.5), seal: Seal(bytes: [1, 255])
      )
      .insert(in: db)
      let plain = try Paint.Draft(hue: Hue(degrees: 0), weight: Weight(kilograms: 2)).insert(in: db)
      #expect(try Paint.order { $0.hue }.fetchAll(in: db) == [plain, paint])
      let dusk = Shade(name: "dusk")
      #expect(try Paint.where { $0.shade == dusk && $0.hue > Hue(degrees: 9) }.fetchAll(in: db) == [paint])
      #expect(try Paint.where { $0.seal == nil && $0.weight == Weight(kilograms: 2) }.fetchAll(in: db) == [plain])
      return paint
    }
    #expect(
      try file.rows("SELECT hue, shade, weight, hex(seal) FROM paint WHERE id = \(paint.id)")[0]
        == ["350", "dusk", "0.5", "01FF"])
    try store.write { db in
      #expect(throws: ConstraintViolation.self) {
        try db.execute(RenderedStatement(sql: "UPDATE paint SET hue = 360"))
      }
    }
  }
}
