/// Structs that were declared for the results of queries.
extension Message {
  static func annotationOnProjection(_ name: String) -> String {
    let advice =
      name == "references"
      ? "follow the path in the query that makes the rows, and remove it"
      : "remove it, or write '@table' for '@projection'"
    return "'@\(name)' belongs to what is stored, and a projection only reads what a query gives; \(advice)"
  }

  static func projectionWithoutProperties(_ name: String) -> String {
    "'\(name)' has '@projection' and no stored property; declare one for each value of a row"
  }
}
