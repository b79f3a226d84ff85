import PostilCompiler
import PostilSQL
import PostilSchema

/// Unique keys with a nullable column. Two `NULL`s are never equal, so the key allows several rows without a value.
/// Source: SQLite, "CREATE TABLE", section 3.6.
enum NullableUniques {
  static func findings(in subject: LintSubject) -> [Finding] {
    subject.models.flatMap { model in
      let table = model.table
      return UniqueKeys.all(of: table).compactMap { key -> Finding? in
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

/// Unique keys of models with `@softDelete` that include the deleted rows: the name of a deleted row can't be used again.
enum SoftDeletedUniques {
  static func findings(in subject: LintSubject) -> [Finding] {
    subject.models.flatMap { model -> [Finding] in
      let deletion = model.properties.first { if case .softDelete = $0.role { true } else { false } }
      guard let deletion else { return [] }
      return UniqueKeys.all(of: model.table).filter { $0.condition == nil }.map { key in
        model.finding(
          .softDeletedUnique, Message.softDeletedUnique(column: deletion.column),
          on: model.origin.key(key.name, isConstraint: key.isConstraint))
      }
    }
  }
}

/// The unique keys of a table, without those of one-to-one relationships, which are intentional.
private enum UniqueKeys {
  typealias Key = (name: String, columns: [String], condition: String?, isConstraint: Bool)

  static func all(of table: Table) -> [Key] {
    let constraints = table.uniqueConstraints.map { Key($0.name, $0.columns, nil, true) }
    let indexes = table.indexes.filter(\.isUnique).map {
      Key($0.name, $0.terms.compactMap(\.column), $0.condition, false)
    }
    return (constraints + indexes).filter { key in
      !table.foreignKeys.contains { Set($0.columns) == Set(key.columns) }
    }
  }
}

/// Recognizes conditions of partial indexes that exclude `NULL`.
enum NullCondition {
  /// Whether the condition is `column IS NOT NULL`, alone or combined with other conditions by `AND`.
  ///
  /// Equivalent conditions in other forms aren't recognized.
  static func excludesNull(_ column: String, in condition: String) -> Bool {
    let words = words(of: condition)
    guard !words.contains("or") else { return false }
    let name = column.foldedName
    return words.indices.contains { index in
      guard words[index] == name, index == 0 || words[index - 1] == "and" || words[index - 1] == "(" else {
        return false
      }
      let rest = words[(index + 1)...]
      return rest.starts(with: ["is", "not", "null"]) || rest.starts(with: ["not", "null"])
        || rest.starts(with: ["notnull"])
    }
  }

  /// Whether that is the whole condition.
  static func isOnly(_ column: String, in condition: String) -> Bool {
    excludesNull(column, in: condition) && !words(of: condition).contains("and")
  }

  /// The tokens of a piece of SQL in a comparable form.
  private static func words(of sql: String) -> [String] {
    SQLLexer.tokens(of: sql).map { $0.kind == .text ? $0.text : $0.foldedName }
  }
}
