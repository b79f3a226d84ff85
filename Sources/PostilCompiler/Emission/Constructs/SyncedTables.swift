import PostilSchema

/// `syncedTables`: the tables of models with `@sync`, and those of the many-to-many relationships between them.
struct SyncedTables {
  private var graph: ModelGraph
  /// The models, by table. Models of other targets can be named only if they are public.
  private var models: [String: ResolvedModel]

  var isEmpty: Bool { models.isEmpty }

  init(_ graph: ModelGraph) {
    self.graph = graph
    let synced = graph.models.filter { $0.mergeRules != nil && ($0.module == nil || $0.access == .public) }
    models = Dictionary(synced.map { ($0.table.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func code(prefix: String, names: RuntimeNames) -> [Code] {
    guard !isEmpty else { return [] }
    return [
      .type("nonisolated extension \(graph.target)Schema: \(names[.syncedSchema])") {
        Code.documentation(["The tables that are synced, in dependency order."])
        Code.array(
          "\(prefix)static let syncedTables: [\(names[.syncedTable])] = [",
          graph.schema.tables.compactMap { code(of: $0, names: names) })
      }
    ]
  }

  private func code(of table: Table, names: RuntimeNames) -> Code? {
    let references = table.foreignKeys.filter { models[$0.referencedTable] != nil }
    let model = models[table.name]
    let isPairs =
      !table.pairedSides.isEmpty && references.count == table.foreignKeys.count
      && !graph.models.contains { $0.table.name == table.name }
    guard model != nil || isPairs else { return nil }
    let name = SwiftLiteral.string(table.name)
    let columns = table.columns.filter { $0.generation == nil }.map { column in
      let name = SwiftLiteral.string(column.name)
      let rule = model?.mergeRules?[column.name].map { ", .\($0)" }
      let form = column.type.syncedForm.map { ", form: .\($0)" }
      return Code.line(
        rule == nil && form == nil ? name : "\(names[.syncedColumn])(\(name)\(rule ?? "")\(form ?? ""))")
    }
    var arguments: [Code] = model.map { ["\($0.swiftName).self", "name: \(name)"] } ?? ["pairs: \(name)"]
    arguments += ["key: \(list(table.primaryKey.columns))", .array("columns: [", columns)]
    if !references.isEmpty {
      arguments.append(
        .array(
          "references: [",
          references.map {
            "\(names[.syncedReference])(\(list($0.columns)), to: \(SwiftLiteral.string($0.referencedTable)))"
          }))
    }
    return .call("\(names[.syncedTable])(", arguments)
  }

  private func list(_ names: [String]) -> String {
    "[" + names.map { SwiftLiteral.string($0) }.joined(separator: ", ") + "]"
  }
}

extension ColumnType {
  /// The case of `SyncedForm`; `nil` if a value from PostgreSQL has the form that SQLite stores.
  fileprivate var syncedForm: String? {
    switch self {
    case .uuidBytes: "bytes"
    case .iso8601Milliseconds: "milliseconds"
    case .decimal: "decimal"
    default: nil
    }
  }
}
