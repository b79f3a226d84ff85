import PostilEvolution
import PostilSQL
import PostilTranslation

/// The actions of `ALTER TABLE`.
extension StatementExamination {
  mutating func examineAlterTable(_ sql: WrittenSQL) {
    let (table, actions) = sql.alterations
    for action in actions { examine(action, of: table) }
    if actions.contains(where: { $0.starts("validate") }) { validated.insert(table) }
    let isWeak = actions.allSatisfy { $0.starts("validate") || $0.contains("foreign", "key") }
    if !isWeak { closed.insert(table) }
  }

  private mutating func examine(_ action: WrittenSQL, of table: String) {
    if let column = action.alteredColumn { return examine(column, of: table, at: action) }
    if let (old, new) = action.renamedColumn {
      guard !added.contains("\(table).\(old)") else { return }
      add(
        .renameColumn, or: [.changeColumn, .dropColumn], table, old, at: action,
        "column '\(table).\(old)' is renamed to '\(new)', and the version of the program that is still running uses the old name"
      )
    } else if action.starts("rename", "to") || action.starts("set", "schema") {
      guard !contains(created, table) else { return }
      add(
        .renameTable, or: [.dropTable], table, at: action,
        "table '\(table)' gets another name, and the version of the program that is still running uses the old one")
    } else if action.starts("add") {
      examineAddition(action, to: table)
    } else if action.starts("drop"), !action.starts("drop", "constraint") {
      guard let column = action.without("drop").without("column").name?.name, !replaced.contains("\(table).\(column)"),
        !contains(created, table)
      else { return }
      examineCopies(of: table, column)
      add(
        .dropColumn, or: [.changeColumn, .renameColumn], table, column, at: action,
        "column '\(table).\(column)' is dropped with its values, and the version of the program that is still running uses it"
      )
    } else if action.starts("set", "logged") || action.starts("set", "unlogged") || action.starts("set", "tablespace")
      || action.starts("set", "access", "method")
    {
      addLock(
        table, as: .tableRewrite, at: action,
        "this locks table '\(table)' while all of its rows are written again; do it when the program isn't running")
    } else if action.starts("attach", "partition") {
      addLock(
        table, at: action,
        "this reads all rows of the partition while '\(table)' is locked; first give the partition a valid check with its bounds"
      )
    } else if action.starts("detach", "partition"), !action.contains("concurrently") {
      addLock(
        table, at: action, "this locks table '\(table)'; run 'DETACH PARTITION … CONCURRENTLY' outside of migrations")
    }
  }

  private mutating func examine(_ column: WrittenSQL.Name, of table: String, at action: WrittenSQL) {
    let (name, rest) = (column.name, column.rest)
    if rest.starts("type") || rest.starts("set", "data", "type") {
      addLock(
        table, as: .tableRewrite, at: action,
        "table '\(table)' is locked while all of its rows are written again, because '\(name)' gets another type; do it when the "
          + "program isn't running, or add another column and fill it in batches")
    } else if rest.starts("set", "not", "null"), !contains(validated, table) {
      addLock(
        table, at: action,
        "'SET NOT NULL' locks table '\(table)' while all rows are read; first add 'CHECK (\(name) IS NOT NULL) NOT VALID', and "
          + "validate it at the end of the file, before 'SET NOT NULL'")
    } else if rest.starts("drop", "not", "null") {
      guard !contains(created, table) else { return }
      add(
        .optionalColumn, or: [.changeColumn], table, name, at: action,
        "column '\(table).\(name)' becomes optional, and the version of the program that is still running can't read NULL there"
      )
    } else if rest.starts("drop", "default") || rest.starts("drop", "identity") {
      guard !replaced.contains("\(table).\(name)"), !contains(created, table) else { return }
      add(
        .dropDefault, or: [.requireColumn, .changeColumn], table, name, at: action,
        "column '\(table).\(name)' loses its default, and the version of the program that is still running may insert rows without it"
      )
    }
  }

  private mutating func examineAddition(_ action: WrittenSQL, to table: String) {
    guard let column = action.addedColumn else { return examineConstraint(action, of: table) }
    let (name, rest) = (column.name, column.rest)
    let value = rest.after("default")
    let isSerial =
      rest.tokens.first?.is(in: ["serial", "bigserial", "smallserial", "serial4", "serial8", "serial2"]) == true
    let isComputed = rest.contains("generated") || isSerial
    if isComputed || value.map({ PostgreSQLVolatility.isVolatile($0.tokens) }) == true {
      addLock(
        table, as: .tableRewrite, at: action,
        "table '\(table)' is locked while all of its rows are written again, because '\(name)' gets a value for each row; add the "
          + "column without it, and fill it in batches")
    }
    if rest.contains("unique") || rest.contains("primary", "key") || rest.contains("check")
      || (rest.contains("references") && value != nil)
    {
      addLock(
        table, at: action,
        "table '\(table)' is locked while its rows are checked; add the constraint afterwards: a key from an index that was built "
          + "'CONCURRENTLY', another one 'NOT VALID'")
    }
    if rest.contains("not", "null"), value == nil, !isComputed, !contains(created, table) {
      add(
        .requireColumn, table, name, at: action,
        "column '\(table).\(name)' is required and has no default: the statement fails if the table has rows, and the version of the "
          + "program that is still running inserts rows without it")
    }
  }

  private mutating func examineConstraint(_ action: WrittenSQL, of table: String) {
    guard !action.contains("not", "valid"), !action.contains("using", "index") else { return }
    if action.contains("unique") || action.contains("primary", "key") {
      addLock(
        table, at: action,
        "table '\(table)' is locked while the index of the key is built; write 'CREATE UNIQUE INDEX CONCURRENTLY' at the end of the "
          + "file, and 'ADD CONSTRAINT … USING INDEX' after it")
    } else if action.contains("exclude") {
      addLock(
        table, at: action,
        "table '\(table)' is locked while the index of the constraint is built; do it when the program isn't running")
    } else if action.contains("check") || action.contains("foreign", "key") {
      addLock(
        table, at: action,
        "table '\(table)' is locked while its rows are checked; add 'NOT VALID', and 'VALIDATE CONSTRAINT' at the end of the file"
      )
    }
  }
}
