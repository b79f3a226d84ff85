import PostilCatalog
import PostilEvolution
import PostilMigrations
import PostilSQL
import PostilSchema
import PostilTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Random models, compiled: relationships in an order, with limits, over join tables, indexes of words, deleted rows that stay,
/// other keys.
///
/// `POSTIL_SEED` and `POSTIL_MIGRATION_MODELS` choose the pairs.
@Suite("Random models")
struct RandomModelTests {
  @Test func everyPairOfModelsMigratesForwardAndBackWithItsOrders() throws {
    func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }
    let seed = testSeed
    let count = number("POSTIL_MIGRATION_MODELS") ?? 100
    var orders = 0
    var undone = 0
    var compiled = 0
    var moved = 0
    for pair in 0..<count {
      do {
        try ModelPair(seed: seed + pair).run(&orders, &undone, &compiled, &moved)
      } catch {
        Issue.record("POSTIL_SEED=\(seed + pair) POSTIL_MIGRATION_MODELS=1: \(error)")
        break
      }
    }
    print(
      "Random models: POSTIL_SEED=\(seed), \(compiled) pairs, \(orders) orders, \(undone) undone, \(moved) with other keys"
    )
    if count >= 100 {
      #expect(orders * 3 > compiled && undone * 5 > compiled && compiled * 2 > Int(count) && moved * 15 > compiled)
    }
  }
}

/// A model with what can be said of it.
struct Sketch {
  var name: String
  var formerName: String?
  /// Whether the number is the key; else it is a property, and the key an id.
  var isNumbered = false
  var hasNote = false
  var noteIsRequired = false
  var isDeleted = false
  var isSearched = false
  var isUnique = false
  /// The model that it references, by its place, and what is said of the members there.
  var owner: Int?
  var isOrdered = false
  var maximum: Int?
  var isRequired = false
  /// The model that it has pairs with.
  var partner: Int?
  var pairsAreOrdered = false

