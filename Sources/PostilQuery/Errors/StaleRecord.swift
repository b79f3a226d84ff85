/// A row was changed by somebody else since this copy of it was read; nothing was written.
public struct StaleRecord: Error, Hashable, Sendable, CustomStringConvertible {
  /// The model's name in Swift.
  public let model: String
  /// The key's columns.
  public let key: [Binding]
  /// The version of the copy that was to be written.
  public let version: Binding
  /// The version that the database has.
  public let current: Binding

  /// A copy of `version` was to be written over `current`.
  public init(model: String, key: [Binding], version: Binding, current: Binding) {
    self.model = model
    self.key = key
    self.version = version
    self.current = current
  }

  /// What happened, and what to do: `Item 7 was changed since it was read …`.
  public var description: String {
    let values = key.map(\.description).joined(separator: ", ")
    return
      "\(model) \(key.count == 1 ? values : "(\(values))") was changed since it was read: it has version \(current), "
      + "and this copy is of version \(version); fetch it again, and make the change on what it is now"
  }
}
