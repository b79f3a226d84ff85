/// The tables that a statement reads, while it is written for somebody who asks.
struct ReadTables {
  /// The tables, each as often as the statement names it.
  var names: [String] = []
  /// Whether its rows depend on nothing else.
  var isComplete = true

  /// A text that isn't a number can be the time.
  mutating func note(_ literal: StaticString) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    isComplete = isComplete && literal.withUTF8Buffer { $0.allSatisfy(digits.contains) }
  }
}

extension Query {
  /// The tables that the query reads, each as often as it names it, its own table included; `nil` if its rows depend on something else,
  /// too: raw SQL, a full-text index, the time or a random number.
  /// - Throws: ``QueryError`` if the query can't be written as SQL.
  @_spi(Bridges) public func readTables() throws(QueryError) -> [String]? {
    var renderer = SQLRenderer(dialect: .sqlite)
    renderer.reads = ReadTables()
    renderer.writeSelect(core, .row)
    if let error = renderer.error { throw error }
    return renderer.reads.flatMap { $0.isComplete ? $0.names : nil }
  }
}