  func text(among all: [Sketch], at place: Int) -> String {
    var notes: [String] = ["// @table"]
    if let formerName { notes[0] += " @renamed(from: \"\(formerName)\")" }
    if isSearched { notes.append("// @fullText(title)") }
    if isUnique { notes.append("// @unique(title)") }
    let key = isNumbered ? ["let number: Int // @primaryKey"] : ["let id: ID", "var number: Int"]
    var lines = notes + ["struct \(name): Sendable {"] + key + ["var title: String"]
    if hasNote { lines.append(noteIsRequired ? "var note = 7" : "var note: Int?") }
    if isDeleted { lines.append("var deletedAt: Date?  // @softDelete") }
    if let owner {
      var words = ["inverse: members\(place)"]
      if isOrdered { words.append("ordered") }
      if let maximum { words.append("max: \(maximum)") }
      lines.append(
        "var ownerID: \(all[owner].name).ID\(isRequired ? "" : "?")  // @references(\(words.joined(separator: ", ")))")
    }
    if let partner, partner != place {
      let order = pairsAreOrdered && !all[partner].isDeleted ? ", ordered" : ""
      lines.append("// @manyToMany(pairs\(place): \(all[partner].name), inverse: others\(place)\(order))")
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  mutating func change(_ random: inout Generator, count: Int, at place: Int) {
    switch random.below(13) {
    case 11, 12: isNumbered.toggle()
    case 0: hasNote.toggle()
    case 1: noteIsRequired.toggle()
    case 2: isDeleted.toggle()
    case 3: isSearched.toggle()
    case 4: isUnique.toggle()
    case 5: owner = owner == nil ? random.below(count) : nil
    case 6, 7: isOrdered.toggle()
    case 8: maximum = maximum == nil ? 2 + random.below(6) : nil
    case 9: partner = partner == nil ? random.below(count) : nil
    default: pairsAreOrdered.toggle()
    }
    if owner == place { isRequired = false }
  }
}

struct ModelPair {
  var seed: UInt64

  struct Wrong: Error, CustomStringConvertible {
    var description: String
  }

  /// Random models, and the same with some changes.
  static func sketches(_ random: inout Generator) -> (old: [Sketch], new: [Sketch]) {
    let names = ["Item", "Project", "Tag"]
    var sketches = names.prefix(1 + random.below(3)).map { Sketch(name: $0) }
    func change(_ sketches: inout [Sketch], _ times: Int) {
      for _ in 0..<times {
        let place = random.below(sketches.count)
        sketches[place].change(&random, count: sketches.count, at: place)
      }
    }
    for place in sketches.indices where !random.once(in: 4) {
      sketches[place].owner = random.below(sketches.count)
      sketches[place].isOrdered = !random.once(in: 3)
    }
    change(&sketches, 4)
    let old = sketches
    change(&sketches, 1 + random.below(4))
    if random.once(in: 4) {
      sketches[0].formerName = "item"
      sketches[0].name = "Thing"
    }
    return (old, sketches)
  }

  func run(_ orders: inout Int, _ undone: inout Int, _ count: inout Int, _ moved: inout Int) throws {
    var random = Generator(seed: seed)
    let (oldSketches, sketches) = Self.sketches(&random)
    let (old, new) = (Self.text(oldSketches), Self.text(sketches))
    let (oldSchema, newSchema): (Schema, Schema)
    // Not everything that can be put together is allowed.
    do { (oldSchema, newSchema) = (try compiled(old), try compiled(new)) } catch { return }
    count += 1
    let (database, fresh) = (try Database(), try Database())
    try database.run(oldSchema.script().text)
    try fresh.run(newSchema.script().text)
    try fill(database, oldSchema, &random)
    let (former, target) = (try database.catalog(), try fresh.catalog())
    var allowing: [MigrationAllowance] = []
    for table in oldSchema.tables {
      allowing.append(try MigrationAllowance("dropTable:\(table.name)"))
      for column in table.columns { allowing.append(try MigrationAllowance("dropColumn:\(table.name).\(column.name)")) }
    }
    let plan = MigrationPlanner(from: former, to: target, schema: newSchema, allowing: allowing).plan()
    let text = plan.text(nil)
    func fail(_ message: String) -> Wrong {
      Wrong(description: "\(message)\n--- from\n\(old)\n--- to\n\(new)\n--- plan\n\(text)")
    }
    do {
      guard plan.problems.isEmpty else { throw fail("\(plan.problems)") }
      try check(database, oldSchema, "before")
      for finding in plan.findings where try !finding.code.isLoss && database.number(finding.query) > 0 {
        // Triggers empty what they keep.
        for table in oldSchema.tables.reversed() where !Self.isKept(table) {
          try database.run("DELETE FROM \(SQLText.identifier(table.name))")
        }
      }
      let linked = try links(database, oldSchema, oldSketches, keptFor: sketches)
      try database.apply(text)
      let differences = CatalogComparison.differences(found: try database.catalog(), expected: target)
      guard differences.isEmpty else { throw fail("\(differences)") }
      orders += try check(database, newSchema, "after")
      let now = try links(database, newSchema, sketches, keptFor: oldSketches)
      guard now == linked else { throw fail("\(linked) became \(now)") }
      if plan.movesReferences, linked.values.contains(where: { !$0.isEmpty }) { moved += 1 }
      try insert(into: database, newSchema, &random)
      try check(database, newSchema, "after an insert")
      guard case .script(let undo) = plan.undo else { return }
      for finding in undo.findings where try database.number(finding.query) > 0 { return }
      let later = try links(database, newSchema, sketches, keptFor: oldSketches)
      try database.apply(undo.text(nil))
      let back = CatalogComparison.differences(found: try database.catalog(), expected: former)
      guard back.isEmpty else { throw fail("back: \(back)\n\(undo.text(nil))") }
      try check(database, oldSchema, "back")
      let again = try links(database, oldSchema, oldSketches, keptFor: sketches)
      guard again == later else { throw fail("back, \(later) became \(again)\n\(undo.text(nil))") }
      undone += 1
    } catch let error as Database.Failure {
      throw fail("\(error)")
    } catch let error as Wrong {
      throw error.description.contains("--- plan") ? error : fail("\(error)")
    }
  }

  static func text(_ sketches: [Sketch]) -> String {
    sketches.enumerated().map { $1.text(among: sketches, at: $0) }.joined(separator: "\n")
  }

  func fill(_ database: Database, _ schema: Schema, _ random: inout Generator) throws {
    for _ in 0..<2 { try insert(into: database, schema, &random) }
  }

  /// Whether triggers keep the table.
  private static func isKept(_ table: Table) -> Bool {
    table.columns.contains { ["level", "missing"].contains($0.name) }
  }

  /// Some rows in every model's table, then pairs; what the schema refuses is left out.
  private func insert(into database: Database, _ schema: Schema, _ random: inout Generator) throws {
    for table in schema.tables where !Self.isKept(table) {
      for _ in 0..<random.below(6) {
        var columns: [String] = []
        var values: [String] = []
        for column in table.columns where column.name != "id" && !column.name.hasSuffix("_position") {
          columns.append(column.name)
          if let key = table.foreignKeys.first(where: { $0.columns == [column.name] }) {
            let parent = SQLText.identifier(key.referencedTable)
            let id = SQLText.identifier(key.referencedColumns[0])
            let value = "(SELECT \(id) FROM \(parent) ORDER BY (\(id) * 7919 + \(random.below(97))) % 101 LIMIT 1)"
            values.append(column.isNullable && random.once(in: 4) ? "NULL" : value)
          } else if column.name == "number" {
            // Numbers are ids of other rows too, so that a reference to the wrong column finds a row.
            values.append("(SELECT (count(*) * 5 + 3) % 17 + 1 FROM \(SQLText.identifier(table.name)))")
          } else if column.name == "title" {
            values.append("(SELECT 't' || count(*) FROM \(SQLText.identifier(table.name)))")
          } else if column.name == "deleted_at" {
            values.append(random.once(in: 4) ? "'2026-01-01 00:00:00'" : "NULL")
          } else {
            values.append(Values.value(column.type, &random))
          }
        }
        let row = "(\(SQLText.identifiers(columns))) VALUES (\(values.joined(separator: ", ")))"
        // A limit, or a pair that is there already.
        try? database.run("INSERT INTO \(SQLText.identifier(table.name)) \(row)")
      }
    }
  }

  /// What every row references, by titles: those of owners and members, with their places where both sides have an order, and
  /// those of pairs.
  private func links(
    _ database: Database, _ schema: Schema, _ sketches: [Sketch], keptFor others: [Sketch]
  ) throws -> [String: [String]] {
    var links: [String: [String]] = [:]
    func parent(_ key: ForeignKey, _ alias: String, of child: String) -> String {
      let same = zip(key.referencedColumns, key.columns).map { "\(alias).\"\($0)\" = \(child).\"\($1)\"" }
      return "JOIN \"\(key.referencedTable)\" AS \(alias) ON \(same.joined(separator: " AND "))"
    }
    for (place, (sketch, other)) in zip(sketches, others).enumerated() {
      if let owner = sketch.owner, other.owner == owner,
        let table = schema.tables.first(where: { $0.name == sketch.name.lowercased() }),
        let key = table.foreignKeys.first(where: { $0.columns == ["owner_id"] })
      {
        let position = table.columns.first { $0.name == "members\(place)_position" }
        let isOrdered = sketch.isOrdered && other.isOrdered && position != nil
        let rank = isOrdered ? "row_number() OVER (PARTITION BY c.owner_id ORDER BY c.members\(place)_position)" : "''"
        links["members\(place)"] = try database.rows(
          "SELECT p.title || ' < ' || c.title || ' ' || \(rank) FROM \"\(table.name)\" AS c "
            + "\(parent(key, "p", of: "c")) ORDER BY 1"
        ).map { $0[0] ?? "" }
      }
      let table = schema.tables.first { table in
        table.foreignKeys.count == 2 && ["_pairs\(place)", "_others\(place)"].contains { table.name.hasSuffix($0) }
      }
      if let table, let partner = sketch.partner, partner == other.partner {
        let keys = table.foreignKeys.sorted { first, _ in first.referencedTable == sketch.name.lowercased() }
        links["pairs\(place)"] = try database.rows(
          "SELECT p.title || ' - ' || q.title FROM \"\(table.name)\" AS c "
            + "\(parent(keys[0], "p", of: "c")) \(parent(keys[1], "q", of: "c")) ORDER BY 1"
        ).map { $0[0] ?? "" }
      }
    }
    return links
  }

  /// Whether every member has a place of its own, and words are those of the rows.
  /// - Returns: How many orders with members there are.
  @discardableResult
  private func check(_ database: Database, _ schema: Schema, _ when: String) throws -> Int {
    var orders = 0
    for table in schema.tables {
      for rules in table.members {
        guard let position = rules.position else { continue }
        let owner = "\"\(rules.columns[0])\" IS NOT NULL"
        let lost = try database.number(
          "SELECT count(*) FROM \"\(table.name)\" WHERE \(owner) AND \"\(position)\" IS NULL")
        let double = try database.rows(
          "SELECT 1 FROM \"\(table.name)\" WHERE \(owner) GROUP BY \"\(rules.columns[0])\", \"\(position)\" HAVING count(*) > 1"
        )
        guard lost == 0, double.isEmpty else { throw Wrong(description: "\(when): places in \(table.name)") }
        if try database.number("SELECT count(*) FROM \"\(table.name)\" WHERE \(owner)") > 0 { orders += 1 }
      }
    }
    for table in schema.tables {
      guard let name = table.fullText?.name else { continue }
      try database.run("INSERT INTO \"\(name)\" (\"\(name)\", rank) VALUES ('integrity-check', 1)")
    }
    return orders
  }
}
