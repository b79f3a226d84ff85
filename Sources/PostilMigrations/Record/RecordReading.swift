import PostilCatalog
import PostilEvolution
import PostilSQL
import PostilSchema

/// Describes the result of migrations that somebody wrote or edited.
///
/// What is the same in the models, or in the schema that was recorded before, is described as there. The rest stays in SQL, with the types of
/// columns from the models if they store the values in the same way.
struct RecordReading {
  private let catalog: DatabaseCatalog
  private let objects: [SchemaObject]
  /// The schemas whose descriptions are used, the models first.
  private let known: [Schema]

  /// - Parameters:
  ///   - catalog: the result of the migrations.
  ///   - known: the models, and the schemas that were known before.
  init(_ catalog: DatabaseCatalog, known: [Schema]) {
    self.catalog = catalog
    self.known = known
    objects = CatalogComparison.objects(of: catalog)
  }

  /// The record.
  var record: SchemaRecord {
    var tables = catalog.tables.filter { !$0.isVirtual }.map(described)
    let entries = tables.compactMap(\.fullText).filter { !$0.keyColumns.isEmpty }.map(\.entryTable)
    tables.removeAll { entries.contains($0.name) }
    tables = TableOrder.sorted(tables)
    let views = View.sorted(
      catalog.views.compactMap { view in
        known.lazy.flatMap(\.views).first {
          $0.name.isSameName(as: view.name) && isThere(Schema(views: [$0]).script().statements)
        }
      })
    let schema = Schema(tables: tables, views: views)
    let described = schema.script().statements.map { SchemaObject($0) }
    let others = objects.filter { object in !described.contains { $0.isSameObject(as: object) } }
    return SchemaRecord(schema, statements: others.map(\.sql))
  }

  /// A table as a known schema describes it, or else as its statement.
  private func described(_ table: CatalogTable) -> Table {
    let candidates = known.lazy.compactMap { schema in schema.tables.first { $0.name.isSameName(as: table.name) } }
    let same = candidates.first { candidate in
      isThere(
        Schema(tables: [candidate]).script().statements.filter { $0.object == .table && $0.name == candidate.name })
    }
    var result = same ?? read(table, candidates: Array(candidates))
    let whole = result
    result.indexes.removeAll { index in !isThere(statements(of: whole, named: index.name)) }
    result.exclusions.removeAll { exclusion in
      let objects = SQLiteExclusion.objects(of: exclusion, on: whole)
      return ([exclusion.name] + objects.triggers.map(\.name)).contains { !isThere(statements(of: whole, named: $0)) }
    }
    result.triggers.removeAll { trigger in !isThere(statements(of: whole, named: trigger.name)) }
    let (columns, triggers) = (result.columns.map(\.name), Set(result.triggers.map(\.name)))
    result.members.removeAll { rules in
      rules.position.map { !columns.contains($0) } ?? false
        || whole.triggers.contains { $0.name.hasPrefix(rules.name + "_") && !triggers.contains($0.name) }
    }
    for (index, key) in whole.foreignKeys.enumerated() {
      guard let trigger = SQLiteNullification.trigger(for: key, of: whole) else { continue }
      if !isThere(statements(of: whole, named: trigger.name)) { result.foreignKeys[index].onDelete = .noAction }
    }
    if result.fullText != nil {
      var alone = whole
      (alone.indexes, alone.triggers) = ([], [])
      if !isThere(Schema(tables: [alone]).script().statements.filter { $0.name != alone.name }) {
        result.fullText = nil
      }
    }
    return result
  }

  private func read(_ table: CatalogTable, candidates: [Table]) -> Table {
    let side = SchemaShape(DatabaseCatalog(tables: [table]), schema: nil)
    let columns = side.tables.first.map { shape in
      shape.columns.map { column -> Column in
        let plain = side.meaning(of: column, in: shape)
        let known = candidates.lazy.compactMap { table in
          table.columns.first { $0.name.isSameName(as: column.name) }
        }.first { $0.type.storages.contains(where: plain.storages.contains) }
        var result = known ?? Column(name: column.name, type: plain.type)
        if plain.isInSQL { result.type = plain.type }
        result.isNullable = !column.isNotNull
        return result
      }
    }
    var result =
      candidates.first ?? Table(name: table.name, columns: [], primaryKey: KeyConstraint(name: "", columns: []))
    result.columns = columns ?? []
    result.statement = table.sql
    result.primaryKey.columns = table.primaryKey
    result.foreignKeys = table.foreignKeys.map { key in
      ForeignKey(
        name: "", columns: key.columns, referencedTable: key.referencedTable,
        referencedColumns: key.referencedColumns ?? [], onDelete: .noAction)
    }
    (result.uniqueConstraints, result.checks) = ([], [])
    return result
  }

  private func statements(of table: Table, named name: String) -> [DDLStatement] {
    Schema(tables: [table]).script().statements.filter { $0.name.isSameName(as: name) && $0.object != .table }
  }

  /// Whether the migrations lead to these objects.
  private func isThere(_ statements: [DDLStatement]) -> Bool {
    statements.allSatisfy { statement in
      let expected = SchemaObject(statement)
      return objects.contains { $0.isSameObject(as: expected) && $0.differences(from: expected).isEmpty }
    }
  }
}

extension SchemaObject {
  /// The object that a statement for SQLite creates.
  fileprivate init(_ statement: DDLStatement) {
    let kind = statement.object == .fullTextTable ? DDLStatement.Object.table : statement.object
    self.init(kind: kind.rawValue, name: statement.name, sql: statement.sql)
  }
}
