import PostilCompiler
import PostilQuery
import PostilRows
import PostilSQL

/// The database lacks tables or columns of the models.
package struct SeedMismatch: Error {
  /// The engine's message.
  package var reason: String
}

/// Writes the rows of seed files in a transaction.
struct SeedRunner {
  let plan: SeedPlan
  let db: any RowTransaction
  private(set) var report = SeedReport()
  /// The values of written rows that others may need, by column: the key, and what others refer to.
  private var keys: [Int: [String: SQLValue]] = [:]
  /// The columns to which other rows refer, without those of keys.
  private let referenced: [Int: Set<String>]
  private var inserted: Set<Int> = []
  private var updated: Set<Int> = []
  /// The assigned keys that were inserted, by table and column: the largest of each.
  private(set) var assignedKeys: [String: (column: String, key: Int64)] = [:]

  init(_ plan: SeedPlan, _ db: any RowTransaction) {
    (self.plan, self.db) = (plan, db)
    var referenced: [Int: Set<String>] = [:]
    func add(_ column: String, of index: Int) {
      if !plan.rows[index].table.key.contains(column) { referenced[index, default: []].insert(column) }
    }
    for (index, row) in plan.rows.enumerated() {
      for field in row.fields {
        if case .row(let other, let column) = field.value { add(column, of: other) }
      }
      for members in row.members {
        for column in members.relationship.near { add(column, of: index) }
        guard members.relationship.join != nil else { continue }
        for member in members.rows { for column in members.relationship.far { add(column, of: member) } }
      }
    }
    self.referenced = referenced
  }

  /// The columns of a row that others may need.
  private func neededColumns(of index: Int) -> [String] {
    plan.rows[index].table.key + (referenced[index] ?? []).sorted()
  }

  /// Writes all rows, then the references that had to wait for them, and then the members of relationships.
  /// - Throws: ``SeedFailure``, ``SeedMismatch``, and the errors of the engine.
  mutating func run() throws {
    try checkTables()
    for index in plan.order { try write(index, isPostponed: false) }
    for index in plan.order where !plan.rows[index].postponed.isEmpty { try write(index, isPostponed: true) }
    for index in plan.order { count(index) }
    for index in plan.order { try writeMembers(of: index) }
    try checkMinimums()
  }

  private func checkTables() throws {
    var seen: Set<String> = []
    for row in plan.rows {
      let joins = row.members.compactMap { $0.relationship.join.flatMap { plan.schema.table(named: $0.table) } }
      for table in [row.table] + joins where seen.insert(table.name).inserted {
        do {
          _ = try db.query(
            "SELECT \(SQLText.identifiers(table.columns.map(\.name))) FROM \(SQLText.identifier(table.name)) LIMIT 0",
            [],
            columns: table.columns.count, limit: 1)
        } catch let error as DatabaseError {
          throw SeedMismatch(reason: error.message)
        }
      }
    }
  }

  // MARK: - Values

  /// The text of a value in messages; `nil` for a reference to another row.
  static func text(of value: SeedRow.Value) -> String? {
    guard case .stored(let value) = value else { return nil }
    return value._boundValue.description
  }

  private func name(of index: Int) -> String { plan.rows[index].name { Self.text(of: $0) } }

  /// The value of a column of a row: in its file or, if the file doesn't contain it, in the database.
  func value(_ column: String, of index: Int) throws -> SQLValue? {
    if let field = plan.rows[index].field(column) { return try value(field.value) }
    if let keys = keys[index] { return keys[column] }
    throw failure(SeedMessage.circle([name(of: index)]), at: plan.rows[index].place)
  }

  private func value(_ value: SeedRow.Value) throws -> SQLValue? {
    switch value {
    case .stored(let value): value
    case .row(let index, let column): try self.value(column, of: index)
    }
  }

  private func failure(_ message: String, at place: SourcePlace) -> SeedFailure {
    SeedFailure(diagnostics: [Diagnostic(.error, message, path: place.path, position: place.position)])
  }

  /// Runs statements for a row. A violated constraint is reported at the value that violates it.
  private func writing<Result>(_ row: SeedRow, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let violation as ConstraintViolation {
      let named = NamedViolation(violation, in: plan.schema)
      var message = named.message
      if case .unique(_, let columns) = violation, !columns.isEmpty {
        let names = columns.map { row.table.column(named: $0.name)?.swiftName ?? $0.name }
        message = SeedMessage.sameUniqueKey(names, row: row.name { Self.text(of: $0) }, hasLabel: row.label != nil)
      }
      throw failure(message, at: named.column.flatMap { row.field($0)?.place } ?? row.place)
    }
  }

