// @table
public struct Item: Sendable {
  public let id: ID
  public var a: Int = Self.limit
  public var b: Int = Item.secret + 1
  public var c: Int = Self.open

  static let limit = 5
  private static let secret = 6
  public static let open = 7
}
