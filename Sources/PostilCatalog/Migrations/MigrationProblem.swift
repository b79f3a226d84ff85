/// Something in a migration's file that is not as it should be: where, why, and what to write.
package struct MigrationProblem: Hashable, Sendable, CustomStringConvertible {
  package let file: String
  /// Counted from 1.
  package let line: Int
  /// Counted from 1, in characters.
  package let column: Int
  package let message: String

  package init(file: String, line: Int, column: Int, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  /// The problem in the compiler's form: `file:line:column: error: message`.
  package var description: String { "\(file):\(line):\(column): error: \(message)" }
}

/// A migration's file cannot be read: all that is wrong with it.
package struct MigrationScriptError: Error, Hashable, CustomStringConvertible {
  package let problems: [MigrationProblem]

  /// Each problem on a line of its own.
  package var description: String { problems.map(\.description).joined(separator: "\n") }
}
