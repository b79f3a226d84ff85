import Postil
import Testing

extension Model {
  /// The rows that SQL by hand finds, in its order; `t` is the table.
  static func byHand(_ sql: RawSQL, in db: some ReadTransaction) throws -> [Self] {
    try RawSQL("SELECT \(Self.allColumns, of: "t") FROM \(Self.self) t \(sql)").as(Self.self).fetchAll(in: db)
  }
}

/// Checks that a query returned what SQL by hand returns, and that this is something.
func expect<Row: Equatable>(_ found: [Row], _ expected: [Row], sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(!expected.isEmpty, "the SQL by hand finds nothing", sourceLocation: sourceLocation)
  #expect(found == expected, sourceLocation: sourceLocation)
}

/// The same for tuples.
func expect<Row>(_ found: [Row], _ expected: [Row], sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(!expected.isEmpty, "the SQL by hand finds nothing", sourceLocation: sourceLocation)
  #expect(found.map { "\($0)" } == expected.map { "\($0)" }, sourceLocation: sourceLocation)
}
