/// A call of a window function: `rank() OVER (PARTITION BY t0."project_id" ORDER BY t0."price" DESC)`.
struct WindowCall: Sendable {
  /// The called function.
  enum Callee: Sendable {
    case aggregate(AggregateCall)
    case function(WindowFunction, [_ExpressionNode])
  }

  let callee: Callee
  let window: SQL.Window

  /// The expressions that the call contains.
  var children: [_ExpressionNode] {
    switch callee {
    case .aggregate(let call): call.children + window.children
    case .function(_, let arguments): arguments + window.children
    }
  }
}

/// The functions that can be used only as window functions.
@usableFromInline
enum WindowFunction: String, Sendable {
  case rank, ntile, lag, lead
  case rowNumber = "row_number"
  case denseRank = "dense_rank"
  case percentRank = "percent_rank"
  case cumulativeDistribution = "cume_dist"
  case firstValue = "first_value"
  case lastValue = "last_value"
  case nthValue = "nth_value"
}

extension _ExpressionNode {
  /// An aggregate over a window.
  @usableFromInline
  static func window(_ call: AggregateCall, over window: SQL.Window) -> _ExpressionNode {
    if call.isDistinct { return _ExpressionNode(failing: .distinctWindow) }
    if call.function == .percentile {
      return _ExpressionNode(failing: .argument(function: "over", needs: "another aggregate than a percentile"))
    }
    return self.window(WindowCall(callee: .aggregate(call), window: window))
  }

  /// A window function.
  @usableFromInline
  static func window(
    _ function: WindowFunction, _ arguments: [_ExpressionNode], over window: SQL.Window
  ) -> _ExpressionNode {
    self.window(WindowCall(callee: .function(function, arguments.map(\.asValue)), window: window))
  }

  private static func window(_ call: WindowCall) -> _ExpressionNode {
    if let refusal = call.window.refusal { return _ExpressionNode(failing: refusal) }
    let tree = _ExpressionNode(.window(call), over: call.children)
    if tree.containsWindow { return _ExpressionNode(failing: .nestedWindow) }
    return _ExpressionNode(tree.kind, depth: tree.depth, traits: tree.traits.union([.window, .optional]))
  }
}

extension SQLRenderer {
  /// Writes a call of a window function.
  mutating func writeWindow(_ call: WindowCall) {
    switch call.callee {
    case .aggregate(let aggregate): writeAggregate(aggregate)
    case .function(let function, let arguments):
      sql.append(contentsOf: function.rawValue.utf8)
      write("(")
      writeArguments(arguments)
      write(")")
    }
    write(" OVER (")
    let start = sql.count
    if !call.window.partitions.isEmpty {
      write("PARTITION BY ")
      writeArguments(call.window.partitions)
    }
    if !call.window.orderings.isEmpty {
      write(sql.count > start ? " ORDER BY " : "ORDER BY ")
      writeOrderings(call.window.orderings)
    }
    if let frame = call.window.frame {
      if sql.count > start { write(" ") }
      writeFrame(frame)
    }
    write(")")
  }

  private mutating func writeFrame(_ frame: SQL.Frame) {
    switch frame.unit {
    case .rows: write("ROWS BETWEEN ")
    case .range: write("RANGE BETWEEN ")
    case .groups: write("GROUPS BETWEEN ")
    }
    writeBound(frame.start, isExact: frame.unit == .range)
    write(" AND ")
    writeBound(frame.end, isExact: frame.unit == .range)
    switch frame.exclusion {
    case .nothing: break
    case .currentRow: write(" EXCLUDE CURRENT ROW")
    case .group: write(" EXCLUDE GROUP")
    case .ties: write(" EXCLUDE TIES")
    }
  }

  /// Writes a bound. A distance is a parameter; for rows and groups, it is an integer.
  private mutating func writeBound(_ bound: SQL.Frame.Bound<Double>, isExact: Bool) {
    if let distance = bound.distance {
      writeValue(isExact ? distance._boundValue : .integer(Int64(exactly: distance) ?? .max))
    }
    switch bound {
    case .unboundedPreceding: write("UNBOUNDED PRECEDING")
    case .preceding: write(" PRECEDING")
    case .currentRow: write("CURRENT ROW")
    case .following: write(" FOLLOWING")
    case .unboundedFollowing: write("UNBOUNDED FOLLOWING")
    }
  }
}
