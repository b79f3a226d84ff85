import PostilSQL
import PostilSchema
import PostilTranslation

/// How Citus distributes each table of a schema, and the statements for it.
///
/// Models are distributed as they are annotated. A join table follows the models that it joins: it is distributed like the one that is
/// distributed, if the other one is a reference table, and is a reference table if both are.
/// Source: Citus 12, "Creating and Modifying Distributed Tables (DDL)".
package struct CitusTables {
  /// By the folded names of the tables; local tables are missing.
  private var distributions: [String: Distribution] = [:]
  private let tables: [Table]

  package init(_ schema: Schema) {
    tables = schema.tables
    for table in tables { distributions[table.name.foldedName] = table.distribution }
    for table in tables where table.isJoinTable { distributions[table.name.foldedName] = joined(table) }
  }

  /// The distribution of a table; `nil` for a local one.
  package subscript(table: String) -> Distribution? { distributions[table.foldedName] }

  /// The names of the distributed tables, without reference tables, and their columns.
  package var columns: [String: String] {
    distributions.compactMapValues { if case .column(let name) = $0 { name } else { nil } }
  }

  private func joined(_ table: Table) -> Distribution? {
    let sides = table.foreignKeys.map { (key: $0, distribution: self[$0.referencedTable]) }
    if sides.allSatisfy({ $0.distribution == .reference }) { return .reference }
    for side in sides {
      guard case .column(let name) = side.distribution,
        let place = side.key.referencedColumns.firstIndex(of: name), place < side.key.columns.count
      else { continue }
      return .column(side.key.columns[place])
    }
    return nil
  }

  /// The calls that distribute the tables, which are empty and have their keys.
  ///
  /// A table is distributed after those that it references, because Citus checks the references of a table when it is distributed. In a
  /// transaction with references to reference tables, Citus has to use one connection for each server.
  /// Source: Citus 12, `create_distributed_table`, and `citus.multi_shard_modify_mode`.
  var statements: [DDLStatement] {
    tables.compactMap { table in
      let name = PostgreSQLNames.short(table.name)
      let isPlain = name.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "_" }
      let quoted = SQLText.literal(isPlain ? name : SQLText.identifier(name))
      let call: String
      switch self[table.name] {
      case .column(let column):
        call = "create_distributed_table(\(quoted), \(SQLText.literal(PostgreSQLNames.short(column))))"
      case .reference: call = "create_reference_table(\(quoted))"
      case nil: return nil
      }
      return DDLStatement(object: .distribution, name: table.name, table: table.name, sql: "SELECT \(call)")
    }
  }

  /// The setting that a transaction with these calls needs.
  package static let setting = "SET LOCAL citus.multi_shard_modify_mode = 'sequential'"
}

extension Table {
  /// Whether it only contains the pairs of a many-to-many relationship.
  var isJoinTable: Bool { isWithoutRowID && statement == nil && !pairedSides.isEmpty }
}
