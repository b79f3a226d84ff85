/// The schema of a target: generated as `TasksSchema` for the target `Tasks`.
public protocol DatabaseSchema: Sendable {
  /// Every statement that makes the schema, in dependency order.
  static var ddl: String { get }
  /// Changes exactly when ``ddl`` does.
  static var fingerprint: String { get }
  /// Every table of a model.
  static var tables: [TableDescription] { get }
  /// The relationships that must have members when a transaction ends; most schemas have none.
  static var arityChecks: [ArityCheck] { get }
}

extension DatabaseSchema {
  /// None.
  public static var arityChecks: [ArityCheck] { [] }
}
