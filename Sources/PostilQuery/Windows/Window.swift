extension SQL {
  /// The rows that a window function looks at from each row: those that have the same values as it, in which order, and how
  /// far around it.
  ///
  /// Pass one to `over` if several functions share a window:
  /// ```swift
  /// let byPrice = SQL.Window(partitionBy: book.genre, orderBy: book.price.descending)
  /// return (SQL.rank().over(byPrice), book.price.lag().over(byPrice))
  /// ```
  public struct Window: Sendable {
    let partitions: [ExpressionNode]
    let orderings: [Ordering]
    let frame: Frame?

    /// The rows with the same values of `partitions`, or all rows, in the order of `orderings`, in no order without.
    ///
    /// Without a frame, a function sees the rows up to the current one and those that are equal to it in order; without an
    /// order, at all. Source: SQLite, "Window Functions", section 2.
    @inlinable
    public init<each Partition: SQLExpression, each Order: SQLOrderTerm>(
      partitionBy partitions: repeat each Partition, orderBy orders: repeat each Order, frame: Frame? = nil
    ) {
      var nodes: [ExpressionNode] = []
      repeat nodes.append((each partitions).node)
      var orderings: [Ordering] = []
      repeat orderings.append((each orders).ordering)
      self.init(nodes, orderings, frame)
    }

    @usableFromInline
    init(_ partitions: [ExpressionNode], _ orderings: [Ordering], _ frame: Frame?) {
      self.partitions = partitions.map(\.asValue)
      self.orderings = orderings
      self.frame = frame
    }

    /// The expressions that the window contains.
    var children: [ExpressionNode] { partitions + orderings.map(\.node) }
  }

  /// How far around a row a window function looks: `ROWS BETWEEN 2 PRECEDING AND CURRENT ROW`.
  ///
  /// Source: SQLite, "Window Functions", section 2.2.
  public struct Frame: Hashable, Sendable {
    /// What a distance is counted in.
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

    /// The rows whose value in the order is so much smaller or larger: `RANGE BETWEEN 0.5 PRECEDING AND CURRENT ROW`.
    ///
    /// `.currentRow` takes those of the same value in. A distance needs one order, by a number.
    public static func range(
      _ start: Bound<Double>, _ end: Bound<Double> = .currentRow, excluding exclusion: Exclusion = .nothing
    ) -> Frame {
      Frame(unit: .range, start: start, end: end, exclusion: exclusion)
    }

    /// So many groups of rows of the same value in the order: `GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING`.
    public static func groups(
      _ start: Bound<Int>, _ end: Bound<Int> = .currentRow, excluding exclusion: Exclusion = .nothing
    ) -> Frame {
      Frame(unit: .groups, start: start.mapped(), end: end.mapped(), exclusion: exclusion)
    }

    /// Where a frame begins or ends.
    public enum Bound<Distance: Hashable & Sendable>: Hashable, Sendable {
      /// At the first row of the window.
      case unboundedPreceding
      /// So far before the current row.
      case preceding(Distance)
      /// At the current row.
      case currentRow
      /// This far after the current row.
      case following(Distance)
      /// At the last row of the window.
      case unboundedFollowing
    }

    /// What is left out of a frame.
    public enum Exclusion: Hashable, Sendable {
      /// Nothing: `EXCLUDE NO OTHERS`.
      case nothing
      /// The current row: `EXCLUDE CURRENT ROW`.
      case currentRow
      /// The current row and those of the same value in the order: `EXCLUDE GROUP`.
      case group
      /// The rows of the same value in the order as the current one, but not that: `EXCLUDE TIES`.
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
  /// The place of the bound among those that a frame can have.
  fileprivate var rank: Int {
    switch self {
    case .unboundedPreceding: 0
    case .preceding: 1
    case .currentRow: 2
    case .following: 3
    case .unboundedFollowing: 4
    }
  }

  /// How far the bound is from the current row, where it is a distance.
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
      return .windowFrame(reason: "it ends before it begins: give what comes first in the order first")
    }
    if !distances.allSatisfy({ $0 >= 0 }) {
      return .windowFrame(reason: "a distance is less than 0: write '.following' for '.preceding' of a negative one")
    }
    if frame.unit == .range, !distances.isEmpty, orderings.count != 1 {
      return .windowFrame(
        reason: "a distance of '.range' is one between numbers: give 'orderBy:' one number, or take '.rows'")
    }
    return nil
  }
}
