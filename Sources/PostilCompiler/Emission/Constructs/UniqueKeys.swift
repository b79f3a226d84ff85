/// The unique keys that `upsert(on:)` can name: unique constraints and indexes, and a primary key that people give.
struct UniqueKeys {
  var context: ModelContext
  private var names: RuntimeNames { context.names }
  private var access: String { context.access.prefix }

  init(_ context: ModelContext) { self.context = context }

  var code: [Code] {
    [
      [
        .documentation([
          keys.isEmpty ? "`\(context.table)` has no unique key to upsert on." : "What `upsert(on:)` can name."
        ]),
        .type("\(access)nonisolated struct UniqueKeys: \(names[.sendable])") {
          if keys.isEmpty { "\(access)init() {}" } else { keys.flatMap { property(for: $0) } }
        },
      ],
      [.line("\(access)static var uniqueKeys: UniqueKeys { UniqueKeys() }")],
    ].separatedByBlanks()
  }

  /// Those that a draft can fill.
  private var keys: [ResolvedUniqueKey] {
    let drafted = Set(context.draftProperties.map(\.name))
    var keys = context.model.uniqueKeys.filter { drafted.isSuperset(of: $0.properties) }
    let primary = context.keyProperties
    if !context.model.key.isAssigned, !keys.contains(where: { $0.columns == primary.map(\.column) }) {
      let name = primary.map(\.name).enumerated().map { $0 == 0 ? $1 : "And" + SwiftNames.capitalized($1) }.joined()
      keys.insert(ResolvedUniqueKey(name: name, properties: primary.map(\.name), columns: primary.map(\.column)), at: 0)
    }
    return keys
  }

  private func property(for key: ResolvedUniqueKey) -> [Code] {
    let columns = key.properties.map { "`\($0)`" }.joined(separator: " and ")
    let type = "\(names[.uniqueKey])<\(context.type)>"
    let sql = context.rowSQL.upsert(onConflictOf: key.columns, where: key.condition)
    return [
      .documentation(["\(columns)\(key.condition.map { ", where `\($0)`" } ?? "")."]),
      .function("\(access)var \(SwiftNames.declared(key.name)): \(type)") {
        Code.call("\(names[.uniqueKey])(", [context.statement(sql, label: "upsert: ")])
      },
    ]
  }
}
