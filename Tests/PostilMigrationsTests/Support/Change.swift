import PostilMigrations
import Testing

/// One kind of change, from a database with rows to models: what it costs, what it finds, what the rows are afterwards.
struct Change: CustomTestStringConvertible, Sendable {
  /// How a change is undone.
  enum Undo { case script, impossible, refused, nothing }

  var testDescription: String
  var from: String
  var rows: String
  var to: String
  var allowing: [String] = []
  /// Tables that are rebuilt.
  var rebuilds: [String] = []
  /// Findings with their counts.
  var findings: [String] = []
  /// A query of one column, over the new schema.
  var query: String
  /// What it gives: texts as SQLite quotes them.
  var after: [String]
  var undo = Undo.script
  /// What the file has to have in it.
  var contains: [String] = []

  init(
    _ testDescription: String, from: String, rows: String = "", to: String, allowing: [String] = [],
    rebuilds: [String] = [], findings: [String] = [], query: String, after: [String], undo: Undo = .script,
    contains: [String] = []
  ) {
    self.testDescription = testDescription
    self.from = from
    self.rows = rows
    self.to = to
    self.allowing = allowing
    self.rebuilds = rebuilds
    self.findings = findings
    self.query = query
    self.after = after
    self.undo = undo
    self.contains = contains
  }

  func prove() throws {
    let migration = try Migration(models: from, rows: rows, to: to, allowing: allowing)
    try #require(migration.plan.problems.isEmpty, "\(migration.plan.problems)")
    #expect(migration.plan.rebuiltTables == rebuilds, "\(migration.text)")
    let counts = try migration.counts()
    #expect(counts == findings)
    #expect(migration.plan.unallowed.allSatisfy { finding in !allowing.contains(finding.code.rawValue) })
    for piece in contains { #expect(migration.text.contains(piece), "\(migration.text)") }
    if migration.plan.findings.contains(where: { finding in
      !finding.code.isLoss && (try? migration.database.number(finding.query)) != 0
    }) {
      // What refuses the rows refuses the migration too, and nothing changes.
      if !migration.plan.findings.contains(where: { [.newMinimum, .newMaximum, .newExclusion].contains($0.code) }) {
        #expect(throws: (any Error).self) { try migration.database.apply(migration.text) }
      }
      return
    }
    try migration.apply()
    #expect(try migration.database.quoted(query).map { $0[0] } == after, "\(migration.text)")
    switch undo {
    case .nothing: #expect(migration.plan.isEmpty && migration.plan.undo == .nothing)
    case .impossible:
      if case .impossible = migration.plan.undo { return }
      Issue.record("it can be undone: \(migration.plan.undo)")
    case .refused:
      guard case .script(let plan) = migration.plan.undo else {
        Issue.record("\(migration.plan.undo)")
        return
      }
      #expect(try plan.findings.contains { try migration.database.number($0.query) > 0 })
    case .script:
      guard case .script(let plan) = migration.plan.undo else {
        Issue.record("\(migration.plan.undo)")
        return
      }
      for finding in plan.findings { #expect(try migration.database.number(finding.query) == 0, "\(finding)") }
      try migration.undo()
      try migration.apply()
      #expect(try migration.database.quoted(query).map { $0[0] } == after)
    }
  }
}

/// A model with these properties, one a line.
func model(_ name: String, _ properties: String..., notes: String = "") -> String {
  (["// @table \(notes)", "struct \(name): Sendable {", "let id: ID"] + properties + ["}", ""]).joined(separator: "\n")
}
