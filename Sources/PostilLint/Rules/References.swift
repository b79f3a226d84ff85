import PostilCompiler
import PostilSQL
import PostilSchema

/// References without an index: each deletion of a referenced row, and each query from its side, scans the whole table.
enum UnindexedReferences {
  static func findings(in subject: LintSubject) -> [Finding] {
    subject.models.flatMap { model in
      (model.table.foreignKeys + model.table.unenforcedReferences).filter { !isServed($0, in: model.table) }.map {
        key in
        let partial = model.table.indexes.first { starts(columns(of: $0), with: key.columns) }
        return model.finding(
          .unindexedReference,
          Message.unindexedReference(
            model.properties(of: key), table: model.table.name, target: key.referencedTable, partial: partial?.name,
            isEnforced: model.table.foreignKeys.contains(key)),
          onReference: key.columns)
      }
    }
  }

  private static func isServed(_ key: ForeignKey, in table: Table) -> Bool {
    let keys = [table.primaryKey.columns] + table.uniqueConstraints.map(\.columns)
    let indexes = table.indexes.filter { isWhole($0, for: key) }.map(columns(of:))
    return (keys + indexes).contains { starts($0, with: key.columns) }
  }

  /// The columns of an index before the first expression.
  private static func columns(of index: Index) -> [String] {
    index.terms.prefix { $0.column != nil }.compactMap(\.column)
  }

  /// For a search by equality, the columns can be in any order.
  private static func starts(_ index: [String], with columns: [String]) -> Bool {
    Set(index.prefix(columns.count)) == Set(columns)
  }

  /// A partial index contains every row with a reference if it excludes only `NULL`.
  /// Source: SQLite, "Partial Indexes", section 3, rule 2.
  private static func isWhole(_ index: Index, for key: ForeignKey) -> Bool {
    guard let condition = index.condition else { return true }
    return key.columns.count == 1 && key.columns.allSatisfy { NullCondition.isOnly($0, in: condition) }
  }
}

/// References that the database doesn't enforce, each with a query that finds the rows whose parent is missing.
enum UnenforcedReferences {
  static func findings(in subject: LintSubject) -> [Finding] {
    subject.models.flatMap { model in
      model.table.unenforcedReferences.map { key in
        var finding = model.finding(
          .unenforcedReference,
          Message.unenforcedReference(
            model.properties(of: key), table: model.table.name, target: key.referencedTable,
            query: query(for: key, of: model.table.name)),
          onReference: key.columns)
        finding.changesSchema = false
        return finding
      }
    }
  }

  /// The rows with a reference to a missing row: `SELECT * FROM "step" AS c WHERE c."item_id" IS NOT NULL AND NOT EXISTS
  /// (SELECT 1 FROM "item" AS p WHERE p."id" = c."item_id")`.
  private static func query(for key: ForeignKey, of table: String) -> String {
    let columns = key.columns.map { "c." + SQLText.identifier($0) }
    let parents = key.referencedColumns.map { "p." + SQLText.identifier($0) }
    let present = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    let equal = zip(parents, columns).map { "\($0) = \($1)" }.joined(separator: " AND ")
    return "SELECT * FROM \(SQLText.identifier(table)) AS c WHERE \(present) AND NOT EXISTS "
      + "(SELECT 1 FROM \(SQLText.identifier(key.referencedTable)) AS p WHERE \(equal))"
  }
}

/// To-many relationships without an inverse.
enum MissingInverses {
  static func findings(in subject: LintSubject) -> [Finding] {
    subject.models.flatMap { model in
      model.relationships.filter { $0.inverse == nil && ($0.kind == .manyToMany || $0.kind == .hasMany) }
        .map { relationship in
          model.finding(
            .missingInverse,
            Message.missingInverse(relationship.name, model: model.swiftName, target: relationship.target),
            onRelationship: relationship.name)
        }
    }
  }
}

/// Cycles of references that all cascade: a delete follows them repeatedly, and SQLite stops after 1,000 levels. Source: SQLite,
/// "Implementation Limits For SQLite", section 10 (`SQLITE_MAX_TRIGGER_DEPTH` also applies to foreign keys).
enum CascadeCycles {
  static func findings(in subject: LintSubject) -> [Finding] {
    let models = subject.models
    let keys = subject.references(onDelete: .cascade)
    let graph = ReferenceCycles(keys.map { ($0.owner, $0.target) }, nodes: models.count)
    var reported: Set<Set<Int>> = []
    return keys.indices.compactMap { start -> Finding? in
      guard let circle = graph.shortestCircle(from: start), reported.insert(Set(circle)).inserted else { return nil }
      let steps = circle.map { index in
        let model = models[keys[index].owner]
        let columns = keys[index].key.columns
        return (model: model, columns: columns, reference: model.reference(ofColumns: columns))
      }
      let names = steps.map { "\($0.model.swiftName).\($0.reference?.displayName ?? $0.model.table.name)" }
      var finding = steps[0].model.finding(
        .cascadeCycle, Message.cascadeCycle(names), onReference: steps[0].columns)
      finding.notes = steps.dropFirst().map { step in
        (Message.cascadeGoesOn, step.reference?.place ?? step.model.place)
      }
      return finding
    }
  }
}
