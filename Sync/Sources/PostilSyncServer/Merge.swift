import PostilSyncModels

/// Decides what becomes of a change of a property with `@merge(custom)`.
///
/// ```swift
/// Merge(Page.self, \.labels) { labels in labels.server + labels.device.filter { !labels.server.contains($0) } }
/// ```
///
/// It is called for each change of a device, also if nobody else changed the property meanwhile. The device shows its own value until it
/// gets the answer. If the function throws, the transaction is refused, and the error is the reason.
public struct Merge: Sendable {
  /// The values of a property.
  public struct Values<Value: Sendable>: Sendable {
    /// What the server has.
    public let server: Value
    /// What the device changed it to.
    public let device: Value
    /// What the device changed it from; `nil` if the device has a version of the program without `@merge(custom)`.
    public let before: Value?
  }

  let table: String
  let column: String
  let function: any MergeFunction

  /// Creates the function of a property.
  /// - Parameters:
  ///   - model: the model.
  ///   - column: the property: `\.labels`.
  ///   - merge: returns the new value, or throws to refuse the transaction.
  public init<M: Model, Value: ColumnValue>(
    _ model: M.Type, _ column: KeyPath<M.Columns, Column<M, Value>>,
    _ merge: @escaping @Sendable (Values<Value.Plain>) throws -> Value.Plain
  ) {
    (table, self.column) = (M.table.name, M.columns[keyPath: column].columnName)
    function = TypedMerge<Value>(merge: merge)
  }

  /// The functions by table and column.
  /// - Throws: ``SyncServerError`` if they aren't those of the columns with `@merge(custom)`.
  static func checked(_ merges: [Merge], _ tables: [SyncedTable]) throws(SyncServerError) -> [String: [String: Merge]] {
    var found: [String: [String: Merge]] = [:]
    for merge in merges {
      guard found[merge.table, default: [:]].updateValue(merge, forKey: merge.column) == nil else {
        throw .merge("'\(merge.table).\(merge.column)' has two Merge functions; remove one of them")
      }
    }
    var left = found
    for table in tables {
      for column in table.columns where column.merge == .custom {
        guard left[table.name]?.removeValue(forKey: column.name) != nil else {
          throw .merge("'\(table.name).\(column.name)' has '@merge(custom)'; pass a Merge for it to the SyncServer")
        }
      }
    }
    for (table, merges) in left {
      for column in merges.keys {
        throw .merge("'\(table).\(column)' has a Merge; write '// @merge(custom)' beside the property, or remove it")
      }
    }
    return found
  }
}

/// A function for the values of one type.
protocol MergeFunction: Sendable {
  /// The merged value as a parameter.
  /// - Parameter server: the query of the value that the server has.
  func value(
    server: RawSQL, device: SyncValue, before: SyncValue?, of column: String, _ table: String,
    in db: some ReadTransaction
  ) throws -> RawSQL
}

private struct TypedMerge<Value: ColumnValue>: MergeFunction {
  let merge: @Sendable (Merge.Values<Value.Plain>) throws -> Value.Plain

  func value(
    server: RawSQL, device: SyncValue, before: SyncValue?, of column: String, _ table: String,
    in db: some ReadTransaction
  ) throws -> RawSQL {
    func read(_ query: RawSQL) throws -> Value.Plain {
      guard let value = try query.as(Value.self).fetchOne(in: db) else {
        throw SyncRefusal(reason: "the row isn't there")
      }
      return value
    }
    func read(_ value: SyncValue) throws -> Value.Plain {
      // With the type of the column, on PostgreSQL too.
      try read(
        "SELECT \(identifier: column) FROM \(identifier: table) WHERE 1 = 0 UNION ALL SELECT \(.value(value))")
    }
    let values = try Merge.Values(server: read(server), device: read(device), before: before.map { try read($0) })
    return "\(try merge(values), as: Value.self)"
  }
}

/// Lists the functions of a server.
@resultBuilder
public enum MergeBuilder {
  /// A list of functions.
  public static func buildBlock(_ merges: [Merge]...) -> [Merge] { merges.flatMap(\.self) }
  /// One function.
  public static func buildExpression(_ merge: Merge) -> [Merge] { [merge] }
  /// Several functions.
  public static func buildExpression(_ merges: [Merge]) -> [Merge] { merges }
}
