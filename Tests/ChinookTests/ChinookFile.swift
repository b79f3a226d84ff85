import Postil
import Testing

/// The schema of a file that others made: its tables are those of the models, and nothing about them is compared when it is
/// opened, because their types are not Postil's.
enum ChinookFile: DatabaseSchema {
  static let ddl = ""
  static let fingerprint = ""
  static let tables = ChinookSchema.tables
}

extension Shop {
  /// Compares the rows that Postil returned with those of handwritten SQL, row by row, in order.
  func compare<Row: Equatable>(_ answers: [Row], _ expected: [Row], _ sourceLocation: SourceLocation) {
    #expect(!expected.isEmpty, "the question has no answer at all", sourceLocation: sourceLocation)
    #expect(answers.count == expected.count, sourceLocation: sourceLocation)
    for (index, (answer, row)) in zip(answers, expected).enumerated() where answer != row {
      Issue.record("row \(index) is \(answer), by hand \(row)", sourceLocation: sourceLocation)
      return
    }
  }
}
