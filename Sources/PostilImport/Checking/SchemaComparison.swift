import PostilCatalog
import PostilCompiler
import PostilEvolution
import PostilSQL
import PostilSchema

/// Compares the schema of the written files with the database, object by object, in the same way as a store that opens the file.
struct SchemaComparison {
  private let found: [SchemaObject]
  private let collations: MissingCollations

  init(with file: ScratchDatabase, _ collations: MissingCollations) throws {
    found = try Self.objects(of: file)
    self.collations = collations
  }

  /// Rejects the choices that cause differences.
  /// - Returns: the differences that no choice explains.
  func judge(_ schema: Schema, _ catalog: DatabaseCatalog, _ refusals: inout Refusals) throws -> [String] {
    let trial = try ScratchDatabase()
    collations.addStandIns(to: trial)
    for statement in schema.script().statements { try trial.run(statement.sql) }
    var differences: [String] = []
    for object in try Self.objects(of: trial) {
      let other = found.first { $0.isSameObject(as: object) }
      let details = other.map { $0.differences(from: object) } ?? ["it isn't in the database"]
      guard !details.isEmpty else { continue }
      let reason = "it would differ from the database: \(details.joined(separator: "; "))"
      let choice = choices(for: object, catalog).first { !refusals.contains($0) }
      if let choice {
        refusals.add(choice, reason)
      } else {
        differences.append("\(object.kind) '\(object.name)': \(reason)")
      }
    }
    return differences
  }

  /// The choices that can be rejected because an object differs.
  private func choices(for object: SchemaObject, _ catalog: DatabaseCatalog) -> [PlannedConstruct] {
    let indexed = catalog.tables.filter(\.isVirtual).first { table in
      object.name == table.name || (object.kind != "index" && object.name.hasPrefix("\(table.name)_"))
    }
    if let indexed { return [.fullText(indexed.name)] }
    switch object.kind {
    case "table":
      guard let table = catalog.table(object.name) else { return [] }
      return (table.isWithoutRowID ? [.joinTable(table.name)] : []) + [.notes(table: table.name), .table(table.name)]
    case "view": return [.view(object.name)]
    case "trigger": return [.trigger(object.name)]
    default: return [.index(object.name)]
    }
  }

  private static func objects(of file: ScratchDatabase) throws -> [SchemaObject] {
    try file.rows(
      """
      SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      AND name NOT IN (SELECT name FROM temp.pragma_table_list WHERE schema = 'main' AND type = 'shadow') ORDER BY name
      """
    )
    .map { SchemaObject(kind: $0[0] ?? "", name: $0[1] ?? "", sql: $0[2] ?? "") }
  }
}
