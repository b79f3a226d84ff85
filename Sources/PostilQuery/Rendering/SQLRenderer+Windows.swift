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

  /// Writes a bound; a distance is a parameter, of rows and groups an integer.
  private mutating func writeBound(_ bound: SQL.Frame.Bound<Double>, isExact: Bool) {
    if let distance = bound.distance { writeValue(isExact ? distance.binding : .integer(Int64(distance))) }
    switch bound {
    case .unboundedPreceding: write("UNBOUNDED PRECEDING")
    case .preceding: write(" PRECEDING")
    case .currentRow: write("CURRENT ROW")
    case .following: write(" FOLLOWING")
    case .unboundedFollowing: write("UNBOUNDED FOLLOWING")
    }
  }
}
