import Foundation
@_spi(Bridges) import PostilQuery
import PostilSyncModels

/// The rows of a model that a user has on their devices, and may change.
///
/// ```swift
/// Scope(User.self, .readOnly)
/// Scope(TodoList.self) { $0.members.any { $0.id == user.id } }
/// ```
///
/// A row is on a device if it is in the scope of its model and the rows that it references are, too. The pairs of a many-to-many
/// relationship are there if both rows are.
///
/// A user may change a row if it is in a scope for reading and writing, before and after the change. What it references must only be on the
/// device. A pair belongs to the row of the model with `@manyToMany`, which must be for writing; the other one must only be on the device.
public struct Scope: Sendable {
  /// What users may do with the rows.
  public enum Access: Sendable {
    /// They see and change them.
    case readWrite
    /// They see them. Their own rows may refer to them.
    case readOnly
  }

  /// The table of the model.
  let table: String
  /// The rows, as a subquery.
  let rows: RawSQL
  /// The tables that decide which rows these are, beside the values of each row itself; `nil` if that can be anything.
  let deciding: @Sendable () -> Set<String>?
  /// Whether these are all rows of the table.
  let isWhole: Bool
  let access: Access

  /// Creates the scope of all rows that satisfy a condition. It decides about deleted rows of `@softDelete` too.
  public init<M: Model, P: SQLExpression<Bool>>(
    _ model: M.Type, _ access: Access = .readWrite, @ConditionBuilder _ condition: (M.Columns) -> P
  ) {
    self.init(Query<M>().where(condition), access, isWhole: false)
  }

  /// Creates a scope of all rows.
  public init<M: Model>(_ model: M.Type, _ access: Access = .readWrite) {
    self.init(Query<M>(), access, isWhole: true)
  }

  private init<M: Model>(_ query: Query<M>, _ access: Access, isWhole: Bool) {
    let (table, query) = (M.table.name, query.withDeletedRows)
    (self.table, rows, self.access, self.isWhole) = (table, "\(query)", access, isWhole)
    deciding = {
      guard var names = (try? query.readTables()) ?? nil else { return nil }
      // The row itself.
      if let row = names.firstIndex(of: table) { names.remove(at: row) }
      return Set(names)
    }
  }
}

extension Query {
  fileprivate var withDeletedRows: Query<M> {
    func included<Row: SoftDeletable & Model>(_ type: Row.Type) -> Query<M>? {
      (self as? Query<Row>)?.withDeleted() as? Query<M>
    }
    return (M.self as? any (SoftDeletable & Model).Type).flatMap { included($0) } ?? self
  }
}

/// Lists the scopes of a user.
@resultBuilder
public enum ScopeBuilder {
  /// A list of scopes.
  public static func buildBlock(_ scopes: [Scope]...) -> [Scope] { scopes.flatMap(\.self) }
  /// One scope.
  public static func buildExpression(_ scope: Scope) -> [Scope] { [scope] }
  /// Several scopes.
  public static func buildExpression(_ scopes: [Scope]) -> [Scope] { scopes }
  /// The scopes in an `if` without `else`.
  public static func buildOptional(_ scopes: [Scope]?) -> [Scope] { scopes ?? [] }
  /// The scopes in an `if`.
  public static func buildEither(first scopes: [Scope]) -> [Scope] { scopes }
  /// The scopes in an `else`.
  public static func buildEither(second scopes: [Scope]) -> [Scope] { scopes }
}

/// The scopes of one user, as conditions in SQL.
struct UserScopes {
  private let tables: [String: SyncedTable]
  private let scopes: [String: [Scope]]

  init(_ tables: [String: SyncedTable], _ scopes: [Scope]) {
    self.tables = tables
    self.scopes = Dictionary(grouping: scopes, by: \.table)
  }

  /// A text that is another one if the scopes or the columns are others.
  func fingerprint(of order: [SyncedTable], in database: String) throws -> String {
    var hash = StableHash()
    hash.add(database)
    for table in order {
      hash.add(table.name)
      for column in table.columns { hash.add(column.name) }
      for scope in scopes[table.name] ?? [] {
        let statement = try scope.rows.rendered()
        hash.add(statement.sql)
        for value in statement.bindings { hash.add("\(value)") }
      }
    }
    return hash.text
  }

  /// Whether a change of one of these tables can move rows of a table into or out of its scope that weren't changed themselves and refer
  /// to no changed row.
  func canMove(_ table: SyncedTable, changed: Set<String>, within: Set<String> = []) -> Bool {
    for scope in scopes[table.name] ?? [] {
      guard let deciding = scope.deciding(), deciding.allSatisfy({ tables[$0] != nil }) else { return true }
      if !deciding.isDisjoint(with: changed) { return true }
    }
    let inner = within.union([table.name])
    return targets(of: table, besides: within).contains { canMove($0.table, changed: changed, within: inner) }
  }

