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
  /// The line of the program that asked for the statement, for a store's reports; two statements are the same whoever asked.
  package var callSite: CallSite?

  /// A statement with the values of its parameters.
  @usableFromInline
  package init(sql: String, bindings: [Binding] = []) {
    self.sql = sql
    self.bindings = bindings
  }

  /// The same statement, which a line of the program asked for.
  @usableFromInline
  consuming func from(_ fileID: StaticString, _ line: UInt) -> RenderedStatement {
    callSite = CallSite(fileID: fileID, line: line)
    return self
  }

  /// Whether both have one text, the same values and the same columns.
  public static func == (left: RenderedStatement, right: RenderedStatement) -> Bool {
    left.sql == right.sql && left.bindings == right.bindings && left.columns == right.columns
  }

  /// Feeds the statement to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sql)
    hasher.combine(bindings)
    hasher.combine(columns)
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
