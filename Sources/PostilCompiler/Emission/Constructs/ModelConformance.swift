/// The conformance to `Model`: the table, the row's reading and binding, its statements and unique keys.
struct ModelConformance {
  var context: ModelContext
  private var model: ResolvedModel { context.model }
  private var names: RuntimeNames { context.names }
  private var access: String { context.access.prefix }

  init(_ context: ModelContext) { self.context = context }

  var code: Code {
    context.extending(names[.model]) {
      [
        Identifier(context).code, [table], readingInitializer, bindColumns, bindUpdate,
        [RowStatementsEmission(context).code], UniqueKeys(context).code,
      ].separatedByBlanks()
    }
  }

  /// `static let table`
  var table: Code {
    let columns = model.properties.flatMap(\.columns).map { column -> Code in
      // A literal is a column whose names in the database and in Swift are one.
      let name = SwiftLiteral.string(column.name)
      return column.name == column.property
        ? Code.line(name)
        : Code.line("\(names[.columnName])(\(name), property: \(SwiftLiteral.string(column.property)))")
    }
    let key = model.keyColumns.map { Code.line(SwiftLiteral.string($0)) }
    return .call(
      "\(access)static let table = \(names[.tableDescription])(",
      [
        .line("model: \(SwiftLiteral.string(model.swiftName))"), .line("name: \(SwiftLiteral.string(context.table))"),
        .array("columns: [", columns),
      ] + (key.isEmpty ? [] : [.array("primaryKey: [", key)]))
  }

  /// `init(row:)`
  var readingInitializer: [Code] { context.rowCode.readingInitializer(of: model.properties) }
  private var bindColumns: [Code] { context.rowCode.binding("bindColumns", model.properties) }
  private var bindUpdate: [Code] {
    context.rowSQL.updateBindsAllColumns
      ? context.rowCode.binding("bindUpdate", ["bindColumns(to: &binder)"])
      : context.rowCode.binding("bindUpdate", context.settableProperties + context.keyProperties)
  }
}
