import PostilEvolution
import PostilSQL

/// Something that a change can lose or that can refuse it: what it is, and the query that tells whether a database is concerned.
package struct MigrationFinding: Hashable, Sendable {
  /// What can happen, under a name that stays.
  package typealias Code = MigrationFindingCode

  package var code: Code
  /// What is concerned: `item` for a table, `item.note` for a column, `item.title,list_id` for columns.
  package var subject: String
  /// One sentence, names in single quotes, then what to write.
  package var message: String
  /// Gives one number, the rows that would be lost or refused, in the database as it is before the migration; on one line.
  package var query: String
  /// Whether somebody has given the word for it.
  package var isAllowed = false
  /// More to say, a sentence each: the statement that keeps what would be lost.
  package var notes: [String] = []
  /// Whether writing the migration requires an `--allow` for this finding.
  package var needsAllowance = true

  /// The table that is concerned: what stands before the first point.
  package var table: String { String(subject.prefix { $0 != "." }) }

  /// What to write behind `--allow`.
  package var allowance: String { "\(code.rawValue):\(subject)" }
}

/// A word that lets findings pass: `dropColumn:item.note`, or `dropColumn` for all of them.
package struct MigrationAllowance: Hashable, Sendable {
  /// A word that is no finding's.
  package struct Unknown: Error, Hashable, Sendable {
    package var message: String

    /// Makes a refusal.
    package init(message: String) { self.message = message }
  }

  package var code: MigrationFinding.Code
  /// `nil` where every finding of the code is meant.
  package var subject: String?

  /// Reads a word.
  /// - Throws: ``Unknown``
  package init(_ text: String) throws(Unknown) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let code = MigrationFinding.Code(rawValue: String(parts[0])) else {
      throw Unknown(message: Self.refusal(of: String(parts[0])))
    }
    guard parts.count == 1 || !parts[1].isEmpty else {
      throw Unknown(
        message: "'\(text)' names nothing behind the colon; write '\(code.rawValue)' or '\(code.rawValue):item.note'")
    }
    self.code = code
    subject = parts.count > 1 ? String(parts[1]) : nil
  }

  func covers(_ finding: MigrationFinding) -> Bool { covers(finding.code, finding.subject) }

  /// Whether the word is about a code and a subject; without a subject of its own it is about every one.
  func covers(_ code: MigrationFinding.Code, _ subject: String) -> Bool {
    self.code == code && (self.subject.map { Name.isSame($0, subject) } ?? true)
  }

  private static func refusal(of word: String) -> String {
    let names = MigrationFinding.Code.allCases.map(\.rawValue)
    if let nearest = Spelling.nearest(to: word, in: names) {
      return "'\(word)' is no finding's code; did you mean '\(nearest)'?"
    }
    return "'\(word)' is no finding's code; write one of \(names.map { "'\($0)'" }.joined(separator: ", "))"
  }
}

/// What must be said before a plan can be written: one sentence, then what to write for either meaning.
package struct PlanProblem: Hashable, Sendable {
  /// The table whose struct is to be looked at.
  package var table: String
  /// What is unclear.
  package var message: String
  /// What to write, one line for each meaning.
  package var notes: [String]

  /// Makes a problem.
  package init(table: String, message: String, notes: [String]) {
    self.table = table
    self.message = message
    self.notes = notes
  }
}
