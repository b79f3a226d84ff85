import PostilCompiler
import PostilSchema

/// A primary or unique key that doesn't contain a column that all keys of its table need.
struct KeyWithoutColumn {
  /// `primary key (id, name)`
  var text: String
  /// Where a unique key is annotated; `nil` for a primary key.
  var place: SourcePlace?
  /// What to write instead.
  var fix: String
}

extension ResolvedModel {
  /// The property of a column.
  func property(of column: String) -> String { origin.column(column)?.property ?? column }

  /// The column that an annotation names by its property or by itself, with its property; `nil` if there is none.
  func column(named name: String) -> (property: String, column: Column)? {
    guard let origin = origin.columns.first(where: { $0.property == name || $0.name == name }),
      let column = table.columns.first(where: { $0.name == origin.name })
    else { return nil }
    return (origin.property, column)
  }

  /// The keys that don't contain a column.
  func keys(without column: String) -> [KeyWithoutColumn] {
    let property = property(of: column)
    var keys: [KeyWithoutColumn] = []
    func add(_ what: String, _ columns: [String], at place: SourcePlace?, fix: String) {
      guard !columns.contains(column) else { return }
      let properties = columns.map(self.property).joined(separator: ", ")
      keys.append(KeyWithoutColumn(text: "\(what) (\(properties))", place: place, fix: fix))
    }
    add(
      "primary key", table.primaryKey.columns, at: nil,
      fix: "annotate '\(property)' and the other properties of the key with '@primaryKey'")
    let fix = "add '\(property)', or use '@index'"
    for key in table.uniqueConstraints {
      add("unique key", key.columns, at: origin.key(key.name, isConstraint: true)?.place ?? place, fix: fix)
    }
    for index in table.indexes where index.isUnique {
      add(
        "unique key", index.terms.map { $0.column ?? $0.expression ?? "" },
        at: origin.key(index.name, isConstraint: false)?.place ?? place, fix: fix)
    }
    return keys
  }
}
