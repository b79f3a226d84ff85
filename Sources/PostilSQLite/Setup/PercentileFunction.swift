import CSQLite

/// The aggregate that queries call for a percentile: `postil_percentile("price", 0.5)`.
enum PercentileFunction {
  /// The values of a group. SQLite keeps a reference to it.
  private final class Group {
    var values: [Double] = []
    var fraction = 0.0
  }

  /// Adds the function to a connection. Returns SQLite's result code.
  static func add(to handle: OpaquePointer) -> Int32 {
    sqlite3_create_function_v2(
      handle, "postil_percentile", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nil, nil,
      { call, _, values in
        guard let call, let values, sqlite3_value_type(values[0]) != SQLITE_NULL else { return }
        guard let place = GroupPlace.place(of: call, isNew: true) else {
          return sqlite3_result_error_nomem(call)
        }
        let pointer = place.pointee ?? Unmanaged.passRetained(Group()).toOpaque()
        place.pointee = pointer
        let group = Unmanaged<Group>.fromOpaque(pointer).takeUnretainedValue()
        group.values.append(sqlite3_value_double(values[0]))
        group.fraction = sqlite3_value_double(values[1])
      },
      { call in
        guard let call else { return }
        guard let pointer = GroupPlace.place(of: call, isNew: false)?.pointee else {
          return sqlite3_result_null(call)
        }
        let group = Unmanaged<Group>.fromOpaque(pointer).takeRetainedValue()
        sqlite3_result_double(call, PercentileFunction.percentile(group.fraction, of: group.values.sorted()))
      }, nil)
  }

  /// A percentile of sorted values, interpolated as PostgreSQL's `percentile_cont` does.
  private static func percentile(_ fraction: Double, of values: [Double]) -> Double {
    let place = fraction * Double(values.count - 1)
    let (low, high) = (values[Int(place.rounded(.down))], values[Int(place.rounded(.up))])
    return low + (place - place.rounded(.down)) * (high - low)
  }
}
