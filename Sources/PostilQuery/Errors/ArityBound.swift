/// The bound that a relationship's number of members would leave.
public enum ArityBound: Hashable, Sendable {
  /// `min:`, checked when the transaction ends.
  case minimum(Int)
  /// `max:`, checked by each statement.
  case maximum(Int)
}
