import PostilSchema

/// The code for `@projection`: the conformance to `Projection`, and the columns with an initializer for use in
/// `select`.
struct ProjectionConformance {
  var context: ModelContext
  private var names: RuntimeNames { context.names }
  private var access: String { context.access.prefix }
  private var properties: [ResolvedProperty] { context.model.properties }

  init(_ context: ModelContext) { self.context = context }

  var sections: [Code] {
    let conformance = ModelConformance(context)
    let queries = [NamedQueries(context).code].filter { !$0.isEmpty }.map { SourceFile.section("Queries", $0) }
    return [
      [FileText.mark(context.type)],
      [
        context.extending(names[.projection]) {
          [[conformance.table], conformance.readingInitializer].separatedByBlanks()
        }
      ],
      [context.extending { ([[FileText.mark("Columns")], columns] + queries).separatedByBlanks() }],
    ].separatedByBlanks()
  }

  private var columns: [Code] {
    [
      .documentation(["The columns of `\(context.type)`, for use in queries."]),
      .type("\(access)struct Columns: \(names[.projectionColumns])") {
        [head, readingInitializer, makingInitializer, [nodes]].separatedByBlanks()
      },
    ]
  }

  @CodeBuilder private var head: [Code] {
    "\(access)typealias OwningModel = \(context.type)"
    "\(access)let _rowSource: \(names[.source])"
    for property in properties {
      if !property.documentation.isEmpty { Code.documentation(property.documentation) }
      "\(self.access(of: property).prefix)let \(SwiftNames.declared(property.name)): \(type(of: property))"
    }
  }

  private func access(of property: ResolvedProperty) -> Access { .narrower(context.access, property.access) }

  /// `SQLOperation<Date?>`, or the columns of a group.
  private func type(of property: ResolvedProperty) -> String {
    property.group == nil
      ? "\(names[.sqlOperation])<\(names.columnType(property))>"
      : ColumnGroupCode.columnsType(of: property, owner: "\(names[.readOnly])<\(context.type)>", names: names)
  }

  // MARK: The initialisers

  /// The columns of a row that is read.
  private var readingInitializer: [Code] {
    FunctionCode(
      documentation: ["The columns of the row at `source`."], access: context.access, introducer: "init",
      parameters: [.init("_", "source", names[.source])], isThrowing: false,
      body: [.line("_rowSource = source")]
        + properties.map { property in
          let member = context.member(property, besides: "source")
          guard let group = property.group else {
            let column = SwiftLiteral.string(property.column)
            return .line("\(member) = \(names[.sqlOperation])(\(column), of: source)")
          }
          return .call(
            "\(member) = \(type(of: property))(",
            [.array("[", group.map { .line(SwiftLiteral.string($0.name)) }), .line("of: source")])
        }
    ).code
  }

  /// Creates a row from expressions and constants. An optional property takes any of its type, a required one only those
  /// that are never `NULL`. A stored date takes a date in any form.
  private var makingInitializer: [Code] {
    FunctionCode(
      documentation: ["A row of these expressions and constants, for `select`."],
      access: properties.reduce(context.access) { .narrower($0, $1.access) }, introducer: "init",
      parameters: properties.map { .init(nil, $0.name, parameterType(of: $0)) }, isThrowing: false,
      body: [.line("_rowSource = \(names[.source])(\(context.type).table)")] + properties.map(assignment)
    ).code
  }

  private func parameterType(of property: ResolvedProperty) -> String {
    if property.group != nil {
      return ColumnGroupCode.columnsType(of: property, owner: "some Any", names: names)
    }
    let value = names[property.isOptional ? .projectedOptional : .projectedValue]
    // A date in any form is converted.
    if property.storage?.wrapper.isDate == true { return "some \(value)<some \(names[.dateColumnValue])>" }
    return "some \(value)<\(names.columnType(property).dropLast(property.isOptional ? 1 : 0))>"
  }

  private func assignment(_ property: ResolvedProperty) -> Code {
    let member = "self." + SwiftNames.member(property.name)
    let name = SwiftNames.declared(property.name)
    guard property.group != nil else {
      return .line("\(member) = \(names[.sqlOperation])(\(property.isOptional ? "optional: " : "")\(name))")
    }
    return .line("\(member) = \(type(of: property))(\(names[.columnSlice])(\(name).columnSlice))")
  }

  private var nodes: Code {
    let terms = properties.map { property in
      property.group == nil
        ? "\(context.member(property)).node" : "\(context.member(property)).columnSlice.nodes"
    }
    let head = "\(access)var nodes: [\(names[.expressionNode])]"
    guard properties.contains(where: { $0.group != nil }) else {
      let flat = "[" + terms.joined(separator: ", ") + "]"
      let fits = 4 + head.count + 4 + flat.count <= Code.lineLength
      return .block(Block(.function, .line(head), [fits ? .line(flat) : .array("[", terms.map { .line($0) })]))
    }
    let lists = zip(properties, terms).map { $0.group == nil ? "[\($1)]" : $1 }
    return .function(head) { Code.array("[", lists.map { .line($0) }, "].flatMap { $0 }") }
  }
}
