import PostilSQL
import PostilSchema

/// Writes names and parameters in statements.
package enum SQLNames {
  /// A quoted identifier.
  static func quoted(_ name: String) -> String { SQLText.identifier(name) }

  static func quoted(_ names: [String]) -> [String] { names.map { quoted($0) } }

  /// `?1`, `?2` and so on: `count` parameters, starting with the number `first`.
  static func parameters(_ count: Int, from first: Int = 1) -> [String] {
    (0..<count).map { "?\(first + $0)" }
  }

  /// `"id" = ?1 AND "version" = ?2`
  package static func equals(_ names: [String], from first: Int) -> String {
    zip(names, parameters(names.count, from: first)).map { "\(quoted($0)) = \($1)" }.joined(separator: " AND ")
  }

  /// `"id"`; `("id", "version")`
  static func tuple(_ names: [String]) -> String {
    names.count == 1 ? quoted(names[0]) : "(" + SQLText.identifiers(names) + ")"
  }

  /// The columns of an element of `json_each`: the element itself, or its members if the key has several columns.
  static func elementColumns(_ count: Int) -> [String] {
    let value = "\"json_each\".\"value\""
    return count == 1 ? [value] : (0..<count).map { "json_extract(\(value), '$[\($0)]')" }
  }

  /// The keys of `count` columns in the JSON array in parameter `number`.
  static func elements(ofParameter number: Int, columns count: Int) -> String {
    let columns = count == 1 ? ["\"value\""] : elementColumns(count)
    return "SELECT \(columns.joined(separator: ", ")) FROM json_each(?\(number))"
  }
}
