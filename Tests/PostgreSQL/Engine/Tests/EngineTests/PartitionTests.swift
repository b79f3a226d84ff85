import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  @Suite("Partitioned tables")
  struct Partitions {
    /// A store over empty tables that have only the partitions that they are created with.
    private static func store() async throws -> PostgreSQLStore {
      let store = try await Server.emptyStore()
      for table in ["measurement", "visit"] {
        for name in try await partitions(of: table, store) where !name.hasSuffix("_default") {
          try await store.write { db in
            try RawSQL("ALTER TABLE \(identifier: table) DETACH PARTITION \(identifier: name)").execute(in: db)
            try RawSQL("DROP TABLE \(identifier: name)").execute(in: db)
          }
        }
      }
      return store
    }

    private static func partitions(of table: String, _ store: PostgreSQLStore) async throws -> [String] {
      try await store.read { db in
        try RawSQL(
          "SELECT CAST(CAST(inhrelid AS regclass) AS text) FROM pg_inherits WHERE inhparent = to_regclass(\(table)) ORDER BY 1"
        ).as(String.self).fetchAll(in: db)
      }
    }

    /// The rows of one partition.
    private static func count(_ partition: String, _ store: PostgreSQLStore) async throws -> Int {
      try await store.read { db in
        try RawSQL("SELECT count(*) FROM \(identifier: partition)").as(Int.self).fetchOnly(in: db)
      }
    }

    private static let bounds: [Int: RawSQL] = [
      2020: "FOR VALUES FROM ('2020-01-01') TO ('2020-02-01')",
      2021: "FOR VALUES FROM ('2021-01-01') TO ('2021-02-01')",
      2022: "FOR VALUES FROM ('2022-01-01') TO ('2022-02-01')",
    ]

    /// Creates the partition of a January, as a DBA does.
    private static func addMonth(_ year: Int, _ store: PostgreSQLStore) async throws {
      try await store.write { db in
        try RawSQL("SET LOCAL timezone = 'UTC'").execute(in: db)
        let bounds = try #require(bounds[year])
        try RawSQL("CREATE TABLE \(identifier: "measurement_\(year)_01") PARTITION OF measurement \(bounds)").execute(
          in: db)
      }
    }

    private static func date(_ year: Int, _ month: Int, _ day: Int) -> Date {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      return calendar.date(from: DateComponents(year: year, month: month, day: day)) ?? .distantPast
    }

    /// `measurement_2026_11` for the months from the present one on.
    private static func months(_ count: Int) -> [String] {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      let now = calendar.dateComponents([.year, .month], from: Date())
      return (0..<count).map { offset in
        let month = (now.month ?? 1) - 1 + offset
        let number = month % 12 + 1
        return "measurement_\((now.year ?? 0) + month / 12)_\(number < 10 ? "0" : "")\(number)"
      }
    }

    private static func move(_ number: Int, to date: Date, in db: PostgreSQLWriteTransaction) throws {
      try RawSQL("UPDATE measurement SET measured_at = \(date) WHERE number = \(number)").execute(in: db)
    }

    private static let month: TimeInterval = 31 * 24 * 60 * 60

    @Test("Rows are inserted, read, changed and deleted in all partitions, and move to another one")
    func rows() async throws {
      let store = try await Self.store()
      try await Self.addMonth(2020, store)
      try await Self.addMonth(2021, store)
      try await store.write { db in
        let station = try Station.Draft(name: "north").insert(in: db)
        // So many rows are inserted with 'COPY'.
        let drafts = (0..<900).map {
          Measurement.Draft(
            number: $0, measuredAt: Self.date(2020 + $0 % 3, 1, 1 + $0 % 28), value: Double($0), serial: $0,
            note: $0 == 7 ? "a storm" : "", stationID: station.id)
        }
        #expect(try Measurement.insert(drafts, in: db) == 900)
        #expect(try Measurement.all.count(in: db) == 900)
        let found = try Measurement.order { $0.number }.limit(3).fetchAll(in: db)
        #expect(found.map(\.number) == [0, 1, 2])
        #expect(found.map(\.twice) == [0, 2, 4])
        #expect(try Measurement.find(found[1].id, in: db) == found[1])
        #expect(try Measurement.where { $0.fullText.matches(words: "storm") }.fetchAll(in: db).map(\.number) == [7])
        var sum = 0
        try Measurement.all.forEach(in: db) { sum += $0.number }
        #expect(sum == 899 * 450)
        #expect(try station.measurements.where { $0.measuredAt < Self.date(2020, 6, 1) }.count(in: db) == 300)

        // SQL can change the column, which moves the row, unless another one references it.
        _ = try Alarm.Draft(text: "low", measurementID: found[1].id).insert(in: db)
        #expect(throws: ConstraintViolation.self) {
          try db.savepoint { try Self.move(1, to: Self.date(2020, 1, 5), in: db) }
        }
        try Self.move(0, to: Self.date(2021, 1, 5), in: db)
        let moved = try Measurement.find(Measurement.ID(number: 0, measuredAt: Self.date(2021, 1, 5)), in: db)
        #expect(moved.serial == 0)
        try Alarm.all.delete(in: db)

        // Upserts, of rows in different partitions.
        let changed = try Measurement.Draft(
          number: 1, measuredAt: Self.date(2021, 1, 2), value: 500, serial: 1, stationID: station.id
        ).upsert(on: { $0.numberAndMeasuredAt }, in: db)
        #expect(changed.number == 1 && changed.value == 500)
        #expect(try Measurement.all.count(in: db) == 900)

        var row = try #require(try Measurement.where { $0.number == 2 }.fetchOne(in: db))
        row.value = 3
        try row.update(in: db)
        #expect(try Measurement.find(row.id, in: db).value == 3)
        try row.delete(in: db)
        #expect(try Measurement.where { $0.value >= 450 }.delete(in: db) == 451)
        #expect(try Measurement.all.count(in: db) == 448)
      }
      #expect(try await Self.count("measurement_2020_01", store) > 0)
      #expect(try await Self.count("measurement_2021_01", store) > 0)
      #expect(try await Self.count("measurement_default", store) > 0)
      var streamed = 0
      for try await _ in store.rows(of: Measurement.all) { streamed += 1 }
      #expect(streamed == 448)
      // Cascades reach all partitions, and what references their rows.
      try await store.write { db in
        let some = try Measurement.order { ($0.measuredAt, $0.number) }.fetchAll(in: db)
        for row in [some[0], some[200], some[440]] {
          _ = try Alarm.Draft(text: "high", measurementID: row.id).insert(in: db)
        }
        #expect(try Alarm.where { $0.measurement.value >= 0 }.count(in: db) == 3)
        try Station.all.delete(in: db)
        #expect(try Measurement.all.count(in: db) == 0)
        #expect(try Alarm.all.count(in: db) == 0)
      }
    }

    @Test("Errors name the table and the properties, also for partitions that are newer than the connection")
    func errors() async throws {
      let (store, other) = (
        try await Self.store(), try await PostgreSQLStore(Server.url ?? "", schema: EngineTestsSchema.self)
      )
      let station = try await store.write { db in try Station.Draft(name: "north").insert(in: db) }
      try await Self.addMonth(2020, other)
      try await other.createPartitions(of: Measurement.self, through: .now)
      for date in [Self.date(2020, 1, 3), .now, Self.date(2019, 1, 1)] {
        @Sendable func draft(_ number: Int, serial: Int? = nil, value: Double = 1, station: Station.ID)
          -> Measurement.Draft
        {
          Measurement.Draft(number: number, measuredAt: date, value: value, serial: serial, stationID: station)
        }
        try await store.write { db in _ = try draft(1, serial: 5, station: station.id).insert(in: db) }
        for store in [store, other] {
          await #expect(throws: ConstraintViolation.unique(table: "measurement", columns: ["number", "measured_at"])) {
            try await store.write { db in _ = try draft(1, station: station.id).insert(in: db) }
          }
          await #expect(throws: ConstraintViolation.unique(table: "measurement", columns: ["serial", "measured_at"])) {
            try await store.write { db in _ = try draft(2, serial: 5, station: station.id).insert(in: db) }
          }
          await #expect(throws: ConstraintViolation.check(name: "measurement_value_check")) {
            try await store.write { db in _ = try draft(2, value: 1_000, station: station.id).insert(in: db) }
          }
          let missing = await #expect(throws: ConstraintViolation.self) {
            try await store.write { db in _ = try draft(2, station: Station.ID(rawValue: -1)).insert(in: db) }
          }
          #expect(missing?.description == "Measurement: a referenced row doesn't exist")
        }
      }
    }

    @Test("Missing partitions are created once by concurrent callers, and get their rows with what references them")
    func creation() async throws {
      let store = try await Self.store()
      try await store.write { db in
        let station = try Station.Draft(name: "north").insert(in: db)
        for (number, date) in [(1, Date.now), (2, Date.now + Self.month), (3, Self.date(2020, 1, 1))] {
          let row = try Measurement.Draft(
            number: number, measuredAt: date, value: 1, serial: number, note: "n", stationID: station.id
          ).insert(in: db)
          _ = try Alarm.Draft(text: "\(number)", measurementID: row.id).insert(in: db)
        }
      }
      let before = try await store.read { db in try Measurement.order { $0.number }.fetchAll(in: db) }
      let through = Date.now + 2 * Self.month
      let created = try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 0..<5 {
          group.addTask { try await store.createPartitions(of: Measurement.self, through: through) }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(created.count >= 3 && created == Self.months(created.count))
      #expect(try await Self.partitions(of: "measurement", store) == created + ["measurement_default"])
      #expect(try await Self.count(created[0], store) == 1)
      #expect(try await Self.count("measurement_default", store) == 1)
      try await store.read { db in
        let after = try Measurement.order { $0.number }.fetchAll(in: db)
        #expect(after == before)
        #expect(try Alarm.all.count(in: db) == 3)
        // The triggers for deleted rows didn't run.
        #expect(try Discarded.all.count(in: db) == 0)
      }
      #expect(try await store.createPartitions(of: Measurement.self, through: through) == [])
      // The references and the triggers are what they were.
      try await store.write { db in
        #expect(throws: ConstraintViolation.self) {
          try db.savepoint {
            _ = try Alarm.Draft(text: "", measurementID: Measurement.ID(number: 9, measuredAt: .now)).insert(in: db)
          }
        }
        try Measurement.where { $0.number.in([1, 3]) }.delete(in: db)
        #expect(try Alarm.all.fetchAll(in: db).map(\.text) == ["2"])
        #expect(try Discarded.all.fetchAll(in: db).map(\.number).sorted() == [1, 3])
      }
      await #expect(throws: PostgreSQLError.self) {
        try await store.createPartitions(of: Measurement.self, through: .distantFuture)
      }
    }

    @Test("Rows that are written while partitions are created are all there")
    func writers() async throws {
      let store = try await Self.store()
      let station = try await store.write { db in try Station.Draft(name: "north").insert(in: db) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<4 {
          group.addTask {
            for index in 0..<100 {
              try await store.write { db in
                _ = try Measurement.Draft(
                  number: writer * 1_000 + index, measuredAt: .now + Double(index % 6) * Self.month, value: 1,
                  stationID: station.id
                ).insert(in: db)
              }
            }
          }
        }
        for months in 0..<6 {
          group.addTask {
            try await Task.sleep(for: .milliseconds(30 * months))
            try await store.createPartitions(of: Measurement.self, through: .now + Double(months) * Self.month)
          }
        }
        try await group.waitForAll()
      }
      #expect(try await store.read { db in try Measurement.all.count(in: db) } == 400)
      #expect(try await Self.count("measurement_default", store) == 0)
    }

    @Test("Weeks and years have names of their own")
    func names() async throws {
      let store = try await Self.store()
      try await store.write { db in
        _ = try Visit.Draft(day: DateComponents(year: 2020, month: 1, day: 5), door: 1, people: 2).insert(in: db)
      }
      let created = try await store.createPartitions(of: Visit.self, through: .now + 7 * 24 * 60 * 60)
      #expect(created.count == 2)
      #expect(created.allSatisfy { $0.wholeMatch(of: /visit_\d{4}_w\d\d/) != nil })
      let today = Calendar(identifier: .iso8601).dateComponents(in: .gmt, from: .now)
      try await store.write { db in
        let day = DateComponents(year: today.year, month: today.month, day: today.day)
        _ = try Visit.Draft(day: day, door: 1, people: 3).insert(in: db)
      }
      #expect(try await Self.count(created[0], store) == 1)
      #expect(try await store.read { db in try Visit.order { $0.people }.fetchAll(in: db).map(\.people) } == [2, 3])
    }

    @Test("Old partitions are dropped as a whole, unless rows reference theirs")
    func dropping() async throws {
      let store = try await Self.store()
      try await store.installObservation(keys: true)
      for year in 2020...2022 { try await Self.addMonth(year, store) }
      try await store.write { db in
        let station = try Station.Draft(name: "north").insert(in: db)
        for (number, year) in [(1, 2019), (2, 2020), (3, 2021), (4, 2022)] {
          _ = try Measurement.Draft(
            number: number, measuredAt: Self.date(year, 1, 20), value: 1, stationID: station.id
          ).insert(in: db)
        }
      }
      var counts = store.observe { db in try Measurement.all.count(in: db) }.makeAsyncIterator()
      #expect(try await counts.next() == 4)
      var keys = try await store.changes(of: Measurement.self).makeAsyncIterator()
      let alarm = try await store.write { db in
        let row = try #require(try Measurement.where { $0.number == 3 }.fetchOne(in: db))
        return try Alarm.Draft(text: "high", measurementID: row.id).insert(in: db)
      }
      let error = await #expect(throws: ConstraintViolation.self) {
        try await store.dropPartitions(of: Measurement.self, before: Self.date(2022, 1, 31))
      }
      #expect(
        error?.description
          == "Measurement: the row can't be deleted, because a row of Alarm still references it; delete or change that row first"
      )
      #expect(try await Self.partitions(of: "measurement", store).count == 4)
      try await store.write { db in try alarm.delete(in: db) }
      let dropped = try await store.dropPartitions(of: Measurement.self, before: Self.date(2022, 1, 31))
      #expect(dropped == ["measurement_2020_01", "measurement_2021_01"])
      #expect(try await counts.next() == 2)
      await #expect(throws: KeyChangesLost(table: "measurement", reason: .truncated)) { _ = try await keys.next() }
      let left = try await store.read { db in try Measurement.order { $0.number }.fetchAll(in: db).map(\.number) }
      #expect(left == [1, 4])
      #expect(try await store.dropPartitions(of: Measurement.self, before: Self.date(2022, 1, 31)) == [])
      // Keys of rows in all partitions arrive, also if a row moves.
      keys = try await store.changes(of: Measurement.self).makeAsyncIterator()
      try await store.write { db in
        try Measurement.where { $0.number == 4 }.update(in: db) { [$0.value.set(7)] }
      }
      let moved = Measurement.ID(number: 4, measuredAt: Self.date(2022, 1, 20))
      #expect(try await keys.next() == KeyChanges(updated: [moved]))
      try await store.write { db in
        try Self.move(4, to: Self.date(2030, 1, 1), in: db)
      }
      #expect(
        try await keys.next()
          == KeyChanges(inserted: [Measurement.ID(number: 4, measuredAt: Self.date(2030, 1, 1))], deleted: [moved]))
    }

    @Test("Rows are divided by hash, with keys that the server assigns, upserts and parts of blobs")
    func hashes() async throws {
      let store = try await Self.store()
      try await store.write { db in
        let drafts = (0..<60).map { Bill.Draft(tenant: $0 % 6, number: $0, total: $0) }
        #expect(try Bill.insert(drafts, in: db) == 60)
        let bill = try Bill.Draft(tenant: 1, number: 1, total: 100).upsert(on: { $0.tenantAndNumber }, in: db)
        #expect(bill.total == 100)
        #expect(try Bill.where { $0.tenant == 1 }.count(in: db) == 10)
        #expect(try Bill.all.count(in: db) == 60)
        var ids: [Tape.ID] = []
        for index in 0..<10 {
          let row = try Tape.Draft(title: "\(index)", sound: Data([1, 2, 3, 4])).insert(in: db)
          ids.append(row.id)
          try Tape.withWritableBlob(\.sound, of: row.id, in: db) { try $0.write([9], at: 2) }
        }
        #expect(Set(ids).count == 10)
        for id in ids { #expect(try Tape.find(id, in: db).sound(in: db) == Data([1, 2, 9, 4])) }
      }
      #expect(try await Self.partitions(of: "bill", store) == ["bill_0", "bill_1", "bill_2"])
      let counts = [try await Self.count("tape_0", store), try await Self.count("tape_1", store)]
      #expect(counts.reduce(0, +) == 10 && !counts.contains(0))
    }
  }
}
