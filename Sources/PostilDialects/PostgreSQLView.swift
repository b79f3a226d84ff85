import PostilSQL
import PostilSchema
import PostilTranslation

extension View {
  /// The words for it in statements.
  var postgreSQLKind: String { isMaterialized ? "MATERIALIZED VIEW" : "VIEW" }
}

/// Views.
extension PostgreSQLTranslator {
  /// The `SELECT` of a view, one clause per line, with results of the properties' types.
  func select(_ view: View) throws(PostgreSQLRefusal) -> Result {
    let types = view.types.map(PostgreSQLColumnType.type)
    let result = try select(SQLParser.select(view.select), Scope(), expecting: types, separator: "\n")
    for (index, column) in result.columns.enumerated() where index < types.count {
      guard column.type == types[index] || column.type == .null || column.type.isNumber && types[index].isNumber else {
        throw PostgreSQLRefusal(
          .value(column.type.name, column: view.columns[index], types[index].name), at: 0)
      }
    }
    return result
  }

  mutating func add(_ view: View, _ result: Result) {
    var columns = result.columns
    for (index, name) in view.columns.enumerated() where index < columns.count { columns[index].name = name }
    relations[view.name.foldedName] = Scope.Source(name: view.name, columns: columns)
  }
}
