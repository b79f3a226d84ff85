/// The code that makes a type a column group: a struct that models embed, or the `ID` of a composite key.
struct ColumnGroupCode {
  var type: String
  var properties: [ResolvedProperty]
  var rowCode: RowCode
  private var names: RuntimeNames { rowCode.names }
  private var access: String { rowCode.access.prefix }

  /// The type of the columns of a group property: `Address.Columns<Customer>`, or `OptionalGroup<…>` of it.
  static func columnsType(of property: ResolvedProperty, owner: String, names: RuntimeNames) -> String {
    guard property.isOptional else { return "\(property.type).Columns<\(owner)>" }
    return "\(names[.optionalGroup])<\(property.type.dropLast()).Columns<\(owner)>>"
  }

  var count: Code {
    .function("\(access)static var _columnCount: \(names[.int])") { "\(properties.flatMap(\.columns).count)" }
  }

  /// The first column that is never `NULL` in a present value. It is written only if it isn't the first column.
  var requiredColumn: [Code] {
    let isOptional = properties.flatMap { property in property.columns.map { property.isOptional || $0.isOptional } }
    guard let index = isOptional.firstIndex(of: false), index > 0 else { return [] }
    return [.function("\(access)static var requiredColumn: \(names[.int])") { "\(index)" }]
  }

  var readingInitializer: [Code] { rowCode.readingInitializer(of: properties) }
  var bind: [Code] { rowCode.binding("_bind", properties) }

  /// `Columns`: the columns for use in queries.
  var columns: [Code] {
    [
      .documentation(["The columns of `\(type)`, for use in queries."]),
      .type("\(access)struct Columns<Owner>: \(names[.groupColumns])") {
        [head, members].separatedByBlanks()
      },
    ]
  }

  @CodeBuilder private var head: [Code] {
    "\(access)typealias Group = \(type)"
    "\(access)let columnSlice: \(names[.columnSlice])<Owner>"
    "\(access)init(_ columns: \(names[.columnSlice])<Owner>) { columnSlice = columns }"
  }

  private var members: [Code] {
    var index = 0
    return properties.flatMap { property -> [Code] in
      defer { index += property.columns.count }
      let access = Access.narrower(rowCode.access, property.access).prefix
      let documentation = property.documentation.isEmpty ? [] : [Code.documentation(property.documentation)]
      let owner = property.isLet ? "\(names[.readOnly])<Owner>" : "Owner"
      let type: String
      let value: String
      if property.group != nil {
        type = Self.columnsType(of: property, owner: owner, names: names)
        value = "columnSlice.group(from: \(index))"
      } else {
        type = "\(names[property.isLet ? .readOnlyColumn : .column])<Owner, \(names.columnType(property))>"
        value = "columnSlice[\(index)]"
      }
      return documentation + [.function("\(access)var \(SwiftNames.declared(property.name)): \(type)") { value }]
    }
  }
}
