import Foundation
import Postil
import Testing

/// Docs/Language.md: times that the database fills, in each form of `@store(as:)`.
@Suite("Timestamps set by the database, in annotated formats")
struct ClockFormTests {
  private let file: TemporaryFile
  private let store: SQLiteStore

  init() throws {
    file = try TemporaryFile()
    store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
  }

  /// What a statement may be late or early by, with what the form rounds away.
  private func isNow(_ date: Date?) -> Bool { abs((date ?? .distantPast).timeIntervalSinceNow) < 60 }

  private func types(_ table: String) throws -> [String] {
    try file.rows("SELECT typeof(booked_at), typeof(changed_at), typeof(cancelled_at) FROM \(table)")[0]
  }

  /// Makes every time of a table's rows one of 2001.
  private func age(_ table: String, _ booked: String, _ changed: String) throws {
    try store.write { db in
      try db.execute(_RenderedStatement(sql: "UPDATE \(table) SET booked_at = \(booked), changed_at = \(changed)"))
    }
  }

  private let old = Date(timeIntervalSince1970: 1_000_000_000)
  private let seconds = "1000000000"
  private let milliseconds = "1000000000000"
  private let julianDay = "julianday('2001-09-09 01:46:40')"

  @Test("Rows have their creation, change and deletion times in seconds, milliseconds and Julian days")
  func journeys() throws {
    let made = try store.write { db in try Journey.Draft(place: "Oslo").insert(in: db) }
    #expect(isNow(made.bookedAt) && isNow(made.changedAt) && made.cancelledAt == nil)
    #expect(made.bookedAt.timeIntervalSince1970.rounded() == made.bookedAt.timeIntervalSince1970)
    try age("journey", seconds, milliseconds)
    try store.write { db in
      var row = try Journey.find(made.id, in: db)
      #expect(row.bookedAt == old && row.changedAt == old)
      row.place = "Rome"
      row = try row.update(in: db)
      #expect(row.bookedAt == old && isNow(row.changedAt))
      #expect(try Journey.where { $0.changedAt == row.changedAt && $0.bookedAt == old }.fetchAll(in: db) == [row])
      try row.delete(in: db)
      let deleted = try Journey.find(withDeleted: row.id, in: db)
      #expect(isNow(deleted.cancelledAt))
      #expect(try Journey.onlyDeleted().where { $0.cancelledAt == deleted.cancelledAt }.count(in: db) == 1)
    }
    #expect(try types("journey") == ["integer", "integer", "real"])
    try age("journey", seconds, milliseconds)
    try store.write { db in
      let restored = try Journey.restore(made.id, in: db)
      #expect(restored.cancelledAt == nil && isNow(restored.changedAt) && restored.bookedAt == old)
      #expect(try Journey.all.delete(in: db) == 1)
      #expect(isNow(try Journey.find(withDeleted: made.id, in: db).cancelledAt))
      #expect(try Journey.onlyDeleted().restore(in: db) == 1)
    }
  }

  @Test("Rows have these times in milliseconds, Julian days and seconds")
  func rides() throws {
    let made = try store.write { db in try Ride.Draft(place: "Oslo").insert(in: db) }
    #expect(isNow(made.bookedAt) && isNow(made.changedAt) && made.cancelledAt == nil)
    try age("ride", milliseconds, julianDay)
    try store.write { db in
      #expect(try Ride.find(made.id, in: db).changedAt == old)
      try Ride.all.update(in: db) { [$0.place.set("Rome")] }
      let row = try Ride.find(made.id, in: db)
      #expect(row.bookedAt == old && isNow(row.changedAt))
      #expect(try Ride.where { $0.changedAt == row.changedAt && $0.bookedAt < row.changedAt }.count(in: db) == 1)
      #expect(try Ride.all.delete(in: db) == 1)
      let deleted = try Ride.find(withDeleted: row.id, in: db)
      #expect(isNow(deleted.cancelledAt))
      #expect(try Ride.onlyDeleted().where { $0.cancelledAt == deleted.cancelledAt }.count(in: db) == 1)
    }
    #expect(try types("ride") == ["integer", "real", "integer"])
  }

  @Test("Rows have these times in Julian days, seconds and milliseconds")
  func walks() throws {
    let made = try store.write { db in try Walk.Draft(place: "Oslo").insert(in: db) }
    #expect(isNow(made.bookedAt) && isNow(made.changedAt) && made.cancelledAt == nil)
    #expect(try store.read { db in try Walk.where { $0.bookedAt == made.bookedAt }.fetchAll(in: db) } == [made])
    try age("walk", julianDay, seconds)
    try store.write { db in
      let row = try Walk.find(made.id, in: db).save(in: db)
      #expect(row.bookedAt == old && isNow(row.changedAt))
      try row.delete(in: db)
      let deleted = try Walk.find(withDeleted: row.id, in: db)
      #expect(isNow(deleted.cancelledAt))
      #expect(try Walk.onlyDeleted().where { $0.cancelledAt == deleted.cancelledAt }.count(in: db) == 1)
    }
    #expect(try types("walk") == ["real", "integer", "integer"])
  }

  @Test("Rows have these times as text without an annotation")
  func swims() throws {
    try store.write { db in
      let row = try Swim.Draft(place: "Oslo").insert(in: db)
      #expect(isNow(row.bookedAt) && row.bookedAt == row.changedAt)
      try row.delete(in: db)
      #expect(try isNow(Swim.find(withDeleted: row.id, in: db).cancelledAt))
    }
    #expect(try types("swim") == ["text", "text", "text"])
  }
}
