import PostilMigrations
import Testing

@Suite("Plans for partitioned tables")
struct PartitionPlanTests {
  private func reading(
    _ properties: String..., name: String = "Reading", notes: String = "",
    partitions: String = "by: takenAt, each: month"
  ) -> String {
    """
    // @table
    // \(partitions.isEmpty ? "" : "@partitioned(\(partitions))")
    // \(notes)
    struct \(name): Sendable {
      let takenAt: Date  // @primaryKey
      let number: Int  // @primaryKey
      \(properties.joined(separator: "\n  "))
    }

    """
  }

  private let sensor = "// @table\nstruct Sensor: Sendable {\n  let id: ID\n}\n"

  @Test("A new table has its partitions before its indexes, also if its references are added later")
  func created() throws {
    let plan = try ServerPlan(from: sensor, to: sensor + reading("var value: Double  // @index"))
    #expect(
      plan.statements.dropFirst() == [
        #"CREATE TABLE "reading_default" PARTITION OF "reading" DEFAULT"#,
        #"CREATE INDEX "reading_value_idx" ON "reading" ("value")"#,
      ])
    #expect(plan.statements.first?.hasSuffix(#") PARTITION BY RANGE ("taken_at")"#) == true)
    let other = "// @table\nstruct Other: Sendable {\n  let id: ID\n}\n"
    let early = try ServerPlan(
      from: other + sensor,
      to: sensor + reading("// @references\n  var sensorID: Sensor.ID", partitions: "by: number, into: 2"),
      allowing: ["dropTable:other"])
    let hashed = early.statements.filter { $0.contains("PARTITION") }
    #expect(hashed.count == 3)
    #expect(hashed.first?.hasSuffix(#") PARTITION BY HASH ("number")"#) == true)
    #expect(hashed.last == #"CREATE TABLE "reading_1" PARTITION OF "reading" FOR VALUES WITH (MODULUS 2, REMAINDER 1)"#)
  }

  @Test("Indexes, keys and references are added in the transaction, and checks are validated after it")
  func constraints() throws {
    let plan = try ServerPlan(
      from: reading("var value: Double", "var sensorID: Int64", notes: "@index(sensorID)") + sensor,
      to: reading(
        "var value: Double  // @check(\"value > 0\") @index", "// @references\n  var sensorID: Sensor.ID",
        notes: "@unique(value, takenAt)") + sensor, allowing: ["longLock", "newReference", "newUnique", "newCheck"])
    #expect(plan.plan.problems.isEmpty)
    #expect(
      plan.statements == [
        #"ALTER TABLE "reading" ADD CONSTRAINT "reading_value_taken_at_key" UNIQUE ("value", "taken_at")"#,
        #"ALTER TABLE "reading" ADD CONSTRAINT "reading_sensor_id_fkey" FOREIGN KEY ("sensor_id") REFERENCES "sensor" ("id") ON DELETE RESTRICT"#,
        #"ALTER TABLE "reading" ADD CONSTRAINT "reading_value_check" CHECK ("value" > 0) NOT VALID"#,
        #"CREATE INDEX "reading_value_idx" ON "reading" ("value")"#,
        #"ALTER TABLE "reading" VALIDATE CONSTRAINT "reading_value_check""#,
      ])
    #expect(plan.findings.contains(#"longLock:reading: SELECT count(*) FROM "reading""#))
    let without = try ServerPlan(
      from: reading("var value: Double  // @index"), to: reading("var value: Double"), allowing: ["longLock"])
    #expect(without.statements == [#"DROP INDEX "reading_value_idx""#])
  }

  @Test("A renamed table renames the partitions that it was created with, and its columns keep their partitions")
  func renames() throws {
    let plan = try ServerPlan(
      from: reading(),
      to: reading(name: "Sample", notes: "@renamed(from: \"reading\")", partitions: "by: at, each: month")
        .replacing("let takenAt: Date  //", with: "let at: Date  // @renamed(from: \"taken_at\")"))
    #expect(plan.plan.problems.isEmpty)
    #expect(
      plan.statements == [
        #"ALTER TABLE "reading" RENAME TO "sample""#,
        #"ALTER TABLE "reading_default" RENAME TO "sample_default""#,
        #"ALTER TABLE "sample" RENAME COLUMN "taken_at" TO "at""#,
        #"ALTER INDEX "reading_pkey" RENAME TO "sample_pkey""#,
      ])
    #expect(plan.undo.first == #"ALTER TABLE "sample" RENAME TO "reading""#)
  }

  @Test(
    "What decides the partition of the rows can't change",
    arguments: [
      ("", "by: takenAt, each: month", "table 'reading' becomes a partitioned table, which PostgreSQL can only create"),
      (
        "by: takenAt, each: month", "",
        "the partitioned table 'reading' becomes an ordinary one, which PostgreSQL can only create"
      ),
      (
        "by: number, into: 2", "by: number, into: 4",
        "the partitions of table 'reading' change, which PostgreSQL can only create"
      ),
      (
        "by: takenAt, each: month", "by: number, into: 1",
        "the partitions of table 'reading' change, which PostgreSQL can only create"
      ),
    ])
  func refusals(old: String, new: String, message: String) throws {
    let plan = try ServerPlan(from: reading(partitions: old), to: reading(partitions: new))
    #expect(plan.plan.problems.map(\.message) == [message])
  }

  @Test(
    "The column that decides the partition keeps its type, and the length of the periods is only for new partitions")
  func columns() throws {
    let hashed = reading(partitions: "by: number, into: 2")
    let plan = try ServerPlan(from: hashed, to: hashed.replacing("number: Int ", with: "number: String "))
    #expect(
      plan.plan.problems.map(\.message) == [
        "column 'reading.number' decides the partition of the rows, and PostgreSQL can't change its type"
      ])
    let longer = try ServerPlan(from: reading(), to: reading(partitions: "by: takenAt, each: year"))
    #expect(longer.plan.isEmpty && longer.plan.problems.isEmpty)
  }
}
