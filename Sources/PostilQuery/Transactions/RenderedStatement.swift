/// A statement that was rendered when the program ran: SQL text whose every value is a binding.
///
/// Queries and ``RawSQL`` make it; there is no other way, so that no text from elsewhere is run.
public struct RenderedStatement: Hashable, Sendable {
  /// The text, its values as `?1`, `?2` …
  public let sql: String
  /// The values of `?1`, `?2` …
  public let bindings: [Binding]
  /// What the result has to be, where people wrote the statement; `nil` where Postil did.
  package var columns: ResultColumns?

  /// A statement with the values of its parameters.
  @usableFromInline
  package init(sql: String, bindings: [Binding] = []) {
    self.sql = sql
    self.bindings = bindings
  }
}

/// The columns that are read of each row of a statement.
@usableFromInline
package enum ResultColumns: Hashable, Sendable {
  /// So many, whatever they are called.
  case count(Int)
  /// Those with these names, in this order.
  case names([String])
}
