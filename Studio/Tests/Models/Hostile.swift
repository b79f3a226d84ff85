import Postil

/// A table whose names would do harm in a page that takes them for HTML: <b onclick="alert(1)">.
// @table("<script>alert('table')</script>")
public struct Hostile: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @column("<img src=x onerror=alert('column')>")
  /// "Quotes" and <i>tags</i>.
  public var quoted: String?  // @column("it's \"quoted\"")
}
