extension SQL {
  /// The rows that a window function uses for each row: how they are partitioned and sorted, and how far the window
  /// extends around the row.
  ///
  /// Pass one to `over` if several functions share a window:
  /// ```swift
  /// let byPrice = SQL.Window(partitionBy: book.genre, orderBy: book.price.descending)
  /// return (SQL.rank().over(byPrice), book.price.lag().over(byPrice))
  /// ```
  public struct Window: Sendable {
    let partitions: [_ExpressionNode]
    let orderings: [Ordering]
    let frame: Frame?

    /// Creates a window of the rows with the same values of `partitions` (or all rows), sorted by `orderings` (or unsorted).
    ///
    /// Without a frame, a function uses the rows up to the current row and its peers; without an order, all rows.
    /// Source: SQLite, "Window Functions", section 2.
    @inlinable
    public init<each Partition: SQLExpression, each Order: SQLOrderTerm>(
      partitionBy partitions: repeat each Partition, orderBy orders: repeat each Order, frame: Frame? = nil
    ) {
      var nodes: [_ExpressionNode] = []
      repeat nodes.append((each partitions).node)
      var orderings: [Ordering] = []
      repeat orderings.append((each orders).ordering)
      self.init(nodes, orderings, frame)
    }

    @usableFromInline
    init(_ partitions: [_ExpressionNode], _ orderings: [Ordering], _ frame: Frame?) {
      self.partitions = partitions.map(\.asValue)
      self.orderings = orderings
      self.frame = frame
    }

    /// The expressions that the window contains.
    var children: [_ExpressionNode] { partitions + orderings.map(\.node) }
  }

  /// How far a window extends around a row: `ROWS BETWEEN 2 PRECEDING AND CURRENT ROW`.
  ///
  /// Source: SQLite, "Window Functions", section 2.2.
  public struct Frame: Hashable, Sendable {
    /// The unit of a distance.
    enum Unit: Hashable, Sendable { case rows, range, groups }

    let unit: Unit
    let start: Bound<Double>
    let end: Bound<Double>
    let exclusion: Exclusion

    /// This many rows before and after the current one: `ROWS BETWEEN 2 PRECEDING AND CURRENT ROW`.
    public static func rows(
      _ start: Bound<Int>, _ end: Bound<Int> = .currentRow, excluding exclusion: Exclusion = .nothing
    ) -> Frame {
      Frame(unit: .rows, start: start.mapped(), end: end.mapped(), exclusion: exclusion)
    }

    /// The rows whose value in the order is smaller or larger by at most this distance: `RANGE BETWEEN 0.5 PRECEDING
    /// AND CURRENT ROW`.
    ///
    /// `.currentRow` includes the rows with the same value. A distance requires a single order term, which must be a number.
    public static func range(
      _ start: Bound<Double>, _ end: Bound<Double> = .currentRow, excluding exclusion: Exclusion = .nothing
    ) -> Frame {
      Frame(unit: .range, start: start, end: end, exclusion: exclusion)
    }

    /// This many groups of rows with the same value in the order: `GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING`.
    public static func groups(
      _ start: Bound<Int>, _ end: Bound<Int> = .currentRow, excluding exclusion: Exclusion = .nothing
    ) -> Frame {
      Frame(unit: .groups, start: start.mapped(), end: end.mapped(), exclusion: exclusion)
    }

    /// The start or end of a frame.
    public enum Bound<Distance: Hashable & Sendable>: Hashable, Sendable {
      /// The first row of the window.
      case unboundedPreceding
      /// This far before the current row.
      case preceding(Distance)
      /// The current row.
      case currentRow
      /// This far after the current row.
      case following(Distance)
      /// The last row of the window.
      case unboundedFollowing
    }

    /// The rows that are excluded from a frame.
    public enum Exclusion: Hashable, Sendable {
      /// Nothing: `EXCLUDE NO OTHERS`.
      case nothing
      /// The current row: `EXCLUDE CURRENT ROW`.
      case currentRow
      /// The current row and its peers, which have the same value in the order: `EXCLUDE GROUP`.
      case group
      /// The current row's peers, but not the current row: `EXCLUDE TIES`.
      case ties
    }
  }
}

extension SQL.Frame.Bound<Int> {
  fileprivate func mapped() -> SQL.Frame.Bound<Double> {
    switch self {
    case .unboundedPreceding: .unboundedPreceding
    case .preceding(let distance): .preceding(Double(distance))
    case .currentRow: .currentRow
    case .following(let distance): .following(Double(distance))
    case .unboundedFollowing: .unboundedFollowing
    }
  }
}

extension SQL.Frame.Bound<Double> {
  /// The position of the bound in the order of possible bounds.
  fileprivate var rank: Int {
    switch self {
    case .unboundedPreceding: 0
    case .preceding: 1
    case .currentRow: 2
    case .following: 3
    case .unboundedFollowing: 4
    }
  }

  /// The distance of the bound from the current row, if it is one.
  var distance: Double? {
    switch self {
    case .preceding(let distance), .following(let distance): distance
    case .unboundedPreceding, .currentRow, .unboundedFollowing: nil
    }
  }
}

extension SQL.Window {
  /// The reason why SQLite rejects this frame, or `nil`.
  var refusal: QueryError? {
    guard let frame else { return nil }
    let distances = [frame.start.distance, frame.end.distance].compactMap { $0 }
    if frame.start == .unboundedFollowing || frame.end == .unboundedPreceding || frame.start.rank > frame.end.rank {
      return .windowFrame(reason: "it ends before it starts; write the earlier bound first")
    }
    if !distances.allSatisfy({ $0 >= 0 }) {
      return .windowFrame(reason: "a distance is negative; write '.following' instead of a negative '.preceding'")
    }
    if frame.unit == .range, !distances.isEmpty, orderings.count != 1 {
      return .windowFrame(
        reason: "'.range' with a distance requires a single number in 'orderBy:'; order by one number, or use '.rows'")
    }
    return nil
  }
}
