import PostilCompiler
import PostilQuery
import PostilRows
import PostilSQL
import PostilSchema

/// The rows that the database deletes or changes because other rows are deleted, read before that, so that they can be restored.
struct CascadedRows {
  /// Reading stops after this number of rows.
  private static let maximumCount = 500

  let db: any RowTransaction
  let schema: ModelSchema
  private var found: Set<Row> = []
  private(set) var isComplete = true

  private struct Row: Hashable {
    var table: String
    var key: [SQLValue]
  }

  init(_ db: any RowTransaction, _ schema: ModelSchema) { (self.db, self.schema) = (db, schema) }

  /// What is lost with a row, apart from what was lost with the rows before.
  /// - Returns: the rows that are deleted with it, each after those that it refers to, and the references that are set to `NULL`.
  mutating func read(deletedWith key: StudioKey) throws -> JSONTree {
    var deleted: [StudioKey] = []
    try visit(key, &deleted)
    var cleared: [JSONTree] = []
    for row in deleted { cleared += try self.cleared(with: row) }
    return [
      "rows": .array(deleted.dropLast().reversed().map { ["table": .string($0.table.name), "key": $0.json] }),
      "cleared": .array(cleared),
    ]
  }

  /// Appends the row after all rows that are deleted with it.
  private mutating func visit(_ key: StudioKey, _ deleted: inout [StudioKey]) throws {
    guard found.count < Self.maximumCount else { return isComplete = false }
    guard found.insert(Row(table: key.table.name, key: key.values)).inserted else { return }
    for (table, relationship) in references(to: key.table, .cascade) where !table.key.isEmpty {
      // The last row that is appended is the first to be restored.
      for row in try rows(of: table, table.key, relationship, key).reversed() {
        try visit(StudioKey(row.compactMap { $0 }, of: table), &deleted)
      }
    }
    deleted.append(key)
  }

  /// The references to a row that are set to `NULL`, of rows that stay.
  private mutating func cleared(with key: StudioKey) throws -> [JSONTree] {
    var result: [JSONTree] = []
    for (table, relationship) in references(to: key.table, .nullify) where !table.key.isEmpty {
      let columns = relationship.near.compactMap(table.column(named:)).filter(\.isOptional)
      for row in try rows(of: table, table.key + columns.map(\.name), relationship, key) {
        let values = row.prefix(table.key.count).compactMap { $0 }
        guard !found.contains(Row(table: table.name, key: values)) else { continue }
        result.append([
          "table": .string(table.name), "key": StudioKey(values, of: table).json,
          "values": .object(
            zip(columns, row.dropFirst(table.key.count)).map { JSONTree.Member($0.name, $0.wholeCell(of: $1)) }),
        ])
      }
    }
    return result
  }

  private mutating func rows(
    of table: ModelTable, _ columns: [String], _ relationship: ModelRelationship, _ key: StudioKey
  ) throws -> [[SQLValue?]] {
    // Restored members are appended to the end.
    let position = schema.tables.lazy.flatMap(\.relationships).first {
      $0.order?.table == table.name && ($0.join?.near ?? $0.far) == relationship.near
    }?.order?.column
    let rows = try db.query(
      "SELECT \(SQLText.identifiers(columns)) FROM \(SQLText.identifier(table.name)) "
        + "WHERE \(relationship.condition(of: key)) ORDER BY \(SQLText.identifiers([position].compactMap(\.self) + table.key))",
      key.bindings,
      columns: columns.count, limit: Self.maximumCount + 1)
    if rows.count > Self.maximumCount { isComplete = false }
    return rows
  }

  /// The references to a table with a delete rule. The rows of a join table are deleted with the rows on both sides.
  private func references(
    to target: ModelTable, _ rule: DeleteRule
  ) -> [(table: ModelTable, relationship: ModelRelationship)] {
    schema.tables.filter { $0.kind != .view }.flatMap { table in
      table.relationships.filter {
        $0.kind == .toOne && $0.table == target.name
          && (table.kind == .join ? DeleteRule.cascade : $0.resolved?.onDelete) == rule
      }.map { (table, $0) }
    }
  }
}