  /// The keys of the rows of a table that changed, and of those that refer to rows that changed, as a query.
  /// - Parameter isChanged: the condition for the mark of a changed row.
  func changedKeys(
    of table: SyncedTable, in changed: Set<String>, _ isChanged: RawSQL, within: Set<String> = []
  ) -> RawSQL? {
    var keys: [RawSQL] = []
    if changed.contains(table.name) {
      keys.append("SELECT \(.names(table.key, of: "m")) FROM \(identifier: table.rowName) AS m WHERE \(isChanged)")
    }
    let inner = within.union([table.name])
    for (_, columns, target) in targets(of: table, besides: within) {
      guard let targets = changedKeys(of: target, in: changed, isChanged, within: inner) else { continue }
      keys.append(
        """
        SELECT \(.names(table.key, of: "t")) FROM \(identifier: table.name) AS t
        WHERE (\(.names(columns, of: "t"))) IN (\(targets))
        """)
    }
    return keys.isEmpty ? nil : keys.joined(separator: " UNION ")
  }

  /// The references of a table that decide about its rows, with their positions and the tables that they lead to.
  private func targets(
    of table: SyncedTable, besides within: Set<String>
  ) -> [(index: Int, columns: [String], table: SyncedTable)] {
    table.references.enumerated().compactMap { index, reference in
      guard let target = tables[reference.table], !within.contains(target.name), target.name != table.name else {
        return nil
      }
      return (index, reference.columns, target)
    }
  }

  /// The condition that the row `alias` of a table is in the scope, and the rows that it references.
  /// - Parameters:
  ///   - isChange: whether the user changes the row, and not only sees it.
  ///   - isOfMany: whether many rows are looked for, and not a few that are known. Then SQLite finds the rows of the scopes first.
  func condition(
    _ table: SyncedTable, _ alias: RawSQL, isChange: Bool = false, isOfMany: Bool = false, depth: Int = 0,
    within: Set<String> = []
  ) -> RawSQL {
    var conditions: [RawSQL] = []
    if !table.isPair {
      // Several scopes of one model are alternatives.
      let allowed = (scopes[table.name] ?? []).filter { !isChange || $0.access == .readWrite }
      if allowed.isEmpty {
        conditions.append("1 = 0")
      } else if !allowed.contains(where: \.isWhole) {
        let key = RawSQL.names(table.key, of: alias)
        let alternatives = allowed.map { scope in
          isOfMany
            ? "SELECT \(.names(table.key, of: "q")) FROM \(scope.rows) AS q" as RawSQL
            : "EXISTS (SELECT 1 FROM \(scope.rows) AS q WHERE \(.equal(table.key, "q", alias)))"
        }
        conditions.append(
          isOfMany
            ? "(\(key)) IN (\(alternatives.joined(separator: " UNION ")))"
            : "(\(alternatives.joined(separator: " OR ")))")
      }
    }
    for (index, columns, target) in targets(of: table, besides: within) {
      let other: RawSQL = "r\(RawSQL.number(depth))"
      if isOfMany, table.isPair, !(scopes[target.name] ?? []).contains(where: \.isWhole) {
        let inScope = condition(
          target, other, isOfMany: true, depth: depth + 1, within: within.union([table.name]))
        conditions.append(
          """
          (\(.names(columns, of: alias))) IN (
            SELECT \(.names(target.key, of: other)) FROM \(identifier: target.name) AS \(other) WHERE \(inScope))
          """)
        continue
      }
      let isNull = columns.map { "\(alias).\(identifier: $0) IS NULL" as RawSQL }.joined(separator: " OR ")
      let isTarget = zip(columns, target.key)
        .map { "\(other).\(identifier: $1) = \(alias).\(identifier: $0)" as RawSQL }.joined(separator: " AND ")
      let inScope = condition(
        target, other, isChange: isChange && table.isOwned(byReference: index), depth: depth + 1,
        within: within.union([table.name]))
      conditions.append(
        "(\(isNull) OR EXISTS (SELECT 1 FROM \(identifier: target.name) AS \(other) WHERE \(isTarget) AND \(inScope)))")
    }
    return conditions.isEmpty ? "1 = 1" : conditions.joined(separator: " AND ")
  }

  /// Whether the row with a key is there and in the scope.
  func contains(
    _ table: SyncedTable, _ key: [SyncValue], isChange: Bool = false, in db: some ReadTransaction
  ) throws -> Bool {
    try RawSQL(
      """
      SELECT count(*) FROM \(identifier: table.name) AS s
      WHERE \(.equal(table.key, key)) AND \(condition(table, "s", isChange: isChange))
      """
    ).as(Int.self).fetchOne(in: db) == 1
  }
}

extension SyncedTable {
  /// Whether its rows are pairs that belong to the rows of a reference: the first is that of the model with `@manyToMany`.
  func isOwned(byReference index: Int) -> Bool { isPair && index == 0 }
}
