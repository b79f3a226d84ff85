import PostilCompiler
import PostilSchema
import PostilTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Random models, compiled, and the statements of their relationship operations, run on random rows. After each operation, the tables
/// must contain what a plain model contains.
///
/// `POSTIL_SEED` and `POSTIL_OPERATION_MODELS` choose the models.
@Suite("Random models with operations")
struct RandomOperationTests {
  @Test("The operations of random relationships do on rows what they do on arrays")
  func agreement() throws {
    let count = getenv("POSTIL_OPERATION_MODELS").flatMap { UInt64(String(cString: $0)) } ?? 500
    var (models, steps, refused, seed) = (0, 0, 0, testSeed)
    while models < count {
      defer { seed += 1 }
      do {
        guard let trial = try OperationTrial(seed: seed) else { continue }
        models += 1
        var running = trial
        for _ in 0..<100 { if try running.step() { steps += 1 } else { refused += 1 } }
      } catch {
        Issue.record("POSTIL_SEED=\(seed) POSTIL_OPERATION_MODELS=1: \(error)")
        return
      }
    }
    print(
      "Random models with operations: POSTIL_SEED=\(testSeed), \(models) models, \(steps) steps, \(refused) refused")
    #expect(steps > models * 40 && (count < 500 || refused > models))
  }
}

/// Random models, a database for them, and what it should contain.
private struct OperationTrial {
  /// A row of a model: what it references, and its members and partners in order.
  private struct Row: Equatable {
    var owner: Int?
    var members: [Int: [Int]] = [:]
    var partners: [Int: [Int]] = [:]
  }

  private struct Refused: Error {}

  private let sketches: [Sketch]
  private let source: String
  /// The statements of the operations by their names, such as `addToMembers0`.
  private let statements: [String: String]
  private let database: Database
  private var random: Generator
  private var rows: [[Int: Row]]
  private var log: [String] = []
  private var lastKey = 0

