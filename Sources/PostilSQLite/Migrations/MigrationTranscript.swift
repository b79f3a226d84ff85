import PostilCatalog
import PostilSQL

/// A script for `sqlite3` that does what the runtime does: run with `-bail`, it stops and changes nothing where a check fails.
final class MigrationTranscript {
  private(set) var lines: [String] = []
  private var counts = 0

  /// The script so far.
  var text: String { lines.joined(separator: "\n") + "\n" }

  func comment(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append(line.isEmpty ? "--" : "-- \(line)")
    }
  }

  func blank() { lines.append("") }

  func statement(_ sql: String) { lines.append("\(sql);") }

  /// A line that `sqlite3` takes.
  func line(_ text: String) { lines.append(text) }

  /// The head of the script, with the table whose check refuses every number but 0.
  func begin(_ what: String) {
    comment("\(what) Run it with 'sqlite3 -bail DATABASE': where a check fails it stops, and nothing is changed.")
    line(".bail on")
    statement("PRAGMA foreign_keys = ON")
    statement(
      """
      CREATE TEMP TABLE IF NOT EXISTS "postil_check" ("what" TEXT NOT NULL, "number" INTEGER NOT NULL CHECK ("number" = 0))
      """)
  }

  private func expectZero(_ what: String, _ expression: String) {
    statement("INSERT INTO temp.\"postil_check\" VALUES (\(SQLText.literal(what)), \(expression))")
  }

  /// A pre-check: where it refuses, a check; where a word lets it pass, its count.
  func check(_ check: MigrationScript.Precheck) {
    if check.isAllowed, !check.isRefusal {
      comment("Allowed: \(check.code) '\(check.subject)'.")
      statement(check.query)
    } else {
      expectZero("\(check.code) \(check.subject)", "(\(check.query))")
    }
  }

  func keepBrokenReferences() {
    statement(
      """
      CREATE TEMP TABLE "postil_references" AS SELECT count(*) AS "number" FROM pragma_foreign_key_check
      """)
  }

  func compareBrokenReferences() {
    expectZero(
      "rows that refer to nothing",
      """
      max(0, (SELECT count(*) FROM pragma_foreign_key_check) - (SELECT "number" FROM temp."postil_references"))
      """)
    statement(#"DROP TABLE temp."postil_references""#)
  }

  /// Keeps the numbers of rows, one table of counts for each that is counted.
  func keep(_ counts: RowCounts) {
    for counted in counts.counted {
      self.counts += 1
      statement("CREATE TEMP TABLE \"postil_count_\(self.counts)\" AS \(counted.query)")
    }
  }

  func compare(_ counts: RowCounts) {
    let first = self.counts - counts.counted.count
    for (index, counted) in counts.counted.enumerated() {
      let table = "temp.\"postil_count_\(first + index + 1)\""
      expectZero(
        "rows of \(counted.table)",
        "(SELECT count(*) FROM (SELECT * FROM \(table) EXCEPT \(counted.query)))")
      statement("DROP TABLE \(table)")
    }
  }
}
