import PostilCompiler
import PostilQuery
import PostilRows
import PostilSQL

/// What the page shows about rows besides their values: the texts of the rows that they reference, and the number of their members.
struct RowContext: Sendable {
  /// Members are counted up to this number.
  static let maximumCount = 1000
  /// The number of characters of a referenced row's text.
  static let maximumDisplay = 200

  private let table: ModelTable
  private let references: [(relationship: ModelRelationship, target: ModelTable, columns: [ModelColumn])]
  private let members: [ModelRelationship]
  private let counts: [String]

  init(_ table: ModelTable, _ schema: ModelSchema) throws {
    self.table = table
    references = table.relationships.compactMap { relationship in
      guard relationship.kind == .toOne, let target = schema.table(named: relationship.table),
        !target.displayColumns.isEmpty
      else { return nil }
      return (relationship, target, target.displayColumns.compactMap { target.column(named: $0) })
    }
    members = table.relationships.filter { $0.kind != .toOne }
    counts = try members.map { relationship in
      try Self.count(relationship, schema.table(relationship.table))
    }
  }

  /// The texts and counts of rows, by their keys: two JSON objects for each row.
  func read(_ keys: [[SQLValue?]], _ db: any RowTransaction) throws -> [(display: JSONTree, counts: JSONTree)] {
    let empty: (display: JSONTree, counts: JSONTree) = ([:], [:])
    guard !keys.isEmpty, !table.key.isEmpty, !(references.isEmpty && members.isEmpty) else {
      return keys.map { _ in empty }
    }
    let width = table.key.count
    var found: [[SQLValue?]: (display: JSONTree, counts: JSONTree)] = [:]
    // SQLite has up to 32,766 parameters, and an expression has up to 1000 levels.
    for start in stride(from: 0, to: keys.count, by: 100) {
      let part = Array(keys[start..<min(start + 100, keys.count)])
      let rows = try db.query(
        sql(part.count), part.flatMap { $0.map(\._boundValue) },
        columns: width + displayCount + members.count, limit: part.count)
      for row in rows { found[Array(row[..<width])] = context(row[width...]) }
    }
    return keys.map { found[$0] ?? empty }
  }

  /// The same; nothing if the database lacks a table of another model.
  func readIfPossible(
    _ keys: [[SQLValue?]], _ db: any RowTransaction
  ) throws -> [(display: JSONTree, counts: JSONTree)] {
    do { return try read(keys, db) } catch is DatabaseError { return keys.map { _ in ([:], [:]) } }
  }

  private func context(_ values: ArraySlice<SQLValue?>) -> (display: JSONTree, counts: JSONTree) {
    var rest = values
    let texts = references.compactMap { reference -> JSONTree.Member? in
      let cells = zip(reference.columns, rest).map { $0.cell(of: LoadedValue($1)) }
      rest = rest.dropFirst(reference.columns.count)
      return ModelTable.name(of: cells).map { JSONTree.Member(reference.relationship.near[0], .string($0)) }
    }
    let counts = zip(members, rest).map { relationship, value in
      JSONTree.Member(relationship.name, JSONTree(cell: value))
    }
    return (.object(texts), .object(counts))
  }

  private var displayCount: Int { references.reduce(0) { $0 + $1.columns.count } }

  private func sql(_ count: Int) -> String {
    let key = table.key.map { "t0.\(SQLText.identifier($0))" }
    let displays = references.flatMap { reference in
      reference.columns.map { display(reference.relationship, reference.target, $0) }
    }
    let results = key + displays + counts
    var parameter = 0
    func next() -> String {
      parameter += 1
      return "?\(parameter)"
    }
    let condition =
      key.count == 1
      ? "\(key[0]) IN (\((0..<count).map { _ in next() }.joined(separator: ", ")))"
      : (0..<count).map { _ in "(\(key.map { "\($0) = \(next())" }.joined(separator: " AND ")))" }
        .joined(separator: " OR ")
    return "SELECT \(results.joined(separator: ", ")) FROM \(SQLText.identifier(table.name)) AS t0 WHERE \(condition)"
  }

  /// The display column of the row that a reference leads to. A long text is cut.
  private func display(_ relationship: ModelRelationship, _ target: ModelTable, _ column: ModelColumn) -> String {
    let value = "t1.\(SQLText.identifier(column.name))"
    let shown = column.type == .text ? "substr(\(value), 1, \(Self.maximumDisplay))" : value
    return "(SELECT \(shown) FROM \(SQLText.identifier(target.name)) AS t1 WHERE "
      + Self.equal("t1", relationship.far, "t0", relationship.near) + ")"
  }

  /// The number of members, up to ``maximumCount``.
  private static func count(_ relationship: ModelRelationship, _ target: ModelTable) throws -> String {
    let deletion = target.softDelete
    var rows: String
    if let join = relationship.join {
      rows = "\(SQLText.identifier(join.table)) AS t1"
      if deletion != nil {
        rows += " JOIN \(SQLText.identifier(target.name)) AS t2 ON \(equal("t2", relationship.far, "t1", join.far))"
      }
      rows += " WHERE \(equal("t1", join.near, "t0", relationship.near))"
      if let deletion { rows += " AND t2.\(SQLText.identifier(deletion)) IS NULL" }
    } else {
      rows = "\(SQLText.identifier(target.name)) AS t1 WHERE \(equal("t1", relationship.far, "t0", relationship.near))"
      if let deletion { rows += " AND t1.\(SQLText.identifier(deletion)) IS NULL" }
    }
    return "(SELECT count(*) FROM (SELECT 1 AS \"one\" FROM \(rows) LIMIT \(maximumCount)) AS m)"
  }

  private static func equal(_ left: String, _ leftColumns: [String], _ right: String, _ rightColumns: [String])
    -> String
  {
    zip(leftColumns, rightColumns).map {
      "\(left).\(SQLText.identifier($0)) = \(right).\(SQLText.identifier($1))"
    }.joined(separator: " AND ")
  }
}
