/// Structs declared for query results.
extension Message {
  static func annotationOnProjection(_ name: String) -> String {
    let advice =
      name == "references"
      ? "remove it, and follow the relationship in the query that returns the rows"
      : "remove it, or write '@table' instead of '@projection'"
    return "'@\(name)' applies to stored tables, and a projection only holds query results; \(advice)"
  }

  static func projectionWithoutProperties(_ name: String) -> String {
    "'\(name)' has '@projection' but no stored properties; declare one for each column of the result"
  }
}
