import CSQLite
import PostilQuery

extension SQLiteSetup {
  /// Adds an aggregate function, which SQL calls by its name:
  ///
  ///     try db.add(aggregate: "product", from: { 1.0 }) { (product: inout Double, value: Double) in
  ///       product *= value
  ///     } result: { $0 }
  ///
  /// An optional parameter receives `NULL` as `nil`. A row in which an argument of any other parameter is `NULL` is skipped, as by
  /// SQLite's own aggregates. What a closure throws makes the statement throw ``SQLFunctionError``, and so does an argument of another
  /// type. The function can't be used with `OVER`.
  /// - Parameters:
  ///   - name: the name, in any case. A function of SQLite with the same name and number of arguments is replaced.
  ///   - initial: makes the state before the first row of a group. It is called for each group, so that groups don't share an object.
  ///   - step: adds a row to the state. It must not use the store.
  ///   - result: the value for a group of rows, from its last state; from `initial` if there are no rows.
  /// - Throws: ``DatabaseError`` if SQLite refuses the name.
  public func add<State: Sendable, each Argument: ColumnValue, Result: ColumnValue>(
    aggregate name: String, from initial: @escaping @Sendable () -> State,
    step: @escaping @Sendable (inout State, repeat each Argument) throws -> Void,
    result: @escaping @Sendable (State) throws -> Result
  ) throws {
    var count: Int32 = 0
    for _ in repeat (each Argument).self { count += 1 }
    let context = AggregateContext(name: name, failures: failures) {
      AggregateState(initial()) { (state: inout State, arguments: inout FunctionArguments) in
        if arguments.hasNull(for: repeat (each Argument).self) { return }
        let values = (repeat try (each Argument)._read(from: &arguments))
        try step(&state, repeat each values)
      } result: { state in
        try result(state)._boundValue
      }
    }
    let code = sqlite3_create_function_v2(
      handle, name, count, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
      Unmanaged.passRetained(context).toOpaque(), nil,
      { call, count, values in
        guard let call, let context = AggregateContext.of(call) else { return }
        context.step(FunctionArguments(values: values, count: Int(count)), call)
      },
      { call in
        guard let call, let context = AggregateContext.of(call) else { return }
        context.finish(call)
      }, { $0.map { Unmanaged<AggregateContext>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else { throw DatabaseError(opening: path, code: code, handle: handle) }
  }
}

/// Where SQLite keeps a reference to what a function has collected of a group.
enum GroupPlace {
  /// - Parameter isNew: whether it is made if the group has none yet.
  /// - Returns: `nil` without memory, or if there is none. Source: SQLite, "Obtain Aggregate Function Context".
  static func place(of call: OpaquePointer, isNew: Bool) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    let size = isNew ? MemoryLayout<UnsafeMutableRawPointer?>.size : 0
    return sqlite3_aggregate_context(call, Int32(size))?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }
}

/// The rows of one group that have been added so far.
private class AggregateGroup {
  /// Whether adding a row has failed: the statement ends, and nobody needs the result.
  var hasFailed = false

  func add(_ arguments: inout FunctionArguments) throws {}
  func result() throws -> BoundValue { .null }
}

private final class AggregateState<State>: AggregateGroup {
  private var state: State
  private let step: (inout State, inout FunctionArguments) throws -> Void
  private let finish: (State) throws -> BoundValue

  init(
    _ initial: State, step: @escaping (inout State, inout FunctionArguments) throws -> Void,
    result: @escaping (State) throws -> BoundValue
  ) {
    (state, self.step, finish) = (initial, step, result)
  }

  override func add(_ arguments: inout FunctionArguments) throws { try step(&state, &arguments) }
  override func result() throws -> BoundValue { try finish(state) }
}

private final class AggregateContext {
  private let name: String
  private let failures: FunctionFailures
  private let makeGroup: () -> AggregateGroup

  init(name: String, failures: FunctionFailures, makeGroup: @escaping () -> AggregateGroup) {
    self.name = name
    self.failures = failures
    self.makeGroup = makeGroup
  }

  static func of(_ call: OpaquePointer) -> AggregateContext? {
    sqlite3_user_data(call).map { Unmanaged<AggregateContext>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Adds a row to its group.
  func step(_ arguments: FunctionArguments, _ call: OpaquePointer) {
    guard let place = GroupPlace.place(of: call, isNew: true) else {
      return sqlite3_result_error_nomem(call)
    }
    let pointer = place.pointee ?? Unmanaged.passRetained(makeGroup()).toOpaque()
    place.pointee = pointer
    let group = Unmanaged<AggregateGroup>.fromOpaque(pointer).takeUnretainedValue()
    var arguments = arguments
    do {
      try group.add(&arguments)
    } catch {
      group.hasFailed = true
      sqlite3_result_error(call, failures.record(error, of: name), -1)
    }
  }

  /// Returns the result of a group and frees it. SQLite calls this for each group, also if the statement fails.
  func finish(_ call: OpaquePointer) {
    let pointer = GroupPlace.place(of: call, isNew: false)?.pointee
    let group = pointer.map { Unmanaged<AggregateGroup>.fromOpaque($0).takeRetainedValue() } ?? makeGroup()
    guard !group.hasFailed else { return }
    failures.setResult(of: call, name) { try group.result() }
  }
}
