import PostilSyncModels

/// The rows of a model that a user has on their devices, and may change.
///
/// ```swift
/// Scope(TodoList.self) { $0.members.any { $0.id == user.id } }
/// ```
///
/// A row is on a device if it is in the scope of its model and the rows that it references are, too. The pairs of a many-to-many
/// relationship are there if both rows are.
public struct Scope: Sendable {
  /// The table of the model.
  let table: String
  /// The rows, as a subquery.
  let rows: RawSQL

  /// Creates the scope of all rows that satisfy a condition. It decides about deleted rows of `@softDelete` too.
  public init<M: Model, P: SQLExpression<Bool>>(_ model: M.Type, @ConditionBuilder _ condition: (M.Columns) -> P) {
    (table, rows) = (M.table.name, "\(Query<M>().where(condition).withDeletedRows)")
  }

  /// Creates a scope of all rows.
  public init<M: Model>(_ model: M.Type) { (table, rows) = (M.table.name, "\(Query<M>().withDeletedRows)") }
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

  /// The condition that the row `alias` of a table is in the scope, and the rows that it references.
  func condition(_ table: SyncedTable, _ alias: RawSQL, depth: Int = 0, within: Set<String> = []) -> RawSQL {
    var conditions: [RawSQL] = []
    if !table.isPair {
      // Several scopes of one model are alternatives.
      let alternatives = (scopes[table.name] ?? []).map { scope in
        "EXISTS (SELECT 1 FROM \(scope.rows) AS q WHERE \(.equal(table.key, "q", alias)))" as RawSQL
      }
      conditions.append(alternatives.isEmpty ? "1 = 0" : "(\(alternatives.joined(separator: " OR ")))")
    }
    for reference in table.references {
      guard let target = tables[reference.table], !within.contains(target.name), target.name != table.name else {
        continue
      }
      let other: RawSQL = "r\(RawSQL.number(depth))"
      let isNull = reference.columns.map { "\(alias).\(identifier: $0) IS NULL" as RawSQL }.joined(separator: " OR ")
      let isTarget = zip(reference.columns, target.key)
        .map { "\(other).\(identifier: $1) = \(alias).\(identifier: $0)" as RawSQL }.joined(separator: " AND ")
      let inScope = condition(target, other, depth: depth + 1, within: within.union([table.name]))
      conditions.append(
        "(\(isNull) OR EXISTS (SELECT 1 FROM \(identifier: target.name) AS \(other) WHERE \(isTarget) AND \(inScope)))")
    }
    return conditions.isEmpty ? "1 = 1" : conditions.joined(separator: " AND ")
  }

  /// Whether the row with a key is there and in the scope.
  func contains(_ table: SyncedTable, _ key: [SyncValue], in db: some ReadTransaction) throws -> Bool {
    try RawSQL(
      """
      SELECT count(*) FROM \(identifier: table.name) AS s
      WHERE \(.equal(table.key, key)) AND \(condition(table, "s"))
      """
    ).as(Int.self).fetchOne(in: db) == 1
  }
}
