/// What leads from one schema to another, as a value: it can be read, written to a file, and refused.
package struct MigrationPlan: Hashable, Sendable {
  /// In the order in which they run.
  package var steps: [MigrationStep]
  /// What must be said before a file is written.
  package var problems: [PlanProblem]
  /// How the change is undone.
  package var undo: MigrationUndo

  /// Whether the two schemas are the same.
  package var isEmpty: Bool { steps.isEmpty && problems.isEmpty }
  /// What the steps can lose or be refused by, in their order.
  package var findings: [MigrationFinding] { steps.flatMap(\.findings) }
  /// The findings for which nobody has given the word.
  package var unallowed: [MigrationFinding] { findings.filter { !$0.isAllowed && $0.needsAllowance } }
  /// The tables that are rebuilt, in order.
  package var rebuiltTables: [String] { steps.compactMap(\.rebuilds) }
}

/// One change: what it is, in words, and the statements that make it.
package struct MigrationStep: Hashable, Sendable {
  /// Comment lines above it, without markers.
  package var comments: [String]
  /// Each without its semicolon.
  package var statements: [String]
  /// The table that the statements put in the place of the old one.
  package var rebuilds: String?
  /// What it can lose or be refused by.
  package var findings: [MigrationFinding] = []
  /// The statements that stand before the section of a rebuild.
  package var preparation: [String] = []

  init(
    _ comments: [String], _ statements: [String], rebuilds: String? = nil, findings: [MigrationFinding] = [],
    preparation: [String] = []
  ) {
    self.comments = comments
    self.statements = statements
    self.rebuilds = rebuilds
    self.findings = findings
    self.preparation = preparation
  }
}

/// How a change is undone.
package indirect enum MigrationUndo: Hashable, Sendable {
  /// There is nothing to undo.
  case nothing
  /// The plan that leads back. It has no allowances: where rows would lose what they got since, it refuses.
  case script(MigrationPlan)
  /// The change loses something that no script brings back.
  case impossible(reason: String)
}

/// A version of SQLite: what the oldest engine that runs a script can do.
package struct SQLiteVersion: Hashable, Comparable, Sendable {
  package var major: Int
  package var minor: Int

  /// Makes a version of its first two numbers.
  package init(_ major: Int, _ minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// The oldest version that Postil runs on: the first with `STRICT` tables.
  package static let floor = SQLiteVersion(3, 37)

  /// The first version whose `ALTER TABLE` adds and drops checks and `NOT NULL`.
  /// Source: SQLite, "Release History", 3.53.0, and test/altercons.test.
  package static let altersConstraints = SQLiteVersion(3, 53)

  /// Reads a version of two numbers or three: `3.53`, `3.53.0`; `nil` for anything else.
  package init?(_ text: String) {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard (2...3).contains(numbers.count), !numbers.contains(nil), let major = numbers[0], let minor = numbers[1],
      major >= 0, minor >= 0
    else { return nil }
    self.init(major, minor)
  }

  package static func < (first: SQLiteVersion, second: SQLiteVersion) -> Bool {
    (first.major, first.minor) < (second.major, second.minor)
  }
}

extension SQLiteVersion: CustomStringConvertible {
  /// `3.53`
  package var description: String { "\(major).\(minor)" }
}
