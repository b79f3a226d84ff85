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

  private var table: Code {
    let columns = model.properties.map { property in
      Code.line(
        "\(names[.columnName])(\(SwiftLiteral.string(property.column)), "
          + "property: \(SwiftLiteral.string(property.name)))"
      )
    }
    let key = context.keyProperties.map { Code.line(SwiftLiteral.string($0.column)) }
    return .call(
      "\(access)static let table = \(names[.tableDescription])(",
      [
        .line("model: \(SwiftLiteral.string(model.swiftName))"), .line("name: \(SwiftLiteral.string(context.table))"),
        .array("columns: [", columns), .array("primaryKey: [", key),
      ])
  }

  private var readingInitializer: [Code] {
    FunctionCode(
      attributes: context.inlinable, access: context.access, introducer: "init",
      parameters: [.init(nil, "row", "inout some \(names[.rowReader])")],
      body: [
        .assignment(
          TupleAssignment(
            targets: model.properties.map { context.member($0, besides: "row") },
            values: model.properties.map { _ in "row.read()" }))
      ]
    ).code
  }

  private var bindColumns: [Code] { binding("bindColumns", model.properties) }
  private var bindUpdate: [Code] {
    context.rowSQL.updateBindsAllColumns
      ? binding("bindUpdate", ["bindColumns(to: &binder)"])
      : binding("bindUpdate", context.settableProperties + context.keyProperties)
  }

  private func binding(_ name: String, _ properties: [ResolvedProperty]) -> [Code] {
    binding(name, properties.map { .line("\(context.member($0, besides: "binder")).bind(to: &binder)") })
  }

  private func binding(_ name: String, _ body: [Code]) -> [Code] {
    FunctionCode(
      attributes: context.inlinable, access: context.access, introducer: "func \(name)",
      parameters: [.init("to", "binder", "inout some \(names[.valueBinder])")], isThrowing: false,
      body: body
    ).code
  }
}
