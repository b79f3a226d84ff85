/// The code for `@query`: a static function that returns the statement with its values.
struct NamedQueries {
  var context: ModelContext
  private var names: RuntimeNames { context.names }

  init(_ context: ModelContext) { self.context = context }

  /// The functions in the order of the annotations.
  var code: [Code] { context.model.queries.map(function).separatedByBlanks() }

  private func function(_ query: ResolvedQuery) -> [Code] {
    let type = self.type(of: query)
    let bindings = query.parameters.map(binding)
    let select = query.select(of: context.model).map {
      [GeneratedStatement.Clause("SELECT ", $0.columns), GeneratedStatement.Clause($0.from)]
    }
    let statement = GeneratedStatement((select ?? []) + [GeneratedStatement.Clause(query.text)])
    let arguments =
      [Code.sql(statement)] + (bindings.isEmpty ? [] : [.array("[", bindings.map { .line($0) }, "]")])
      + row(of: query)
    return FunctionCode(
      documentation: [documentation(of: query)], access: query.access,
      introducer: "static func \(SwiftNames.declared(query.name))",
      parameters: query.parameters.map { .init($0.label.map(SwiftNames.label), $0.name, $0.type) },
      isThrowing: false, result: type, body: [.call(type.prefix { $0 != "<" } + "(", arguments)]
    ).code
  }

  /// `row: { ($0, $1) }`, the argument that adds labels to the values of a row.
  private func row(of query: ResolvedQuery) -> [Code] {
    guard case .values(let values) = query.result else { return [] }
    let names = values.indices.map { "$\($0)" }.joined(separator: ", ")
    return [.line("row: { \(values.count == 1 ? names : "(\(names))") }")]
  }

  private func documentation(of query: ResolvedQuery) -> String {
    let sql = query.written.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "`@query`: `\(sql)`"
  }

  /// `NamedQuery<Item>`, `NamedSelection<(String, Int), String, Int>`, `NamedChange`
  private func type(of query: ResolvedQuery) -> String {
    let isChange = query.form == .changing
    switch query.result {
    case .count: return names[.namedChange]
    case .rows(let row): return "\(names[isChange ? .namedChangedRows : .namedQuery])<\(row)>"
    case .values(let values):
      let row =
        values.count == 1
        ? values[0].type
        : "(" + values.map { ($0.label.map { SwiftNames.label($0) + ": " } ?? "") + $0.type }.joined(separator: ", ")
          + ")"
      let stored = values.map { names.storage($0.storage, isOptional: $0.isOptional) ?? $0.type }
      return "\(names[isChange ? .namedChangedValues : .namedSelection])<\(([row] + stored).joined(separator: ", "))>"
    }
  }

  /// `day._boundValue`, `UnixSeconds._boundValue(of: day)`, `.list(ids)`
  private func binding(_ parameter: ResolvedQuery.Parameter) -> String {
    let name = SwiftNames.declared(parameter.name)
    let storage = names.storage(parameter.storage, isOptional: false)
    if parameter.isList { return ".list(\(name)\(storage.map { ", as: \($0).self" } ?? ""))" }
    return storage.map { "\($0)._boundValue(of: \(name))" } ?? "\(name)._boundValue"
  }
}
