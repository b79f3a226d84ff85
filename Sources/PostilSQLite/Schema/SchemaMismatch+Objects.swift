import PostilCatalog
import PostilQuery
import PostilSQL

extension SchemaObject {
  /// The differences of a file's objects from the program's: missing, different, additional, each by name.
  static func differences(
    found: [SchemaObject], expected: [SchemaObject]
  ) -> [SchemaMismatch.Difference] {
    var missing: [SchemaMismatch.Difference] = []
    var different: [SchemaMismatch.Difference] = []
    var unknown = found.filter { object in !expected.contains { $0.isNamesake(of: object) } }
    for object in expected {
      guard let other = found.first(where: { $0.isNamesake(of: object) }) else {
        let former = unknown.firstIndex {
          $0.kind == "table" && object.kind == "table" && $0.name.hasSameLetters(as: object.name)
        }
        if let former {
          let advice = FormerName.advice("table", unknown.remove(at: former).name, now: object.name)
          different.append(.different(kind: object.kind, name: object.name, details: [advice]))
        } else {
          missing.append(.missing(kind: object.kind, name: object.name))
        }
        continue
      }
      let details = other.differences(from: object)
      if !details.isEmpty { different.append(.different(kind: object.kind, name: object.name, details: details)) }
    }
    return missing + different + unknown.map { .additional(kind: $0.kind, name: $0.name) }
  }

  /// The names that the program has for checks which have other names in the file, by the file's table and name.
  static func checkNames(found: [SchemaObject], expected: [SchemaObject]) -> [String: [String: String]] {
    var names: [String: [String: String]] = [:]
    for object in expected where object.kind == "table" {
      guard let other = found.first(where: { $0.isNamesake(of: object) }), other.sql != object.sql,
        let table = TableDefinition(other.sql), let program = TableDefinition(object.sql)
      else { continue }
      let checks = table.checkNames(in: program)
      if !checks.isEmpty { names[other.name] = checks }
    }
    return names
  }
}
