import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Language.md, "Embedded structs" and "@store(as:)": the forms that a note names, inside structs, views and types of another
/// module.
@Suite("Values with an annotated format in an embedded struct")
struct EmbeddedFormTests {
  private let store: SQLiteStore

  init() throws { store = try temporaryStore() }

  @Test("A value is restored with all parts, without optional parts, and as nil")
  func roundTrip() throws {
    try store.write { db in
      let drafts = [
        Expedition.Draft(name: "bare", span: Span.bare),
        Expedition.Draft(name: "both", span: Span.full, reserve: Span.bare, heights: []),
        Expedition.Draft(name: "full", span: Span.bare, reserve: Span.full, heights: [.min, 0, .max]),
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
      changed.span = Span.full
      try changed.save(in: db)
      #expect(try Expedition.find(changed.id, in: db) == changed)
    }
  }

  @Test("A value can be compared in queries, as a whole, by its parts, and by JSON paths")
  func queries() throws {
    try store.write { db in
      try Expedition.insert(
        [
          Expedition.Draft(name: "a", span: Span.bare, reserve: Span.full),
          Expedition.Draft(name: "b", span: Span.full, heights: [1, 2]),
        ], in: db)
      func names(_ predicate: (Expedition.Columns) -> some SQLExpression<Bool>) throws -> [String] {
        try Expedition.where(predicate).order { $0.name }.fetchAll(in: db).map(\.name)
      }
      let day = DateComponents(year: 2026, month: 11, day: 18)
      #expect(try names { $0.span == Span.full } == ["b"])
      #expect(try names { $0.span != Span.full } == ["a"])
      #expect(try names { $0.reserve == Span.full } == ["a"])
      #expect(try names { $0.reserve == nil } == ["b"])
      #expect(try names { $0.span == $0.reserve } == [])
      #expect(try names { $0.span.from == Span.start && $0.span.ticket == Span.ticket } == ["a", "b"])
      #expect(try names { $0.span.to > Span.start } == ["b"])
      #expect(try names { $0.reserve.from == Span.start && $0.reserve.day == day } == ["a"])
      #expect(try names { $0.reserve.samples == [1, 65535] } == ["a"])
      #expect(try names { $0.heights == [1, 2] } == ["b"])
      #expect(try names { $0.heights == nil } == ["a"])
      #expect(try names { $0.span.tags.contains("it's") } == ["b"])
      #expect(try names { $0.span.extra["x"] == 1 } == ["b"])
      #expect(try names { $0.span.camp.equipment.tents == 2 } == ["b"])
      #expect(try names { $0.reserve.camp.equipment.stove == "gas" } == ["a"])
      #expect(try names { $0.reserve.camp.moonrise == Span.start && $0.reserve.camp.readings == [0.5, -1] } == ["a"])
      let parts = try Expedition.order { $0.name }.select { ($0.span.from, $0.reserve.day, $0.span.camp.equipment) }
        .fetchAll(in: db)
      #expect(parts.map(\.0) == [Span.start, Span.start])
      #expect(parts.map(\.1) == [day, nil])
      #expect(parts.map(\.2) == [nil, Equipment(tents: 2, stove: "gas")])
      try Expedition.where { $0.name == "b" }.update(in: db) {
        [$0.span.to.set(nil), $0.span.tags.set(["x"]), $0.span.samples.set([7]), $0.reserve.set(Span.bare)]
      }
      let row = try #require(try Expedition.where { $0.name == "b" }.fetchOne(in: db))
      #expect(row.span.to == nil && row.span.tags == ["x"] && row.span.samples == [7] && row.reserve == Span.bare)
    }
  }

  @Test("A view can contain a value, as a whole and by its parts")
  func views() throws {
    try store.write { db in
      try Expedition.insert(
        [
          Expedition.Draft(name: "a", span: Span.bare, reserve: Span.full),
          Expedition.Draft(name: "b", span: Span.full),
        ], in: db)
      let plans = try Plan.order { $0.title }.fetchAll(in: db)
      #expect(plans.map(\.span) == [Span.bare, Span.full])
      #expect(plans.map(\.camp) == [Span.full.camp, nil])
      #expect(try Plan.where { $0.span == Span.full && $0.camp == nil }.fetchAll(in: db).map(\.title) == ["b"])
      #expect(try Plan.where { $0.camp.equipment.tents == 2 && $0.span.from == Span.start }.count(in: db) == 1)
      #expect(try Plan.where { $0.span.camp.equipment.stove == "gas" }.fetchAll(in: db).map(\.title) == ["b"])
      #expect(try Plan.order { $0.title }.select { $0.camp.readings }.fetchAll(in: db) == [[0.5, -1], nil])
    }
  }

  @Test("Types of another module are stored as annotated")
  func otherModules() throws {
    try store.write { db in
      let paint = try Paint.Draft(
        hue: Hue(degrees: 350), shade: Shade(name: "dusk"), weight: Weight(kilograms: 0.5), seal: Seal(bytes: [1, 255])
      )
      .insert(in: db)
      let plain = try Paint.Draft(hue: Hue(degrees: 0), weight: Weight(kilograms: 2)).insert(in: db)
      #expect(try Paint.order { $0.hue }.fetchAll(in: db) == [plain, paint])
      let dusk = Shade(name: "dusk")
      #expect(try Paint.where { $0.shade == dusk && $0.hue > Hue(degrees: 9) }.fetchAll(in: db) == [paint])
      #expect(try Paint.where { $0.seal == nil && $0.weight == Weight(kilograms: 2) }.fetchAll(in: db) == [plain])
      #expect(throws: ConstraintViolation.self) {
        try goingOnAfterErrors(in: db) { try RawSQL("UPDATE paint SET hue = 360").execute(in: db) }
      }
    }
  }
}
