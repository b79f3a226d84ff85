import PostilSchema

/// References that no index serves: each delete of the other row, and each look from there, reads the whole table.
enum UnindexedReferences {
  static func findings(in subject: LintSubject) -> [Finding] {
    subject.models.flatMap { model in
      model.table.foreignKeys.filter { !isServed($0, in: model.table) }.map { key in
        let partial = model.table.indexes.first { starts(columns(of: $0), with: key.columns) }
        return model.finding(
          .unindexedReference,
          Message.unindexedReference(
            model.properties(of: key), table: model.table.name, target: key.referencedTable, partial: partial?.name),
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

  /// A question by equality is served by its columns in any order.
  private static func starts(_ index: [String], with columns: [String]) -> Bool {
    Set(index.prefix(columns.count)) == Set(columns)
  }

  /// An index serves every row that refers to something when it leaves out only those that refer to nothing.
  /// Source: SQLite, "Partial Indexes", section 3, rule 2.
  private static func isWhole(_ index: Index, for key: ForeignKey) -> Bool {
    guard let condition = index.condition else { return true }
    return key.columns.count == 1 && key.columns.allSatisfy { NullCondition.isOnly($0, in: condition) }
  }
}
