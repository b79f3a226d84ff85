/// The statement of a named query.
struct QuerySQL {
  var query: ResolvedQuery
  var model: ResolvedModel

  init(_ query: ResolvedQuery, of model: ResolvedModel) {
    self.query = query
    self.model = model
  }

  /// What stands before the text of the note: `SELECT "id", "title" FROM "item"`; nothing where that is a statement itself.
  ///
  /// Deleted rows are left out by a subquery, so that the text can be anything; SQLite makes one query of the two, which its
  /// indexes serve as well. Source: SQLite, "The SQLite Query Optimizer Overview", section 10.
  private var head: [SQLStatement.Clause] {
    guard case .completing(let isQualified) = query.form else { return [] }
    let table = SQLNames.quoted(model.table.name)
    let columns = SQLNames.quoted(model.columnNames)
    let live = model.rowSQL.live
    return [
      SQLStatement.Clause("SELECT ", isQualified ? columns.map { "\(table).\($0)" } : columns),
      SQLStatement.Clause("FROM " + (live.map { "(SELECT * FROM \(table) WHERE \($0)) AS \(table)" } ?? table)),
    ]
  }

  /// The whole statement.
  var statement: SQLStatement { SQLStatement(head + [SQLStatement.Clause(query.text)]) }

  /// The whole statement on one line but for the text of the note, which ends it as it is given.
  func statement(ending text: String) -> String { SQLStatement(head + [SQLStatement.Clause(text)]).text }
}
