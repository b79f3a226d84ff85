/// Where things are; no model yet.
public struct Place: Hashable, Sendable {
  public let id: Int64
  public var name: String
}
