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

/// What somebody may have meant.
enum Suggestion {
  /// The candidate that is the fewest changed letters away, where those are few.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let nearest = candidates.map { (name: $0, distance: distance(word.lowercased(), $0.lowercased())) }
      .min { $0.distance < $1.distance }
    guard let nearest, nearest.distance <= max(2, word.count / 3) else { return nil }
    return nearest.name
  }

  /// How many letters are to be added, taken away or replaced. Source: Levenshtein's distance.
  private static func distance(_ first: String, _ second: String) -> Int {
    let letters = Array(second)
    var row = Array(0...letters.count)
    for (index, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in letters.indices {
        let changed = diagonal + (letters[column] == letter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
      }
    }
    return row[letters.count]
  }
}
