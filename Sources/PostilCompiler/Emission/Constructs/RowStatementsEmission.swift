/// `rowStatements`: the SQL that inserts, fetches, updates, saves and deletes single rows.
struct RowStatementsEmission {
  var context: ModelContext

  init(_ context: ModelContext) { self.context = context }

  /// `deletionStatements` of a model with `@softDelete`: the statements that include deleted rows.
  var deletionCode: [Code] {
    let sql = context.rowSQL
    guard let restore = sql.restore else { return [] }
    return [
      .call(
        "\(context.access.prefix)static let deletionStatements = \(context.names[.deletionStatements])(",
        [
          context.statement(sql.fetchWithDeleted, label: "fetch: "), context.statement(restore, label: "restore: "),
          context.statement(sql.deletePermanently, label: "deletePermanently: "),
        ])
    ]
  }

  var code: Code {
    let sql = context.rowSQL
    let update = sql.update.map { context.statement($0, label: "update: ") } ?? "update: nil"
    let returnsRow: [Code] = sql.returnsRow ? ["returnsRow: true"] : []
    return .call(
      "\(context.access.prefix)static let rowStatements = \(context.names[.rowStatements])(",
      [
        context.statement(sql.insert, label: "insert: "), context.statement(sql.fetch, label: "fetch: "), update,
        context.statement(sql.save, label: "save: "), context.statement(sql.delete, label: "delete: "),
      ] + returnsRow)
  }
}
