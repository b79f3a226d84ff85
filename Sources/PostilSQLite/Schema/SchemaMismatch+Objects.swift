import PostilEvolution
import PostilQuery
import PostilSQL

extension SchemaObject {
  /// The differences of a file's objects from the program's: missing, different and additional ones, each by name.
  static func differences(
    found: [SchemaObject], expected: [SchemaObject]
  ) -> [SchemaMismatch.Difference] {
    var missing: [SchemaMismatch.Difference] = []
    var different: [SchemaMismatch.Difference] = []
    let unknown = found.filter { object in !expected.contains { $0.isSameObject(as: object) } }
    for object in expected {
      guard let other = found.first(where: { $0.isSameObject(as: object) }) else {
        missing.append(.missing(kind: object.kind, name: object.name))
        continue
      }
      let details = other.differences(from: object)
      if !details.isEmpty { different.append(.different(kind: object.kind, name: object.name, details: details)) }
    }
    for object in unknown where ["json_each", "json_tree"].contains(object.name.foldedName) {
      let advice = "it hides SQLite's function of this name, which the program's queries call; rename it"
      different.append(.different(kind: object.kind, name: object.name, details: [advice]))
    }
    return missing + different + unknown.map { .additional(kind: $0.kind, name: $0.name) }
  }

  /// The program's names of checks that have other names in the file, by the file's table and name.
  static func checkNames(found: [SchemaObject], expected: [SchemaObject]) -> [String: [String: String]] {
    var names: [String: [String: String]] = [:]
    for object in expected where object.kind == "table" {
      guard let other = found.first(where: { $0.isSameObject(as: object) }), other.sql != object.sql,
        let table = TableDefinition(other.sql), let program = TableDefinition(object.sql)
      else { continue }
      let checks = table.checkNames(in: program)
      if !checks.isEmpty { names[other.name] = checks }
    }
    return names
  }
}
