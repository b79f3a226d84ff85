/// A value that is stored in one column, or in several that follow one another.
public protocol StoredValue: Sendable {
  /// How many columns there are.
  static var columnCount: Int { get }
  /// Binds the columns in their order.
  func bind(to binder: inout some ValueBinder)
  /// The columns as bindings, in their order.
  var bindings: [Binding] { get }
}

extension StoredValue {
  /// The columns as bindings, in their order.
  @inlinable
  public var bindings: [Binding] {
    var collector = BindingCollector()
    bind(to: &collector)
    return collector.bindings
  }
}

extension Optional: StoredValue where Wrapped: StoredValue {
  /// As many as the value has.
  @inlinable
  public static var columnCount: Int { Wrapped.columnCount }

  /// Binds the columns in their order, each as `NULL` for `nil`.
  @inlinable
  public func bind(to binder: inout some ValueBinder) {
    switch self {
    case .some(let value): value.bind(to: &binder)
    case .none: for _ in 0..<Wrapped.columnCount { binder.bindNull() }
    }
  }

  /// The columns as bindings, in their order, each `NULL` for `nil`.
  @inlinable
  public var bindings: [Binding] {
    self?.bindings ?? Array(repeating: .null, count: Wrapped.columnCount)
  }
}
