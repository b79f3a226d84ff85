import PostilSchema

/// The model's `Columns`: its columns and relationships for use in queries.
struct Columns {
  var context: ModelContext
  private var names: RuntimeNames { context.names }
  private var access: String { context.access.prefix }

  init(_ context: ModelContext) { self.context = context }

  var code: [Code] {
    [
      [
        .documentation(["The columns and relationships of `\(context.table)`, for use in queries."]),
        .type("\(access)struct Columns: \(names[context.model.isView ? .viewColumns : .modelColumns])") {
          [
            head,
            context.model.properties.flatMap(column) + key + relationships + (FullTextEmission(context)?.column ?? []),
          ].separatedByBlanks()
        },
      ],
      RelationshipDescriptions(context).code,
    ].separatedByBlanks()
  }

  /// The members of the relationships.
  var relationships: [Code] { context.model.relationships.flatMap(relationship) }

  @CodeBuilder private var head: [Code] {
    "\(access)typealias OwningModel = \(context.type)"
    "\(access)let _rowSource: \(names[.source])"
    "\(access)init(_ source: \(names[.source])) { _rowSource = source }"
  }

  /// `id`, if the key isn't a property of that name.
  private var key: [Code] {
    let properties = context.keyProperties
    guard !context.model.isView, let first = properties.first, properties.map(\.name) != ["id"] else { return [] }
    let isColumn = properties.count == 1 && first.group == nil
    let type =
      isColumn
      ? "\(columnKind(first))<\(context.type), \(names.columnType(first))>" : "\(names[.keyColumns])<\(context.type)>"
    let value = isColumn ? SwiftNames.declared(first.name) : "\(names[.keyColumns])(_rowSource)"
    return [
      .documentation(["The primary key."]), .function("\(access)var id: \(type)") { value },
    ]
  }

  private func columnKind(_ property: ResolvedProperty) -> String {
    names[context.isSettable(property) ? .column : .readOnlyColumn]
  }

  private func column(_ property: ResolvedProperty) -> [Code] {
    let access = Access.narrower(context.access, property.access).prefix
    let name = SwiftNames.declared(property.name)
    let documentation = property.documentation.isEmpty ? [] : [Code.documentation(property.documentation)]
    if let group = property.group {
      let owner = context.isSettable(property) ? context.type : "\(names[.readOnly])<\(context.type)>"
      let type = ColumnGroupCode.columnsType(of: property, owner: owner, names: names)
      return documentation + [
        .function("\(access)var \(name): \(type)") {
          Code.call(
            "\(type)(",
            [.array("[", group.map { .line(SwiftLiteral.string($0.name)) }), .line("of: _rowSource")])
        }
      ]
    }
    let kind = columnKind(property)
    return documentation + [
      .function("\(access)var \(name): \(kind)<\(context.type), \(names.columnType(property))>") {
        "\(kind)(\(SwiftLiteral.string(property.column)), of: _rowSource)"
      }
    ]
  }

  private func relationship(_ relationship: ResolvedRelationship) -> [Code] {
    let target = context.target(of: relationship)
    let access = context.access(with: target).prefix
    let name = SwiftNames.declared(relationship.name)
    let constant = "\(context.type).\(RelationshipDescriptions.constant(relationship))"
    let type: String
    let value: String
    switch relationship.kind {
    case .toOne where relationship.isRequired:
      type = "\(relationship.target).Columns"
      value = "\(type)(_rowSource.joined(by: \(constant)))"
    case .toOne, .hasOne:
      type = "\(names[.optionalColumns])<\(relationship.target)>"
      value = "\(names[.optionalColumns])(_rowSource.joined(by: \(constant)))"
    case .hasMany, .manyToMany:
      type = "\(names[.toMany])<\(relationship.target)>"
      value = "\(names[.toMany])(\(constant), of: _rowSource)"
    }
    return [
      .conditional(
        context.conditions(of: relationship),
        [.function("\(access)var \(name): \(type)") { value }])
    ]
  }
}
