/// What identifies a row: one column value, or the several of a composite key.
public protocol KeyValue: Hashable, Sendable {
  /// Binds the key's columns in the order in which the model declares them.
  func bind(to binder: inout some ValueBinder)
  /// The key's columns as bindings, in the order in which the model declares them.
  var bindings: [Binding] { get }
}
