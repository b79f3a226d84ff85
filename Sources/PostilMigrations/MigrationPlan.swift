import PostilSQLite

/// The steps from one schema to another, as a value that can be inspected, written to a file, or rejected.
package struct MigrationPlan: Hashable, Sendable {
  /// In execution order.
  package var steps: [MigrationStep]
  /// The questions that must be answered before a file is written.
  package var problems: [PlanProblem]
  /// How the change is undone.
  package var undo: MigrationUndo

  /// Whether the two schemas are the same.
  package var isEmpty: Bool { steps.isEmpty && problems.isEmpty }
  /// The findings of the steps, in order.
  package var findings: [MigrationFinding] { steps.flatMap(\.findings) }
  /// The findings that weren't allowed.
  package var unallowed: [MigrationFinding] { findings.filter { !$0.isAllowed && $0.needsAllowance } }
  /// The tables that are rebuilt, in order.
  package var rebuiltTables: [String] { steps.compactMap(\.rebuilds) }
}

/// One change: its description and its statements.
package struct MigrationStep: Hashable, Sendable {
  /// Comment lines above it, without markers.
  package var comments: [String]
  /// Each without its semicolon.
  package var statements: [String]
  /// The table that the statements replace.
  package var rebuilds: String?
  /// The findings: what the step can lose, and which rows can make it fail.
  package var findings: [MigrationFinding] = []
  /// The statements before a rebuild section.
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
  /// The plan that reverts the migration. It has no allowances: it fails if rows would lose values that were added later.
  case script(MigrationPlan)
  /// The change loses data that no script can restore.
  case impossible(reason: String)
}

/// A version of SQLite, used for the oldest version that will run a script.
package struct SQLiteVersion: Hashable, Comparable, Sendable {
  package var major: Int
  package var minor: Int

  /// Creates a version from its first two numbers.
  package init(_ major: Int, _ minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Creates a version from a number such as 3038005.
  package init(number: Int32) {
    self.init(Int(number / 1_000_000), Int(number / 1_000 % 1_000))
  }

  /// The oldest version that a store runs on.
  package static let floor = SQLiteVersion(number: SQLiteVersionError.minimum)

  /// The first version whose `ALTER TABLE` adds and drops checks and `NOT NULL`.
  /// Source: SQLite, "Release History", 3.53.0, and test/altercons.test.
  package static let altersConstraints = SQLiteVersion(3, 53)

  /// Parses a version of two or three numbers: `3.53`, `3.53.0`; `nil` for anything else.
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
