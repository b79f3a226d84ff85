import PostilSQL
import PostilSchema
import PostilTranslation

/// The locks of a migration's transaction. It takes all of them before it changes anything.
///
/// The rows that a migration counts, copies and drops are then the same ones. A transaction that takes its locks one by one, as its
/// statements need them, would miss the rows that a program commits meanwhile, and would hold some tables while it waits for others.
extension PostgreSQLPlanWriter {
  /// A mode of `LOCK TABLE`. Source: PostgreSQL 15, section 13.3.1.
  enum Lock: Int, Comparable {
    /// The program can read: references and triggers are added, or positions are counted.
    case shareRowExclusive
    /// The program waits.
    case accessExclusive

    var words: String { self == .accessExclusive ? "ACCESS EXCLUSIVE" : "SHARE ROW EXCLUSIVE" }

    static func < (first: Lock, second: Lock) -> Bool { first.rawValue < second.rawValue }
  }

  /// Notes that the transaction needs a lock.
  /// - Parameter table: the old name of the table, or the name of a new one, which needs none.
  mutating func lock(_ table: String, _ mode: Lock = .accessExclusive) {
    guard old.table(table) != nil else { return }
    locks[table] = max(locks[table] ?? mode, mode)
  }

  /// The same by the new name of a table in both schemas.
  mutating func lock(new table: String, _ mode: Lock = .accessExclusive) {
    if let change = changes.first(where: { $0.new.name == table }) { lock(change.old.name, mode) }
  }

  /// Notes the locks of the tables that references of a table lead to.
  mutating func lockReferenced(by constraints: [PostgreSQLShape.Constraint], isNew: Bool, _ mode: Lock) {
    for parent in constraints.compactMap({ $0.referenced?.table }) {
      if isNew { lock(new: parent, mode) } else { lock(parent, mode) }
    }
  }

  /// One statement for each table, so that they can be tried in the opposite order: each table after those that it references.
  ///
  /// Views that are dropped come first. A query locks a view before its tables, so new queries would hold the view and wait for a table,
  /// and the migration would hold the table and wait for the view. `LOCK TABLE` of a view also locks its tables. Source: PostgreSQL 15,
  /// "LOCK".
  var lockStatements: [String] {
    let tables = tableLocks
    guard !tables.isEmpty else { return [] }
    let views = old.objects(.view).reversed()
      // The server can't lock those that store their rows.
      .filter { droppedViews.contains($0.name.foldedName) && !$0.isMaterialized }.map(\.name)
    return (expansionViews + views).map { "LOCK TABLE \(SQLText.identifier($0)) IN \(Lock.accessExclusive.words) MODE" }
      + tables
  }

  private var tableLocks: [String] {
    let names = old.tables.map(\.name)
    let positions = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let order = TableOrder.order(
      old.tables.enumerated().map { index, table in
        Set(table.constraints.compactMap { $0.referenced.flatMap { positions[$0.table] } }).subtracting([index])
      })
    return order.compactMap { index in
      locks[names[index]].map { "LOCK TABLE \(SQLText.identifier(names[index])) IN \($0.words) MODE" }
    }
  }
}
