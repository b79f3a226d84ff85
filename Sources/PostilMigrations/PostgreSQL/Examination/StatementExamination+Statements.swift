import PostilEvolution
import PostilSQL
import PostilTranslation

/// Statements other than `ALTER TABLE`.
extension StatementExamination {
  mutating func examine(_ sql: WrittenSQL) {
    switch sql.tokens.first?.text {
    case "truncate": examineTruncate(sql)
    case "drop": examineDrop(sql)
    case "create": examineCreate(sql)
    case "alter": examineAlter(sql)
    case "with":
      for index in sql.tokens.indices where sql.tokens[index].is("(") {
        guard let close = sql.tokens.closing(of: index) else { continue }
        examineRows(WrittenSQL(sql.tokens[(index + 1)..<close]))
      }
      if let start = sql.place(ofAny: ["select", "delete", "update", "insert", "merge"]) {
        examineRows(WrittenSQL(sql.tokens[start...]))
      }
    case "lock":
      let rest = sql.without("lock").without("table")
      let mode = rest.after("in")?.before("mode").tokens.meaning ?? "access exclusive"
      let tables = rest.before("in").names
      if ["share", "share row exclusive", "exclusive", "access exclusive"].contains(mode) { locked.formUnion(tables) }
      if mode == "access exclusive" { closed.formUnion(tables) }
    case "reindex":
      guard !sql.contains("concurrently"), let last = sql.tokens.last else { return }
      addLock(
        last.foldedName, at: sql,
        "'REINDEX' locks '\(last.foldedName)' while its indexes are built; run 'REINDEX CONCURRENTLY' outside of migrations"
      )
    case "cluster":
      guard let name = sql.without("cluster").without("verbose").name else { return }
      addLock(
        name.name, as: .tableRewrite, at: sql,
        "'CLUSTER' locks table '\(name.name)' while all of its rows are written again; do it when the program isn't running"
      )
    case "refresh":
      guard !sql.contains("concurrently"), let name = sql.name(at: 3) else { return }
      addLock(
        name.name, at: sql,
        "this locks view '\(name.name)' while it is computed; run 'REFRESH MATERIALIZED VIEW CONCURRENTLY' outside of migrations"
      )
    default: examineRows(sql)
    }
  }

  private mutating func examineTruncate(_ sql: WrittenSQL) {
    var tables = sql.without("truncate").without("table")
    let isCascading = tables.contains("cascade")
    for word in ["restart", "continue", "cascade", "restrict"] { tables = tables.before(word) }
    for table in tables.names where !contains(created, table) {
      add(
        .deleteRows, table, at: sql,
        "'TRUNCATE' deletes all rows of '\(table)'" + (isCascading ? ", and of every table that references it" : ""))
    }
  }

  // MARK: - rows

  /// `DELETE`, `UPDATE`, `INSERT` and `MERGE`.
  private mutating func examineRows(_ sql: WrittenSQL) {
    if sql.starts("delete", "from"), let table = sql.name(at: 2) {
      guard isUnlimited(sql), !contains(created, table.name) else { return }
      add(
        .deleteRows, table.name, at: sql,
        "this 'DELETE' has no condition, so it deletes all rows of '\(table.name)'; add a 'WHERE'")
    } else if sql.starts("update"), let table = sql.name(at: 1) {
      noteCopy(sql)
      if isUnlimited(sql) {
        addLock(
          table.name, at: sql,
          "this 'UPDATE' has no condition, so it changes all rows of '\(table.name)' and locks them until the migration is committed; "
            + "add a 'WHERE', or update the rows in batches")
      } else if contains(closed, table.name) {
        addLock(
          table.name, at: sql,
          "rows of '\(table.name)' are updated while an earlier statement locks the table; update them in the next migration"
        )
      }
    } else if sql.starts("insert") || sql.starts("merge") {
      noteCopy(sql)
    }
  }

  /// Whether a statement is about all rows.
  private func isUnlimited(_ sql: WrittenSQL) -> Bool {
    guard let condition = sql.after("where")?.before("returning").tokens.meaning else { return true }
    return ["true", "1 = 1"].contains(condition)
  }

  /// Notes the tables that a statement reads, to find those that are dropped afterwards.
  private mutating func noteCopy(_ sql: WrittenSQL) {
    let verb = sql.starts("update") ? "set" : sql.starts("merge") ? "using" : "select"
    guard let start = sql.tokens.firstIndex(where: { $0.is(verb) }) else { return }
    copies.append(
      RowCopy(sql: sql, keys: sql.keys, read: WrittenSQL(sql.tokens[start...]).keys, locked: locked.union(closed)))
  }

