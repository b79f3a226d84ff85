import PostilSQL

/// Names of a schema in PostgreSQL: at most 63 bytes long, and in one namespace for all relations.
///
/// A longer name is truncated and ends with eight digits of its hash, so that it is the same in every run. A name that
/// is already used gets a number: in SQLite, two unique keys can have the same name, but in PostgreSQL each of them is
/// an index. Source: PostgreSQL 15, "Identifiers and Key Words", and "CREATE TABLE" on `CONSTRAINT`.
package struct PostgreSQLNames {
  package static let limit = 63

  /// A query of the identifier of the schema that a session works in, with which its search path begins.
  package static let schema = "SELECT oid FROM pg_namespace WHERE nspname = current_schema()"

  private var relations: Set<String> = []

  package init() {}

  /// The name, or the start of a longer one with a hash.
  package static func short(_ name: String) -> String {
    guard name.utf8.count > limit else { return name }
    let suffix = "_" + Fingerprint.hexadecimal(of: name).suffix(8)
    var start = ""
    for scalar in name.unicodeScalars {
      let text = String(scalar)
      guard start.utf8.count + text.utf8.count + suffix.utf8.count <= limit else { break }
      start += text
    }
    return start + suffix
  }

  /// Reserves the name of a table, view or index, or of a key that is an index.
  package mutating func relation(_ name: String) -> String { Self.take(name, in: &relations) }

  /// Reserves the name, or the first unused one with a number after it.
  package static func take(_ name: String, in taken: inout Set<String>) -> String {
    let first = short(name)
    if taken.insert(first).inserted { return first }
    var number = 1
    while true {
      let next = short("\(name)\(number)")
      if taken.insert(next).inserted { return next }
      number += 1
    }
  }

  /// The short name, quoted.
  package static func quoted(_ name: String) -> String { SQLText.identifier(short(name)) }

  /// Short names, quoted and separated by commas.
  package static func quoted(_ names: [String]) -> String { names.map(quoted).joined(separator: ", ") }
}
