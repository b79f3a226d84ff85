import PostilCatalog
import PostilQuery

extension SchemaObject {
  /// The differences of a file's objects from the program's: missing, different, additional, each by name.
  static func differences(
    found: [SchemaObject], expected: [SchemaObject]
  ) -> [SchemaMismatch.Difference] {
    var missing: [SchemaMismatch.Difference] = []
    var different: [SchemaMismatch.Difference] = []
    for object in expected {
      guard let other = found.first(where: { $0.isNamesake(of: object) }) else {
        missing.append(.missing(kind: object.kind, name: object.name))
        continue
      }
      let details = other.differences(from: object)
      if !details.isEmpty { different.append(.different(kind: object.kind, name: object.name, details: details)) }
    }
    let additional = found.filter { object in !expected.contains { $0.isNamesake(of: object) } }
      .map { SchemaMismatch.Difference.additional(kind: $0.kind, name: $0.name) }
    return missing + different + additional
  }
}