  /// `nil` if the models can't be compiled: not everything that can be put together is allowed.
  init?(seed: UInt64) throws {
    random = Generator(seed: seed)
    var sketches = ModelPair.sketches(&random).old
    for place in sketches.indices {
      sketches[place].isDeleted = false
      if let owner = sketches[place].owner, owner != place { sketches[place].isRequired = random.once(in: 3) }
      if sketches[place].owner == nil, !random.once(in: 4) { sketches[place].owner = random.below(sketches.count) }
      if sketches[place].partner == nil, random.once(in: 2) { sketches[place].partner = random.below(sketches.count) }
    }
    self.sketches = sketches
    source = ModelPair.text(sketches)
    let result = CompilerPipeline(target: "App").run(
      sources: [CompilerPipeline.Source(path: "App.swift", bytes: Array(source.utf8))])
    guard let graph = result.graph else { return nil }
    database = try Database()
    try database.run("PRAGMA foreign_keys = ON")
    try database.run(graph.schema.script().text)
    var statements: [String: String] = [:]
    for file in Emitter(graph: graph).files() {
      // A long statement is a text of several lines.
      for match in file.text.matches(of: #/static let (\w+) = _\w+<[^>]*>\(\s*(?:#"(.*?)"#[,)]|"\""\n([\s\S]*?)"\"")/#)
      {
        statements[String(match.1)] = (match.2 ?? match.3).map { String($0) }
      }
    }
    self.statements = statements
    rows = sketches.map { _ in [:] }
  }

  private func table(_ place: Int) -> String { sketches[place].name.lowercased() }
  private func key(_ place: Int) -> String { sketches[place].isNumbered ? "number" : "id" }

  /// A key of a row, and sometimes one that no row has.
  private mutating func someKey(_ place: Int) -> Int {
    random.once(in: 20) ? 9999 : random.maybe(rows[place].keys.sorted()) ?? 9999
  }

  /// Makes an operation on both, and compares them. Returns whether it was accepted.
  mutating func step() throws -> Bool {
    let place = random.below(sketches.count)
    let kinds = ["insert", "insert", "delete", "addTo", "addTo", "addTo", "set", "removeFrom", "removeAll"]
    let kind = random.pick(kinds)
    var next = rows
    let (sql, isAccepted) = try operation(kind, place, &next)
    log.append(sql)
    var failure: (any Error)?
    do { try database.run(sql) } catch { failure = error }
    guard (failure == nil) == isAccepted else {
      throw wrong(failure.map { "\($0)" } ?? "the database accepts it, though the model refuses it")
    }
    if isAccepted { rows = next }
    for place in sketches.indices {
      let (found, expected) = (try stored(place), rows[place])
      guard found == expected else { throw wrong("\(table(place)): found \(found), expected \(expected)") }
    }
    return isAccepted
  }

  private func wrong(_ message: String) -> ModelPair.Wrong {
    ModelPair.Wrong(description: "\(message)\n\(source)\n\(log.suffix(30).joined(separator: ";\n"))")
  }

  /// The statement of an operation, and whether it is accepted. The model is changed if it is.
  private mutating func operation(
    _ kind: String, _ place: Int, _ rows: inout [[Int: Row]]
  ) throws -> (sql: String, isAccepted: Bool) {
    let sketch = sketches[place]
    func statement(_ name: String, _ values: Int...) throws -> String? {
      guard let text = statements[name] else { return nil }
      return values.enumerated().reduce(text) { $0.replacing("?\($1.offset + 1)", with: "\($1.element)") }
    }
    let (hasPairs, isReversed) = (sketch.partner.map { $0 != place } == true && random.once(in: 2), random.once(in: 2))
    if ["addTo", "removeFrom", "removeAll"].contains(kind), hasPairs, let partner = sketch.partner {
      let (one, other) = (someKey(place), someKey(partner))
      let (near, far) = isReversed ? (other, one) : (one, other)
      let list = (isReversed ? "Others" : "Pairs") + "\(place)"
      let name = kind == "removeAll" ? "removeAllFrom\(list)" : kind + list
      guard let sql = try kind == "removeAll" ? statement(name, near) : statement(name, near, far) else {
        throw wrong("'\(name)' is missing")
      }
      switch kind {
      case "addTo":
        guard rows[place][one] != nil, rows[partner][other] != nil else { return (sql, false) }
        if rows[place][one]?.partners[place, default: []].contains(other) == false {
          rows[place][one]?.partners[place, default: []].append(other)
        }
      case "removeFrom":
        rows[place][one]?.partners[place, default: []].removeAll { $0 == other }
      default:
        for row in rows[place].keys where isReversed || row == one {
          rows[place][row]?.partners[place, default: []].removeAll { !isReversed || $0 == other }
        }
      }
      return (sql, true)
    }
    if ["addTo", "set", "removeFrom", "removeAll"].contains(kind), let owner = sketch.owner {
      let (new, member) = (someKey(owner), someKey(place))
      let name = (kind == "removeAll" ? "removeAllFrom" : kind) + "Members\(place)"
      // Several models may have a 'setOwner'.
      let sql =
        try kind == "set"
        ? statement("addToMembers\(place)", new, member)
          ?? "UPDATE \"\(table(place))\" SET \"owner_id\" = \(new) WHERE \"\(key(place))\" = \(member)"
        : kind == "removeAll" ? statement(name, new) : statement(name, new, member)
      guard let sql else {
        // Members that need an owner can't be removed.
        guard sketch.isRequired, kind != "addTo" else { throw wrong("'\(name)' is missing") }
        return try operation("insert", place, &rows)
      }
      switch kind {
      case "removeFrom":
        if rows[place][member]?.owner == new, rows[place][member] != nil { move(member, of: place, to: nil, &rows) }
      case "removeAll":
        for member in rows[owner][new]?.members[place] ?? [] { move(member, of: place, to: nil, &rows) }
      default:
        guard rows[place][member] != nil else { return (sql, true) }
        guard rows[owner][new] != nil, !isFull(new, place, without: member, rows) else { return (sql, false) }
        move(member, of: place, to: new, &rows)
      }
      return (sql, true)
    }
    if kind == "delete" {
      let gone = someKey(place)
      let sql = "DELETE FROM \"\(table(place))\" WHERE \"\(key(place))\" = \(gone)"
      guard rows[place][gone] != nil else { return (sql, true) }
      for (child, sketch) in sketches.enumerated() where sketch.owner == place {
        let members = rows[place][gone]?.members[child] ?? []
        if sketch.isRequired, !members.isEmpty { return (sql, false) }
        for member in members { move(member, of: child, to: nil, &rows) }
      }
      move(gone, of: place, to: nil, &rows)
      rows[place][gone] = nil
      for (other, sketch) in sketches.enumerated() where sketch.partner == place && other != place {
        for row in rows[other].keys { rows[other][row]?.partners[other, default: []].removeAll { $0 == gone } }
      }
      return (sql, true)
    }
    lastKey += 1
    let owner = sketch.owner.flatMap { owner -> Int? in
      !sketch.isRequired && (rows[owner].isEmpty || random.once(in: 4)) ? nil : someKey(owner)
    }
    var columns = ["number": "\(lastKey)", "title": "'t\(lastKey)'"]
    columns[key(place)] = "\(lastKey)"
    if sketch.hasNote { columns["note"] = "7" }
    if let owner { columns["owner_id"] = "\(owner)" }
    let names = columns.keys.sorted()
    let sql =
      "INSERT INTO \"\(table(place))\" (\(names.map { "\"\($0)\"" }.joined(separator: ", "))) "
      + "VALUES (\(names.map { columns[$0] ?? "" }.joined(separator: ", ")))"
    if let owner, let parent = sketch.owner {
      guard rows[parent][owner] != nil, !isFull(owner, place, without: lastKey, rows) else { return (sql, false) }
    }
    rows[place][lastKey] = Row()
    if let owner { move(lastKey, of: place, to: owner, &rows) }
    return (sql, true)
  }

  /// Whether no further member fits.
  private func isFull(_ owner: Int, _ place: Int, without member: Int, _ rows: [[Int: Row]]) -> Bool {
    guard let maximum = sketches[place].maximum, let parent = sketches[place].owner else { return false }
    let members = rows[parent][owner]?.members[place] ?? []
    return !members.contains(member) && members.count >= maximum
  }

  /// Makes a row the last member of an owner, or of none. One that is there already stays at its place.
  private func move(_ member: Int, of place: Int, to owner: Int?, _ rows: inout [[Int: Row]]) {
    guard let parent = sketches[place].owner, let row = rows[place][member], row.owner != owner else { return }
    if let old = row.owner { rows[parent][old]?.members[place]?.removeAll { $0 == member } }
    rows[place][member]?.owner = owner
    if let owner { rows[parent][owner]?.members[place, default: []].append(member) }
  }

  /// The rows of a table, with their members and partners. Without an order, those are sorted like the model's.
  private func stored(_ place: Int) throws -> [Int: Row] {
    func integers(_ sql: String) throws -> [[Int?]] {
      try database.rows(sql).map { row in row.map { value in value.flatMap { Int($0) } } }
    }
    let hasOwner = sketches[place].owner != nil
    var found: [Int: Row] = [:]
    for row in try integers("SELECT \"\(key(place))\", \(hasOwner ? "owner_id" : "NULL") FROM \"\(table(place))\"") {
      found[row[0] ?? -1] = Row(owner: row[1])
    }
    func same(_ list: [Int], _ expected: [Int]?, isOrdered: Bool) -> [Int] {
      !isOrdered && list.sorted() == expected?.sorted() ? expected ?? list : list
    }
    for (child, sketch) in sketches.enumerated() where sketch.owner == place {
      for row in found.keys {
        let order = sketch.isOrdered ? "\"members\(child)_position\"" : "1"
        let members = try integers(
          "SELECT \"\(key(child))\" FROM \"\(table(child))\" WHERE owner_id = \(row) ORDER BY \(order)"
        ).map { $0[0] ?? -1 }
        let expected = rows[place][row]?.members[child]
        if !members.isEmpty || expected != nil {
          found[row]?.members[child] = same(members, expected, isOrdered: sketch.isOrdered)
        }
      }
    }
    if let partner = sketches[place].partner, partner != place, let add = statements["addToPairs\(place)"] {
      let names = add.split(separator: "\"").map(String.init)
      let (join, near, far) = (names[1], names[3], names[5])
      let position = try database.rows("SELECT name FROM pragma_table_info('\(join)') WHERE name LIKE '%position'")
      for row in found.keys {
        let partners = try integers(
          "SELECT \"\(far)\" FROM \"\(join)\" WHERE \"\(near)\" = \(row) ORDER BY \(position.first?[0] ?? "1")"
        ).map { $0[0] ?? -1 }
        let expected = rows[place][row]?.partners[place]
        if !partners.isEmpty || expected != nil {
          found[row]?.partners[place] = same(partners, expected, isOrdered: !position.isEmpty)
        }
      }
    }
    return found
  }
}
