import PostilSchema
import PostilTestSupport
import Testing

@Suite("Exclusion constraints on SQLite")
struct ExclusionTriggerTests {
  /// A row, as the table stores it.
  private struct Row: Equatable {
    var room: Int?
    var low: Int
    var high: Int?
    var isCancelled: Bool

    func overlaps(_ other: Row, isClosed: Bool, hasCondition: Bool) -> Bool {
      guard let room, room == other.room, !(hasCondition && (isCancelled || other.isCancelled)) else { return false }
      let (end, otherEnd) = (high ?? .max, other.high ?? .max)
      if isClosed { return low <= otherEnd && other.low <= end }
      return low < otherEnd && other.low < end && low < end && other.low < otherEnd
    }
  }

  private static func database(isClosed: Bool, isOpenEnded: Bool, hasCondition: Bool) throws -> RawDatabase {
    var table = Table(
      name: "stay",
      columns: [
        Column(name: "id", type: .integer(bits: 64)), Column(name: "room", type: .integer(bits: 64), isNullable: true),
        Column(name: "low", type: .integer(bits: 64)),
        Column(name: "high", type: .integer(bits: 64), isNullable: isOpenEnded),
        Column(name: "cancelled", type: .boolean),
      ], primaryKey: KeyConstraint(name: "stay_pkey", columns: ["id"]),
      checks: [Check(name: "stay_low_high_check", expression: "\"low\" <= \"high\"")])
    table.exclusions = [
      Exclusion(
        name: "stay_excl", columns: ["room"], lower: "low", upper: "high", isClosed: isClosed,
        condition: hasCondition ? "cancelled = 0" : nil)
    ]
    let database = try RawDatabase()
    try database.execute(Schema(tables: [table]).script().text)
    return database
  }

  @Test(
    "Random rows are refused exactly if they overlap another row",
    arguments: [(false, true, false), (false, false, true), (true, true, true), (true, false, false)])
  func random(isClosed: Bool, isOpenEnded: Bool, hasCondition: Bool) throws {
    let database = try Self.database(isClosed: isClosed, isOpenEnded: isOpenEnded, hasCondition: hasCondition)
    var generator = SeededGenerator(seed: 7)
    var rows: [Int: Row] = [:]
    var counts = (taken: 0, refused: 0)
    for _ in 0..<2000 {
      let low = Int.random(in: 0..<60, using: &generator)
      let row = Row(
        room: Int.random(in: 0..<8, using: &generator) == 0 ? nil : Int.random(in: 1...2, using: &generator), low: low,
        high: isOpenEnded && Int.random(in: 0..<9, using: &generator) == 0
          ? nil : low + Int.random(in: 0..<4, using: &generator),
        isCancelled: Int.random(in: 0..<4, using: &generator) == 0)
      func text(_ value: Int?) -> String { value.map(String.init) ?? "NULL" }
      let id = Int.random(in: 1...60, using: &generator)
      if Int.random(in: 0..<6, using: &generator) == 0 {
        try database.execute("DELETE FROM stay WHERE id = \(id)")
        rows[id] = nil
        continue
      }
      let sql =
        rows[id] == nil
        ? "INSERT INTO stay VALUES (\(id), \(text(row.room)), \(low), \(text(row.high)), \(row.isCancelled ? 1 : 0))"
        : "UPDATE stay SET room = \(text(row.room)), low = \(low), high = \(text(row.high)), "
          + "cancelled = \(row.isCancelled ? 1 : 0) WHERE id = \(id)"
      let isRefused = rows.contains {
        $0.key != id && $0.value.overlaps(row, isClosed: isClosed, hasCondition: hasCondition)
      }
      do {
        try database.execute(sql)
        #expect(!isRefused, "\(sql)")
        rows[id] = row
        counts.taken += 1
      } catch {
        #expect(isRefused && "\(error)".contains("EXCLUDE constraint failed: stay_excl"), "\(sql): \(error)")
        counts.refused += 1
      }
    }
    #expect(counts.taken > 200 && counts.refused > 200, "\(counts)")
  }

  @Test("A row that replaces the one that it overlaps is taken")
  func replaced() throws {
    let database = try Self.database(isClosed: false, isOpenEnded: true, hasCondition: false)
    try database.execute(
      "INSERT INTO stay VALUES (1, 1, 10, 20, 0); INSERT OR REPLACE INTO stay VALUES (1, 1, 15, 25, 0)")
    #expect(try database.rows("SELECT low FROM stay") == [["15"]])
  }

  @Test("A new row costs one step in the index, whatever the number of rows")
  func plan() throws {
    let database = try Self.database(isClosed: false, isOpenEnded: true, hasCondition: true)
    let plan = try database.rows(
      """
      EXPLAIN QUERY PLAN SELECT 15 < ifnull("high", X'') FROM "stay"
      WHERE "room" = 1 AND "low" < ifnull(20, X'') AND "low" IS NOT "high" AND NOT ("id" = 7) AND (cancelled = 0)
      ORDER BY "low" DESC LIMIT 1
      """)
    #expect(plan.map { $0[3] } == ["SEARCH stay USING INDEX stay_excl (room=? AND low<?)"])
  }
}
