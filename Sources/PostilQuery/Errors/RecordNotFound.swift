/// No row has the primary key that was asked for.
public struct RecordNotFound: Error, Hashable, Sendable, CustomStringConvertible {
  /// The model's name in Swift.
  public let model: String
  /// The key's columns; empty where a statement that returns the row it wrote returned none.
  public let key: [Binding]

  /// No row of `model` has this key.
  public init(model: String, key: [Binding]) {
    self.model = model
    self.key = key
  }

  /// The model and the key: `no Book has the key 1`, `no Seat has the key (1, 'XX')`.
  public var description: String {
    guard !key.isEmpty else { return "the statement returned no \(model)" }
    let values = key.map(\.description).joined(separator: ", ")
    return "no \(model) has the key " + (key.count == 1 ? values : "(\(values))")
  }
}
