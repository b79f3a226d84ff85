/// The unique keys that `upsert(on:)` accepts.
struct UniqueKeys {
  var context: ModelContext
  private var names: RuntimeNames { context.names }
  private var access: String { context.access.prefix }
  private var keys: [ResolvedUniqueKey] { context.model.uniqueKeys }

  init(_ context: ModelContext) { self.context = context }

  /// Empty if the model has no unique keys; the runtime has a default.
  var code: [Code] {
    guard !keys.isEmpty else { return [] }
    return [
      .documentation(["The unique keys that `upsert(on:)` accepts."]),
      .type("\(access)nonisolated struct UniqueKeys: \(names[.sendable])") {
        keys.flatMap { property(for: $0) }
      },
      .line("\(access)static var uniqueKeys: UniqueKeys { UniqueKeys() }"),
    ]
  }

  private func property(for key: ResolvedUniqueKey) -> [Code] {
    let columns = key.properties.map { "`\($0)`" }.joined(separator: " and ")
    let type = "\(names[.uniqueKey])<\(context.type)>"
    let target = RowSQL.conflictTarget(key.terms, where: key.condition)
    let sql = context.rowSQL.upsert(onConflictOf: key.terms, where: key.condition)
    return [
      .documentation(["\(columns)\(key.condition.map { ", where `\($0)`" } ?? "")."]),
      .call(
        "\(access)let \(SwiftNames.declared(key.name)) = \(type)(",
        [context.statement(.fragment(target), label: "target: "), context.statement(sql, label: "upsert: ")]),
    ]
  }
}
