import PostilEvolution
import PostilSQL

/// Data that a change can lose, or rows that can make it fail, with a query that counts the affected rows.
package struct MigrationFinding: Hashable, Sendable {
  /// The kinds of findings. Their names never change.
  package typealias Code = MigrationFindingCode

  package var code: Code
  /// The affected object: `item` for a table, `item.note` for a column, `item.title,project_id` for columns.
  package var subject: String
  /// One sentence, with names in single quotes, followed by what to write.
  package var message: String
  /// A query on the database before the migration, on one line. It returns the number of rows that would be lost or rejected. Empty if
  /// the finding isn't about rows.
  package var query: String
  /// Whether the finding was allowed.
  package var isAllowed = false
  /// Further details, one sentence each, such as a statement that preserves the data.
  package var notes: [String] = []
  /// Whether the migration is written only with an `--allow` for this finding.
  package var needsAllowance = true

  /// The affected table: the subject up to its first dot.
  package var table: String { String(subject.prefix { $0 != "." }) }

  /// The argument of `--allow`.
  package var allowance: String { "\(code.rawValue):\(subject)" }
}

/// An argument of `--allow`: `dropColumn:item.note`, or `dropColumn` for all findings with this code.
package struct MigrationAllowance: Hashable, Sendable {
  /// An argument that isn't the code of a finding.
  package struct Unknown: Error, Hashable, Sendable {
    package var message: String

    /// Creates the error.
    package init(message: String) { self.message = message }
  }

  package var code: MigrationFinding.Code
  /// `nil` if all findings with the code are allowed.
  package var subject: String?

  /// Parses an argument.
  /// - Throws: ``Unknown``
  package init(_ text: String) throws(Unknown) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let code = MigrationFinding.Code(rawValue: String(parts[0])) else {
      throw Unknown(message: Self.refusal(of: String(parts[0])))
    }
    guard parts.count == 1 || !parts[1].isEmpty else {
      throw Unknown(
        message: "the subject after the colon in '\(text)' is missing; write '\(code.rawValue)' or "
          + "'\(code.rawValue):item.note'")
    }
    self.code = code
    subject = parts.count > 1 ? String(parts[1]) : nil
  }

  func covers(_ finding: MigrationFinding) -> Bool { covers(finding.code, finding.subject) }

  /// Whether the allowance applies to a code and a subject. Without its own subject, it applies to all subjects.
  func covers(_ code: MigrationFinding.Code, _ subject: String) -> Bool {
    self.code == code && (self.subject.map { $0.isSameName(as: subject) } ?? true)
  }

  private static func refusal(of word: String) -> String {
    let names = MigrationFinding.Code.allCases.map(\.rawValue)
    if let nearest = Spelling.nearest(to: word, in: names) {
      return "unknown finding '\(word)'; did you mean '\(nearest)'?"
    }
    return "unknown finding '\(word)'; write one of \(names.map { "'\($0)'" }.joined(separator: ", "))"
  }
}

/// A question that must be answered before a plan can be written, with what to write for each answer.
package struct PlanProblem: Hashable, Sendable {
  /// The table whose struct is shown with the question.
  package var table: String
  /// The column whose property is shown instead, if it is about one.
  package var column: String?
  /// What is unclear.
  package var message: String
  /// What to write, one line for each answer.
  package var notes: [String]

  /// Creates a problem.
  package init(table: String, column: String? = nil, message: String, notes: [String]) {
    self.table = table
    self.column = column
    self.message = message
    self.notes = notes
  }
}

extension MigrationFindingCode {
  /// Whether a table is locked for long, but nothing is lost.
  var isLock: Bool { self == .tableRewrite || self == .longLock }

  /// Whether the version of the program that is still running fails, but nothing is lost.
  var isAboutProgram: Bool {
    [.renameTable, .renameColumn, .changeColumn, .requireColumn, .optionalColumn, .dropDefault, .dropView].contains(
      self)
  }
}
