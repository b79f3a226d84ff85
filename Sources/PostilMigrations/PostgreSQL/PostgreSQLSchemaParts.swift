import PostilSQL
import PostilSchema

/// The parts of a schema for PostgreSQL that branches can change independently.
///
/// What a branch changes is the difference between the schema after its last migration and the schema after the last migration that all
/// branches have. If each part is changed by one branch at most, the branches can be applied in any order.
struct PostgreSQLSchemaParts {
  /// Their SQL, or the type of a column's values, by `column 'item.title'`.
  private(set) var texts: [String: String] = [:]

  init(_ former: FormerSchema) {
    let shape = PostgreSQLShape(former.statements)
    for table in shape.tables {
      texts["table '\(table.name)'"] = table.partitioning.onOneLine
      for column in table.columns { texts["column '\(table.name).\(column.name)'"] = column.definition }
      for constraint in table.constraints {
        texts["constraint '\(table.name).\(constraint.name)'"] = constraint.tokens.onOneLine
      }
    }
    for object in shape.objects {
      let name = object.kind == .distribution ? object.table : object.name
      texts["\(object.kind) '\(name)'"] = object.tokens[...].onOneLine
    }
    for table in former.schema?.tables ?? [] {
      for column in table.columns where !column.isInSQL && !column.type.isPlain {
        texts["type of '\(table.name).\(column.name)'"] = column.type.word
      }
    }
  }

  /// Adds the changes of branches.
  /// - Parameter branches: the schema after each branch, with the name of its last migration.
  /// - Returns: the parts that several branches change, one line each.
  mutating func merge(_ branches: [(name: String, parts: PostgreSQLSchemaParts)]) -> [String] {
    let before = texts
    var conflicts: [String] = []
    for key in Set(before.keys).union(branches.flatMap(\.parts.texts.keys)).sorted() {
      let changing = branches.filter { $0.parts.texts[key] != before[key] }
      guard let first = changing.first else { continue }
      texts[key] = first.parts.texts[key]
      // An extension or a comment can be added twice.
      let isRepeatable = key.hasPrefix("setting 'CREATE EXTENSION") || key.hasPrefix("comment ")
      let isSame = changing.allSatisfy { $0.parts.texts[key] == first.parts.texts[key] }
      if changing.count > 1, !(isRepeatable && isSame) {
        conflicts.append("\(key) is changed by \(changing.map { "'\($0.name)'" }.joined(separator: " and "))")
      }
    }
    return conflicts
  }

  /// How the parts differ from those of the models, one line each.
  func differences(from models: PostgreSQLSchemaParts) -> [String] {
    Set(texts.keys).union(models.texts.keys).sorted().compactMap { key in
      switch (texts[key], models.texts[key]) {
      case (nil, _?): "\(key) is missing in the branches"
      case (_?, nil): "\(key) isn't in the models"
      case (let found, let expected): found == expected ? nil : "\(key) differs from the models"
      }
    }
  }
}
