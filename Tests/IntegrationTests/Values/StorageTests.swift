import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Language.md, "Types": what is stored in another form than its own.
@Suite("Values in annotated formats")
struct StorageTests {
  private let store: SQLiteStore

  init() throws { store = try .inMemory(schema: DocumentsSchema.self) }

  private static let entered = Date(timeIntervalSince1970: 1_763_463_600)
  private static let ticket = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  private static func draft(day: Int = 18, steps: [UInt16] = [1, 2, 65535]) -> Visit.Draft {
    Visit.Draft(
      day: DateComponents(year: 2026, month: 11, day: day), enteredAt: entered,
      leftAt: Date(timeIntervalSince1970: 1_763_470_800.25), sunrise: Date(timeIntervalSince1970: 1_763_449_200),
      ticket: ticket, steps: steps, mood: .delighted, wristband: Wristband(red: 1, green: 2, blue: 3))
  }

  /// The columns of the first row of a query, as SQLite's `quote()` writes them.
  private func quoted(_ columns: [String], of table: String, in db: some ReadTransaction) throws -> [String] {
    let list = columns.map { "quote(\"\($0)\")" }.joined(separator: ", ")
    return try db.fetchFirst(_RenderedStatement(sql: "SELECT \(list) FROM \"\(table)\"")) { row in
      try columns.map { _ in try row.readString() }
    } ?? []
  }

  @Test("A value is restored from every format")
  func roundTrip() throws {
    try store.write { db in
      let visit = try Self.draft().insert(in: db)
      #expect(try Visit.find(visit.id, in: db) == visit)
      var changed = visit
      changed.leftAt = nil
      changed.steps = []
      changed.wristband = nil
      try changed.update(in: db)
      #expect(try Visit.find(visit.id, in: db) == changed)
      try changed.save(in: db)
    }
  }

  @Test("An inserted row has the draft's date, and a row that is read has the rounded date")
  func rounded() throws {
    try store.write { db in
      var late = Self.draft()
      late.enteredAt += 0.75
      let draft = late
      let visit = try draft.insert(in: db)
      #expect(visit.enteredAt == draft.enteredAt)
      #expect(try Visit.find(visit.id, in: db).enteredAt == Self.entered)
      #expect(try Visit.where { $0.enteredAt == draft.enteredAt }.count(in: db) == 1)
      #expect(try Visit.where { $0.enteredAt < draft.enteredAt }.count(in: db) == 1)
    }
  }

