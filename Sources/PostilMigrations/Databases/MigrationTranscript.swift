import PostilEvolution
import PostilSQL
import PostilSQLite
import PostilSchema

/// A script with which `sqlite3` does the same as a migrator. With `-bail`, it stops without changes if a check fails.
final class MigrationTranscript {
  private var lines: [String] = []
  private var counts = 0

  /// The script so far.
  var text: String { lines.joined(separator: "\n") + "\n" }

  /// Starts the script with a table whose check accepts only the number 0.
  init(_ title: String) {
    comment("\(title) Run it with 'sqlite3 -bail DATABASE', which stops without changes if a check fails.")
    lines.append(".bail on")
    statement("PRAGMA foreign_keys = ON")
    statement(
      """
      CREATE TEMP TABLE IF NOT EXISTS "postil_check" ("what" TEXT NOT NULL, "number" INTEGER NOT NULL CHECK ("number" = 0))
      """)
  }

  func add(_ event: MigrationEvent) {
    switch event {
    case .comment(let text): comment(text)
    case .statement(let sql): statement(sql)
    case .precheck(let check) where check.isAllowed && !check.isRefusal:
      comment("Allowed: \(check.code) '\(check.subject)'.")
      statement(check.query)
    case .precheck(let check): expectZero("\(check.code) \(check.subject)", "(\(check.query))")
    case .countBrokenReferences:
      statement(
        """
        CREATE TEMP TABLE "postil_references" AS SELECT count(*) AS "number" FROM temp.pragma_foreign_key_check
        """)
    case .compareBrokenReferences:
      expectZero(
        "rows that refer to nothing",
        """
        max(0, (SELECT count(*) FROM temp.pragma_foreign_key_check) - (SELECT "number" FROM temp."postil_references"))
        """)
      statement(#"DROP TABLE temp."postil_references""#)
    case .count(let rows):
      for table in rows.tables {
        counts += 1
        statement("CREATE TEMP TABLE \"postil_count_\(counts)\" AS \(table.query)")
      }
    case .compare(let rows):
      let first = counts - rows.tables.count
      for (index, counted) in rows.tables.enumerated() {
        let table = "temp.\"postil_count_\(first + index + 1)\""
        expectZero("rows of \(counted.name)", "(SELECT count(*) FROM (SELECT * FROM \(table) EXCEPT \(counted.query)))")
        statement("DROP TABLE \(table)")
      }
    }
  }

  private func comment(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    self.lines += lines.map { $0.isEmpty ? "" : "-- \($0)" }
  }

  private func statement(_ sql: String) { lines.append("\(sql);") }

  private func expectZero(_ what: String, _ expression: String) {
    statement("INSERT INTO temp.\"postil_check\" VALUES (\(SQLText.literal(what)), \(expression))")
  }
}