  // MARK: - Rows

  private mutating func write(_ index: Int, isPostponed: Bool) throws {
    let row = plan.rows[index]
    let fields = row.fields.filter { row.postponed.contains($0.column.name) == isPostponed }
    try checkReferences(of: row, fields)
    let identifying = isPostponed ? row.table.key : row.identifyingColumns
    let identity = try identifying.map { try value($0, of: index)._boundValue }
    var columns = neededColumns(of: index)
    for name in fields.map(\.column.name) + [row.table.softDelete].compactMap(\.self) where !columns.contains(name) {
      columns.append(name)
    }
    let found = try db.first(
      "SELECT \(SQLText.identifiers(columns)) FROM \(SQLText.identifier(row.table.name)) WHERE "
        + SQLNames.equals(identifying, from: 1), identity, columns: columns.count)
    guard let found else { return try insert(index, fields) }
    let current = Dictionary(zip(columns, found), uniquingKeysWith: { first, _ in first })
    keys[index] = Dictionary(
      uniqueKeysWithValues: neededColumns(of: index).compactMap { name in (current[name] ?? nil).map { (name, $0) } })
    try update(index, fields, current)
  }

  private mutating func insert(_ index: Int, _ fields: [SeedRow.Field]) throws {
    let row = plan.rows[index]
    let table = row.table
    var (names, expressions, values) = ([String](), [String](), [BoundValue]())
    for column in table.model?.rowSQL.columns ?? [] {
      if let field = fields.first(where: { $0.column.name == column.name }) {
        values.append(try value(field.value)._boundValue)
        expressions.append("?\(values.count)")
      } else if let expression = column.insertExpression {
        expressions.append(expression)
      } else if !column.isInDraft || row.postponed.contains(column.name) {
        continue
      } else if let expression = column.sqlDefault {
        expressions.append(expression)
      } else if let described = table.column(named: column.name) {
        values.append(try table.defaultValue(of: described)._boundValue)
        expressions.append("?\(values.count)")
      } else {
        continue
      }
      names.append(column.name)
    }
    let columns =
      names.isEmpty
      ? "DEFAULT VALUES" : "(\(SQLText.identifiers(names))) VALUES (\(expressions.joined(separator: ", ")))"
    let returned = neededColumns(of: index)
    let key = try writing(row) {
      try db.first(
        "INSERT INTO \(SQLText.identifier(table.name)) \(columns) RETURNING \(SQLText.identifiers(returned))", values,
        columns: returned.count)
    }
    guard let key else { throw RecordNotFound(model: table.swiftName, key: []) }
    keys[index] = Dictionary(zip(returned, key), uniquingKeysWith: { first, _ in first }).compactMapValues(\.self)
    inserted.insert(index)
    if let column = table.keyColumns.first, column.isAssigned,
      fields.contains(where: { $0.column.name == column.name }),
      case .integer(let number)? = key[0], !LabelKey.integers.contains(number)
    {
      assignedKeys[table.name] = (column.name, max(number, assignedKeys[table.name]?.key ?? 0))
    }
    report.note("insert \(name(of: index))")
  }

  private mutating func update(
    _ index: Int, _ fields: [SeedRow.Field], _ current: [String: SQLValue?]
  ) throws {
    let row = plan.rows[index]
    let table = row.table
    var changed: [(column: ModelColumn, value: SQLValue?)] = []
    for field in fields where !table.key.contains(field.column.name) {
      let (new, old) = (try value(field.value), current[field.column.name] ?? nil)
      if StoredEquality.isSame(old, new, in: field.column) { continue }
      guard !field.column.isLet || field.column.role != .stored else {
        let text = old._boundValue.description
        throw failure(
          SeedMessage.changedLet(field.column.swiftName, row: name(of: index), current: text), at: field.place)
      }
      changed.append((field.column, new))
    }
    var assignments = changed.enumerated().map { "\(SQLText.identifier($1.column.name)) = ?\($0 + 1)" }
    var properties = changed.map(\.column.swiftName)
    if let deletion = table.softDelete, row.field(deletion) == nil, (current[deletion] ?? nil) != nil {
      assignments.append("\(SQLText.identifier(deletion)) = NULL")
      properties.append(table.column(named: deletion)?.swiftName ?? deletion)
    }
    guard !assignments.isEmpty else { return }
    let key = try table.key.map { try value($0, of: index)._boundValue }
    try writing(row) {
      _ = try db.execute(
        "UPDATE \(SQLText.identifier(table.name)) SET "
          + (assignments + (table.model?.rowSQL.refreshments() ?? [])).joined(separator: ", ")
          + " WHERE \(SQLNames.equals(table.key, from: changed.count + 1))",
        changed.map { $0.value._boundValue } + key)
    }
    if !inserted.contains(index) { updated.insert(index) }
    report.note("update \(name(of: index)): \(properties.joined(separator: ", "))")
  }

