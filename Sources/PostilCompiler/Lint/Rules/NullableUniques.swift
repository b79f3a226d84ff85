import PostilSchema

/// Unique keys with a column that can be `NULL`: no two `NULL`s are alike, so rows without a value are not held apart.
/// Source: SQLite, "CREATE TABLE", section 3.6.
enum NullableUniques {
  static func findings(in subject: LintSubject) -> [Finding] {
    subject.models.flatMap { model in
      let table = model.table
      let constraints = table.uniqueConstraints.map {
        (name: $0.name, columns: $0.columns, condition: String?.none, isConstraint: true)
      }
      let indexes = table.indexes.filter(\.isUnique).map {
        (name: $0.name, columns: $0.terms.compactMap(\.column), condition: $0.condition, isConstraint: false)
      }
      return (constraints + indexes).compactMap { key -> Finding? in
        // Of a one-to-one relationship nothing else could be meant.
        guard !table.foreignKeys.contains(where: { Set($0.columns) == Set(key.columns) }) else { return nil }
        let nullable = key.columns.filter { column in
          table.columns.contains { $0.name == column && $0.isNullable }
            && !(key.condition.map { NullCondition.excludesNull(column, in: $0) } ?? false)
        }
        guard let first = nullable.first else { return nil }
        let names = nullable.map(model.property(ofColumn:))
        return model.finding(
          .nullableUnique, Message.nullableUnique(names, column: first, isAlone: key.columns.count == 1),
          on: model.origin.key(key.name, isConstraint: key.isConstraint))
      }
    }
  }
}
