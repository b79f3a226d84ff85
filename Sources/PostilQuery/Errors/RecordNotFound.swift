/// No row has the primary key that was asked for.
public struct RecordNotFound: Error, Hashable, Sendable, CustomStringConvertible {
  /// The model's name in Swift.
  public let model: String
  /// The key's columns.
  public let key: [Binding]

  /// No row of `model` has this key.
  public init(model: String, key: [Binding]) {
    self.model = model
    self.key = key
  }

  /// The model and the key.
  public var description: String {
    "no \(model) has the key (\(key.map { "\($0)" }.joined(separator: ", ")))"
  }
}
