/// `rowStatements`: the SQL that inserts, fetches, updates, saves and deletes single rows.
struct RowStatementsEmission {
  var context: ModelContext

  init(_ context: ModelContext) { self.context = context }

  var code: Code {
    let sql = context.rowSQL
    let update = sql.update.map { context.statement($0, label: "update: ") } ?? "update: nil"
    return .call(
      "\(context.access.prefix)static let rowStatements = \(context.names[.rowStatements])(",
      [
        context.statement(sql.insert, label: "insert: "), context.statement(sql.fetch, label: "fetch: "), update,
        context.statement(sql.save, label: "save: "), context.statement(sql.delete, label: "delete: "),
      ])
  }
}
