/// An error in a migration file.
package struct MigrationProblem: Hashable, Sendable {
  package let file: String
  /// Counted from 1.
  package let line: Int
  /// Counted from 1, in characters.
  package let column: Int
  package let message: String
}

extension MigrationProblem: CustomStringConvertible {
  /// The problem in the format of the Swift compiler: `file:line:column: error: message`.
  package var description: String { "\(file):\(line):\(column): error: \(message)" }
}

/// All errors in a migration file.
package struct MigrationScriptError: Error, Hashable, CustomStringConvertible {
  package let problems: [MigrationProblem]

  /// One problem per line.
  package var description: String { problems.map(\.description).joined(separator: "\n") }
}
