import PostilSchema

/// The statements that read and write single rows of a table.
package struct RowSQL {
  /// A column with what the statements need of it.
  package struct Column: Hashable {
    package var name: String
    /// Whether an update can set it: a `var` that isn't part of a key.
    var isSettable: Bool
    /// Whether a draft holds it. A key that the database assigns isn't in drafts.
    package var isInDraft: Bool
    /// The expression that fills it if a draft holds `nil`.
    package var sqlDefault: String?
    /// How the column gets its value.
    var role = ColumnRole.stored
    /// The value that every insert writes, whatever the draft holds.
    package var insertExpression: String?
    /// The value that `save` inserts for a column that isn't in the row and can't be `NULL`.
    var emptyValue: String?
  }

  var table: String
  package var columns: [Column]
  /// The names of the primary key's columns.
  var key: [String]
  /// The orders of relationships whose members are the rows.
  var orders: [MemberOrder] = []

  private var allNames: [String] { columns.filter { $0.role != .lazy }.map(\.name) }
  private var bound: [Column] { columns.filter(\.role.isBound) }
  private var settable: [String] { columns.filter { $0.isSettable && $0.role != .lazy }.map(\.name) }
  private var drafted: [Column] { columns.filter(\.isInDraft) }
  private var version: [String] { columns.filter { $0.role == .version }.map(\.name) }
  private var deletion: (column: String, clock: DateClock)? {
    columns.lazy.compactMap { if case .softDelete(let clock) = $0.role { ($0.name, clock) } else { nil } }.first
  }

  /// Whether the database changes columns when a row is written, so that the row must be read back.
  var isRefreshed: Bool { columns.contains(where: \.role.isRefreshed) }
  /// Whether an update and a save return the row. The result also shows whether they found one.
  var returnsRow: Bool { isRefreshed || deletion != nil }
  /// `"version" = "version" + 1`: the assignments that every statement that changes a row adds.
  package func refreshments(isInserted: Bool = false) -> [String] {
    columns.compactMap { $0.role.refreshment(of: $0.name, isInserted: isInserted) }
  }
  /// `"deleted_at" IS NULL`: the condition that a row isn't deleted; `nil` without `@softDelete`.
  package var live: String? { deletion.map { "\(SQLNames.quoted($0.column)) IS NULL" } }
  private var andLive: String { live.map { " AND \($0)" } ?? "" }

  /// The positions that a statement sets that sets these columns to these values.
  private func placements(_ settings: [(name: String, value: String)]) -> [String] {
    let values = Dictionary(uniqueKeysWithValues: settings.map { ($0.name, $0.value) })
    return orders.filter { $0.owner.contains { values[$0] != nil } }.map { order in
      order.placement(in: table, owner: order.owner.map { values[$0] })
    }
  }

  /// Clauses that insert values, with positions behind the last members of the owners among the values.
  private func insertion(_ names: [String], _ values: [String]) -> [GeneratedStatement.Clause] {
    let given = Dictionary(uniqueKeysWithValues: zip(names, values))
    let positions = orders.map { order in order.end(of: table, owner: order.owner.map { given[$0] ?? "NULL" }) }
    return [
      GeneratedStatement.Clause(
        "INSERT INTO \(SQLNames.quoted(table)) (", SQLNames.quoted(names + orders.map(\.position)), ")"),
      GeneratedStatement.Clause("VALUES (", values + positions, ")"),
    ]
  }

  /// Binds a draft.
  package var insert: GeneratedStatement {
    let inserted = columns.filter { $0.isInDraft || $0.insertExpression != nil }
    guard !inserted.isEmpty else { return GeneratedStatement(["INSERT INTO \(SQLNames.quoted(table)) DEFAULT VALUES"]) }
    var parameter = 0
    let values = inserted.map { column -> String in
      if let expression = column.insertExpression { return expression }
      parameter += 1
      return column.sqlDefault.map { "coalesce(?\(parameter), \($0))" } ?? "?\(parameter)"
    }
    return GeneratedStatement(insertion(inserted.map(\.name), values))
  }

  /// Binds a draft and returns the inserted row, for tables with columns that the database fills.
  package var insertReturning: GeneratedStatement { GeneratedStatement(insert.clauses + [returning]) }

  /// Binds the primary key.
  var fetch: GeneratedStatement { select(where: SQLNames.equals(key, from: 1) + andLive) }

  /// Binds the primary key. Finds deleted rows too.
  var fetchWithDeleted: GeneratedStatement { select(where: SQLNames.equals(key, from: 1)) }

  /// Whether an update binds the same values as `save`, in the same order: all columns except the key's can be set.
  var updateBindsAllColumns: Bool {
    bound.allSatisfy { $0.isSettable || key.contains($0.name) || $0.role == .version }
  }

  /// Binds the same values as `save`, or every settable column, then the primary key, then the version; `nil` if
  /// nothing can be set. Finds no row if the version differs.
  var update: GeneratedStatement? {
    guard !settable.isEmpty else { return nil }
    let names = updateBindsAllColumns ? bound.map(\.name) : settable + key + version
    func parameter(_ name: String) -> String { "?\((names.firstIndex(of: name) ?? 0) + 1)" }
    func equals(_ name: String) -> String { "\(SQLNames.quoted(name)) = \(parameter(name))" }
    let placements = placements(settable.map { ($0, parameter($0)) })
    return GeneratedStatement(
      [
        GeneratedStatement.Clause(
          "UPDATE \(SQLNames.quoted(table)) SET ", settable.map(equals) + placements + refreshments()),
        GeneratedStatement.Clause("WHERE " + (key + version).map(equals).joined(separator: " AND ") + andLive),
      ] + (returnsRow ? [returning] : []))
  }

  /// Binds every column that the program provides. Doesn't overwrite a row with another version.
  var save: GeneratedStatement {
    let conflict = "ON CONFLICT (\(SQLNames.quoted(key).joined(separator: ", ")))"
    let settings = settable.map { ($0, "excluded.\(SQLNames.quoted($0))") }
    let assignments =
      settings.map { "\(SQLNames.quoted($0)) = \($1)" } + placements(settings) + refreshments(isInserted: true)
    let conditions =
      version.map { "\(SQLNames.quoted($0)) = excluded.\(SQLNames.quoted($0))" } + (live.map { [$0] } ?? [])
    let empty = columns.filter { $0.emptyValue != nil }
    let values = SQLNames.parameters(bound.count) + empty.compactMap(\.emptyValue)
    var clauses = insertion((bound + empty).map(\.name), values)
    let changes = settable.isEmpty ? key.prefix(1).map(unchanged) : assignments
    let skips = settable.isEmpty && !returnsRow
    clauses.append(skips ? .init(conflict + " DO NOTHING") : .init(conflict + " DO UPDATE SET ", changes))
    if !conditions.isEmpty {
      clauses.append(GeneratedStatement.Clause("WHERE " + conditions.joined(separator: " AND ")))
    }
    return GeneratedStatement(clauses + (returnsRow ? [returning] : []))
  }

  /// Binds the primary key.
  package var delete: GeneratedStatement {
    guard let deletion else { return deletePermanently }
    return GeneratedStatement([
      GeneratedStatement.Clause(
        "UPDATE \(SQLNames.quoted(table)) SET ",
        ["\(SQLNames.quoted(deletion.column)) = \(deletion.clock.sql)"] + refreshments()),
      GeneratedStatement.Clause("WHERE \(SQLNames.equals(key, from: 1))" + andLive),
    ])
  }

  /// Binds the primary key.
  package var deletePermanently: GeneratedStatement {
    GeneratedStatement(["DELETE FROM \(SQLNames.quoted(table)) WHERE \(SQLNames.equals(key, from: 1))"])
  }

  /// Binds the primary key. Restores a deleted row and returns it.
  package var restore: GeneratedStatement? {
    guard let deletion else { return nil }
    let column = SQLNames.quoted(deletion.column)
    return GeneratedStatement([
      GeneratedStatement.Clause("UPDATE \(SQLNames.quoted(table)) SET ", ["\(column) = NULL"] + refreshments()),
      GeneratedStatement.Clause("WHERE \(SQLNames.equals(key, from: 1)) AND \(column) IS NOT NULL"), returning,
    ])
  }

  /// Binds a draft. Inserts it, or updates the row with the same unique key, and returns the row in either case.
  ///
  /// Sets only the columns that an update can set, and restores a deleted row. If there is nothing to set, one column
  /// of the conflict target is set to itself, because a statement that changes nothing returns nothing. Source: SQLite,
  /// "RETURNING", section 3.
  func upsert(onConflictOf conflict: [Index.Term], where condition: String?) -> GeneratedStatement {
    let target = Self.conflictTarget(conflict, where: condition)
    let settings = drafted.enumerated().filter { $1.isSettable }.map { index, column in
      let name = SQLNames.quoted(column.name)
      // If a draft leaves a column to the database, the existing value is kept.
      return (column.name, column.sqlDefault == nil ? "excluded.\(name)" : "coalesce(?\(index + 1), \(name))")
    }
    var assignments = settings.map { "\(SQLNames.quoted($0)) = \($1)" } + placements(settings)
    if let deletion { assignments.append("\(SQLNames.quoted(deletion.column)) = NULL") }
    let changes =
      assignments.isEmpty
      ? (conflict.compactMap(\.column) + key).prefix(1).map(unchanged) : assignments + refreshments(isInserted: true)
    return GeneratedStatement(
      insert.clauses + [GeneratedStatement.Clause("ON CONFLICT \(target) DO UPDATE SET ", changes), returning])
  }

  /// The columns and expressions of a unique key, with the condition of a partial one: `("title") WHERE done = 0`.
  static func conflictTarget(_ terms: [Index.Term], where condition: String?) -> String {
    let terms = terms.map { term in term.column.map { SQLNames.quoted($0) } ?? "(\(term.expression ?? ""))" }
    return "(\(terms.joined(separator: ", ")))" + (condition.map { " WHERE \($0)" } ?? "")
  }

  private func unchanged(_ name: String) -> String { "\(SQLNames.quoted(name)) = \(SQLNames.quoted(name))" }

  private func select(where condition: String) -> GeneratedStatement {
    GeneratedStatement([
      GeneratedStatement.Clause("SELECT ", SQLNames.quoted(allNames)),
      "FROM \(SQLNames.quoted(table)) WHERE \(condition)",
    ])
  }

  private var returning: GeneratedStatement.Clause {
    GeneratedStatement.Clause("RETURNING ", SQLNames.quoted(allNames))
  }
}
