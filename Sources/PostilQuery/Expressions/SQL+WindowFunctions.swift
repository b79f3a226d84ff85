extension SQL {
  /// The number of the row in its window, from 1: `row_number() OVER (…)`.
  @inlinable
  public static func rowNumber() -> SQLWindowFunction<Int> { SQLWindowFunction(.rowNumber) }

  /// The number of the first row that is no different in order, with gaps behind equal ones: `rank() OVER (…)`.
  @inlinable
  public static func rank() -> SQLWindowFunction<Int> { SQLWindowFunction(.rank) }

  /// How many different places in the order there are up to the row's, without gaps: `dense_rank() OVER (…)`.
  @inlinable
  public static func denseRank() -> SQLWindowFunction<Int> { SQLWindowFunction(.denseRank) }

  /// The rank from 0 for the first to 1 for the last: `percent_rank() OVER (…)`; 0 in a window of one row.
  @inlinable
  public static func percentRank() -> SQLWindowFunction<Double> { SQLWindowFunction(.percentRank) }

  /// Which part of the rows come before the row or are no different in order: `cume_dist() OVER (…)`.
  @inlinable
  public static func cumulativeDistribution() -> SQLWindowFunction<Double> {
    SQLWindowFunction(.cumulativeDistribution)
  }

  /// The number, from 1, of the part that the row is in, of `count` parts as equal as can be: `ntile(?1) OVER (…)`.
  @inlinable
  public static func ntile(_ count: Int) -> SQLWindowFunction<Int> {
    SQLWindowFunction(
      .ntile, .value(count.binding), refusal: count < 1 ? .argument(function: "ntile", needs: "at least 1 part") : nil)
  }
}
