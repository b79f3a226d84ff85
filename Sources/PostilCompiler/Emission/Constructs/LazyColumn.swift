/// A column of `@lazy`: the functions that read and set it, which rows don't contain.
struct LazyColumn {
  var context: ModelContext
  var property: ResolvedProperty

  /// The lazy columns of a model, each as a section.
  static func sections(of context: ModelContext) -> [[Code]] {
    context.model.properties.filter { $0.role == .lazy }.map {
      SourceFile.section($0.name, LazyColumn(context: context, property: $0).code)
    }
  }

  private var code: [Code] {
    let (access, type, key) = (context.access.prefix, context.type, context.model.keyColumns)
    let (name, capitalized) = (SwiftNames.declared(property.name), SwiftNames.capitalized(property.name))
    let (reader, setter) = ("read" + capitalized, "set" + capitalized)
    let rows = context.rowSQL
    let select = GeneratedStatement([
      .init("SELECT \(SQLNames.quoted(property.column)) FROM \(SQLNames.quoted(rows.table))"),
      .init("WHERE " + SQLNames.equals(key, from: 1) + (rows.live.map { " AND \($0)" } ?? "")),
    ])
    let update = ForeignKeySQL(
      table: rows.table, key: key, reference: [property.column], refreshments: rows.refreshments(), live: rows.live)
    let (generics, names) = ("<\(type), \(property.type)>", context.names)
    return FunctionCode(
      documentation: ["Reads the \(property.name) of this \(context.valueName) (`@lazy(\(property.name):)`)."],
      attributes: context.inlinable, access: context.access, introducer: "func \(name)",
      parameters: [.init("in", "db", "some \(names[.readTransaction])")], result: property.type,
      body: [.line("try \(type).\(reader)(of: id, in: db)")]
    ).code
      + [.call("\(access)static let \(reader) = \(names[.readLazyColumn])\(generics)(", [context.statement(select)])]
      + FunctionCode(
        documentation: [
          "Sets the \(property.name) of this \(context.valueName)"
            + (rows.isRefreshed ? "; returns the changed \(context.valueName)." : ".")
        ],
        attributes: context.inlinable + (rows.isRefreshed ? ["@discardableResult"] : []), access: context.access,
        introducer: "func \(setter)",
        parameters: [.init("_", "value", property.type), .init("in", "db", "some \(names[.writeTransaction])")],
        result: rows.isRefreshed ? type : nil,
        body: [.line("try \(type).\(setter)(value, of: id, in: db)")]
          + (rows.isRefreshed ? [.line("return try \(type).find(id, in: db)")] : [])
      ).code
      + [.call("\(access)static let \(setter) = \(names[.setReference])\(generics)(", [context.statement(update.move)])]
  }
}