  /// Reports the copies of rows that others can add while the copy is made.
  /// - Parameter column: the column that is dropped; `nil` for the whole table.
  mutating func examineCopies(of table: String, _ column: String? = nil) {
    for copy in copies where !contains(copy.locked, table) && !contains(created, table) {
      let reads = column.map { contains(copy.keys, table) && copy.read.contains($0) } ?? contains(copy.read, table)
      guard reads else { continue }
      add(
        .unlockedCopy, table, at: copy.sql,
        "this statement copies values from '\(table)', which are dropped later in the file: what the program writes in between is lost; "
          + "begin the file with 'LOCK TABLE \(SQLText.identifier(table));'")
    }
  }

  // MARK: - objects

  private mutating func examineDrop(_ sql: WrittenSQL) {
    let isCascading = sql.tokens.last?.is("cascade") == true
    func names(after words: Int) -> [String] { WrittenSQL(sql.tokens.dropFirst(words)).without("if", "exists").names }
    if sql.starts("drop", "table") {
      for table in names(after: 2) where !contains(created, table) {
        examineCopies(of: table)
        add(
          .dropTable, or: [.renameTable], table, at: sql,
          "table '\(table)' is dropped with all its rows, and the version of the program that is still running uses it")
      }
    } else if sql.starts("drop", "view") || sql.starts("drop", "materialized", "view") {
      for view in names(after: sql.starts("drop", "view") ? 2 : 3) where !views.contains(view) {
        add(
          .dropView, view, at: sql,
          "view '\(view)' is dropped, and the version of the program that is still running may read it")
      }
    } else if sql.starts("drop", "index") {
      guard !sql.starts("drop", "index", "concurrently") else { return }
      for index in names(after: 2) where !created.contains(index) {
        // The lock of its table was taken at the beginning.
        if let table = tables[index], contains(closed, table) { continue }
        add(
          .longLock, or: [.tableRewrite], index, at: sql,
          "'DROP INDEX' waits for everybody who uses the table, and makes all others wait; write 'DROP INDEX CONCURRENTLY' at the end of "
            + "the file, or begin the file with 'LOCK TABLE' for its table")
      }
    } else if sql.starts("drop", "schema") || sql.starts("drop", "database") || sql.starts("drop", "owned") {
      let name = names(after: 2).first ?? ""
      add(.dropTable, name, at: sql, "'\(name)' is dropped with everything in it")
    } else if isCascading, let name = sql.name(at: 2) {
      add(.dropColumn, name.name, at: sql, "'CASCADE' also drops the columns, keys and views that use '\(name.name)'")
    }
  }

  private mutating func examineCreate(_ sql: WrittenSQL) {
    let rest = sql.without("create").without("or", "replace").without("unique")
    if rest.starts("index") {
      let index = rest.without("index").without("concurrently").without("if", "not", "exists")
      if let name = index.name, !index.starts("on") { created.insert(name.name) }
      guard !rest.starts("index", "concurrently"), let table = rest.after("on")?.name else { return }
      addLock(
        table.name, at: sql,
        "'CREATE INDEX' locks table '\(table.name)' while the index is built; write 'CREATE INDEX CONCURRENTLY' at the end of the file"
      )
      return
    }
    if let view = rest.without("materialized").after("view")?.name { created.insert(view.name) }
    guard let place = sql.tokens.prefix(4).firstIndex(where: { $0.is("table") }),
      let table = WrittenSQL(sql.tokens[(place + 1)...]).name
    else { return }
    created.insert(table.name)
    if sql.contains("as") { noteCopy(sql) }
  }

  private mutating func examineAlter(_ sql: WrittenSQL) {
    if sql.starts("alter", "table") { return examineAlterTable(sql) }
    guard let name = sql.name(at: sql.starts("alter", "materialized") ? 3 : 2) else { return }
    switch sql.tokens.dropFirst().first?.text {
    case "type" where name.rest.starts("rename"):
      add(
        .changeColumn, name.name, at: sql,
        "a name in type '\(name.name)' changes, and the version of the program that is still running uses the old one")
    case "domain" where name.rest.starts("add") && !name.rest.contains("not", "valid"):
      add(
        .longLock, name.name, at: sql,
        "this locks every table that uses the domain '\(name.name)' while its rows are read; add 'NOT VALID', and at the end of the "
          + "file 'ALTER DOMAIN … VALIDATE CONSTRAINT'")
    case "schema" where name.rest.starts("rename"):
      add(
        .renameTable, name.name, at: sql,
        "schema '\(name.name)' is renamed, and the version of the program that is still running uses the old name")
    case "view" where name.rest.starts("rename"), "materialized" where name.rest.starts("rename"):
      add(
        .dropView, name.name, at: sql,
        "view '\(name.name)' is renamed, and the version of the program that is still running may read it")
    default: break
    }
  }
}

/// A statement that copies rows or values.
struct RowCopy {
  var sql: WrittenSQL
  /// The names in it.
  var keys: Set<String>
  /// The names in the part that reads.
  var read: Set<String>
  /// The tables that nobody else could write then.
  var locked: Set<String>
}