  private mutating func count(_ index: Int) {
    let name = plan.rows[index].table.swiftName
    report.count(
      name, inserted.contains(index) ? \.inserted : updated.contains(index) ? \.updated : \.unchanged)
  }

  /// Looks for the rows of references that are written as keys.
  private func checkReferences(of row: SeedRow, _ fields: [SeedRow.Field]) throws {
    for key in row.table.model?.table.foreignKeys ?? [] where !key.isDeferred {
      let given = key.columns.compactMap { column in fields.first { $0.column.name == column } }
      let values = given.compactMap { field -> SQLValue? in
        if case .stored(let value) = field.value { value } else { nil }
      }
      guard values.count == key.columns.count, let place = given.first?.place else { continue }
      // A row can refer to itself.
      if key.referencedTable == row.table.name,
        zip(key.referencedColumns, values).allSatisfy({ row.field($0)?.value == .stored($1) })
      {
        continue
      }
      let found = try db.first(
        "SELECT 1 FROM \(SQLText.identifier(key.referencedTable)) WHERE \(SQLNames.equals(key.referencedColumns, from: 1))",
        values.map(\._boundValue), columns: 1)
      guard found == nil else { continue }
      let target = plan.schema.table(named: key.referencedTable)?.swiftName ?? key.referencedTable
      throw failure(
        SeedMessage.missingRow(
          given.map(\.column.swiftName).joined(separator: ", "), target: target,
          key: values.map(\._boundValue.description).joined(separator: ", ")), at: place)
    }
  }

  // MARK: - Members

  private mutating func writeMembers(of index: Int) throws {
    let row = plan.rows[index]
    for members in row.members {
      let relationship = members.relationship
      let owner = try relationship.near.map { try value($0, of: index)._boundValue }
      let target = plan.schema.table(named: relationship.table)
      let columns = relationship.join == nil ? target?.key ?? [] : relationship.far
      let wanted = try members.rows.map { member in try columns.map { try value($0, of: member) } }
      var writer = SeedMembers(
        db: db, schema: plan.schema, relationship: relationship, owner: owner,
        name: "\(row.table.swiftName).\(relationship.name)", ownerName: name(of: index),
        memberNames: members.rows.map(name(of:)))
      try writing(row) { try writer.write(wanted, report: &report) }
    }
  }

  /// Looks for rows that have too few members, before the commit would fail.
  private func checkMinimums() throws {
    var seen: Set<String> = []
    for relationship in plan.schema.tables.flatMap(\.relationships) {
      guard relationship.isDeclared, let minimum = relationship.minimum,
        let unmet = relationship.resolved?.arity.unmet, seen.insert(unmet).inserted
      else { continue }
      let columns = relationship.join?.near ?? relationship.far
      let rows = try db.query(
        "SELECT \(SQLText.identifiers(columns)) FROM \(SQLText.identifier(unmet))", [], columns: columns.count, limit: 1
      )
      guard let key = rows.first else { continue }
      let owner = plan.order.first { index in
        plan.rows[index].table.name == relationship.owner
          && relationship.near.enumerated().allSatisfy { keys[index]?[$1] == key[$0] }
      }
      let name = "\(plan.schema.table(named: relationship.owner)?.swiftName ?? "").\(relationship.name)"
      guard let owner else { continue }
      throw failure(
        SeedMessage.tooFew(name, row: self.name(of: owner), minimum: minimum), at: plan.rows[owner].place)
    }
  }
}