  @Test("Columns store values as in the table of types")
  func storedForms() throws {
    try store.write { db in
      try Self.draft().insert(in: db)
      let columns = ["day", "entered_at", "left_at", "ticket", "steps", "mood", "wristband"]
      #expect(
        try quoted(columns, of: "visit", in: db) == [
          "'2026-11-18'", "1763463600", "1763470800250", "X'0102030405060708090A0B0C0D0E0F10'", "X'01000200FFFF'",
          "'delighted'", "66051",
        ])
      let sunrise = try db.fetchFirst(
        _RenderedStatement(sql: "SELECT typeof(sunrise) || ' ' || datetime(sunrise) FROM visit")
      ) {
        try $0.readString()
      }
      #expect(sunrise == "real 2025-11-18 07:00:00")
    }
  }

  @Test("Queries use values, not their stored formats")
  func queries() throws {
    try store.write { db in
      let visit = try Self.draft().insert(in: db)
      let later = try Self.draft(day: 19).insert(in: db)
      let today = DateComponents(year: 2026, month: 11, day: 18)
      let now = Self.entered.addingTimeInterval(1)

      let early = Visit.where { $0.day <= today && $0.enteredAt < now && $0.leftAt > now && $0.mood == .delighted }
      let bands = Visit.where { $0.ticket == Self.ticket }.select { ($0.id, $0.wristband, $0.steps, $0.leftAt) }

      #expect(try early.fetchAll(in: db) == [visit])
      #expect(try Visit.order { $0.day.descending }.fetchAll(in: db) == [later, visit])
      #expect(try Visit.where { $0.mood.in([.bored, .curious]) }.count(in: db) == 0)
      #expect(try Visit.where { $0.wristband == Wristband(red: 1, green: 2, blue: 3) }.count(in: db) == 2)
      let row = try bands.fetchOne(in: db)
      #expect(row?.1 == visit.wristband)
      #expect(row?.2 == [1, 2, 65535])
      #expect(row?.3 == visit.leftAt)
      try Visit.all.update(in: db) { [$0.mood.set(.bored), $0.leftAt.set(nil), $0.steps.set([7])] }
      #expect(try Visit.find(visit.id, in: db).steps == [7])
      #expect(try Visit.where { $0.leftAt == nil && $0.mood == .bored }.count(in: db) == 2)
    }
  }

  @Test("The database refuses values outside the type")
  func checks() throws {
    try store.write { db in
      try Self.draft().insert(in: db)
      func refused(_ assignment: String, by check: String) {
        #expect(throws: ConstraintViolation.check(name: check)) {
          try db.execute(_RenderedStatement(sql: "UPDATE visit SET \(assignment)"))
        }
      }
      refused("day = '2026-02-30'", by: "visit_day_range")
      refused("ticket = x'00'", by: "visit_ticket_range")
      refused("steps = x'000102'", by: "visit_steps_range")
      refused("mood = 'angry'", by: "visit_mood_check")
    }
  }

  @Test("A custom type reports why it can't read a stored value")
  func customTypeRefuses() throws {
    try store.write { db in
      let visit = try Self.draft().insert(in: db)
      try db.execute(_RenderedStatement(sql: "UPDATE visit SET wristband = -1"))
      #expect(throws: ColumnDecodingError.self) { try Visit.find(visit.id, in: db) }
    }
  }

  @Test("A key stored as bytes is bound as bytes everywhere")
  func keysInBytes() throws {
    try store.write { db in
      let passport = try Passport.Draft(number: "P1").insert(in: db)
      let other = try Passport.Draft(id: Passport.ID(rawValue: Self.ticket), number: "P2").insert(in: db)
      let stamp = try Stamp.Draft(country: "IS", passportID: passport.id).insert(in: db)
      let visa = try Visa.Draft(country: "IS").insert(in: db)

      #expect(try Passport.find(other.id, in: db) == other)
      #expect(try quoted(["passport_id"], of: "stamp", in: db)[0].hasPrefix("X'"))
      #expect(try stamp.passport(in: db) == passport)
      #expect(try passport.stamps.fetchAll(in: db) == [stamp])
      try other.addToStamps(contentsOf: [stamp], in: db)
      #expect(try Stamp.find(stamp.id, in: db).passportID == other.id)
      #expect(try Stamp.where { $0.passport.number == "P2" && $0.passportID == other.id }.count(in: db) == 1)
      #expect(try other.addToVisas(visa, in: db))
      #expect(try visa.addToPassports(contentsOf: [passport, other], in: db) == 1)
      #expect(try visa.passports.order { $0.number }.fetchAll(in: db) == [passport, other])
      #expect(try Visa.where { $0.passports.contains(passport.id) }.count(in: db) == 1)
      try visa.replacePassports(with: [passport], in: db)
      #expect(try other.visas.count(in: db) == 0)
      #expect(try Passport.where { $0.id.in([passport.id, other.id]) }.count(in: db) == 2)
      try passport.delete(in: db)
      #expect(try Passport.fetch(passport.id, in: db) == nil)
    }
  }

  @Test("A part of a composite key is bound in its format")
  func compositeKey() throws {
    try store.write { db in
      let reading = try Reading.Draft(sensor: "a", takenAt: Self.entered, value: 1).insert(in: db)
      #expect(try Reading.find(Reading.ID(sensor: "a", takenAt: Self.entered), in: db) == reading)
      #expect(try quoted(["taken_at"], of: "reading", in: db) == ["1763463600000"])
      var changed = reading
      changed.value = 2
      try changed.update(in: db)
      #expect(try Reading.all.fetchAll(in: db) == [changed])
      #expect(try changed.delete(in: db))
    }
  }
}
