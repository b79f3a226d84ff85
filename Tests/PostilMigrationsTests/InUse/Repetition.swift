import PostilEvolution
import PostilMigrations
import PostilSQL
import PostilSchema
import PostilTranslation

/// The transactions of programs and a migration, made once more in another schema, one after the other.
struct Repetition {
  let proof: ServerProof
  let newSchema: Schema
  let rows: [String]
  let before: [[String]]
  let after: [[String]]
  /// Whether the migration was applied. Otherwise nothing may have changed.
  let isApplied: Bool
  let links: [(String, String)]
  let place: String
  let repeated: String

  private var kept: Kept { Kept(old: proof.old, new: newSchema) }

  // MARK: - the script

  /// Two catalogs, and that of the migrated schema.
  func catalogs() -> String {
    "\(beginning)\n\(section("found"))SET search_path = \(place), public;\n\(PostgreSQLCatalogQuery.sql);\n\(section("end"))"
  }

  /// Both schemas in their catalogs: `expected` and `original`.
  private var beginning: String {
    """
    SET client_min_messages = error;
    SET timezone = 'UTC';
    SET datestyle = 'ISO';
    DROP SCHEMA IF EXISTS \(repeated) CASCADE;
    CREATE SCHEMA \(repeated);
    SET search_path = \(repeated), public;
    BEGIN;
    \(proof.models.statements.map { "\($0.sql);" }.joined(separator: "\n"))
    \(section("expected"))\(PostgreSQLCatalogQuery.sql);
    ROLLBACK;
    \(proof.former.map { "\($0);" }.joined(separator: "\n"))
    \(section("original"))\(PostgreSQLCatalogQuery.sql);

    """
  }

  private func section(_ name: String) -> String { "\\echo '\u{1D}\(name)'\n" }

  /// Makes the transactions and the migration, and reads all rows of both schemas.
  func script() throws -> String {
    let script = try MigrationScript(name: "change", text: proof.text, by: PostgreSQLScript.statements)
    let statements = script.statements.map(\.sql)
    let end = statements.firstIndex { PostgreSQLMigrationStatement.afterwards($0) != nil } ?? statements.endIndex
    var text = beginning + section("transactions before") + "SET session_replication_role = replica;\n"
    text += rows.map { "\($0);\n" }.joined() + "SET session_replication_role = origin;\n"
    text += before.map(Self.transaction).joined()
    if isApplied {
      for (index, finding) in proof.plan.findings.enumerated() { text += "\(section("count \(index)"))\(finding.query);\n" }
      text += keptRows("before", old: true)
      text += "\(section("migration"))BEGIN;\n\(statements[..<end].map { "\($0);\n" }.joined())COMMIT;\nSET search_path = \(repeated), public;\n"
      text += keptRows("after", old: false) + section("transactions after") + after.map(Self.transaction).joined()
    }
    let queries = contents + (isApplied ? links : [])
    for (name, query) in queries { text += "\(section("repeated \(name)"))\(query);\n" }
    text += "SET search_path = \(place), public;\n"
    for (name, query) in queries { text += "\(section("found \(name)"))\(query);\n" }
    return "\(text)\(section("found"))\(PostgreSQLCatalogQuery.sql);\n\(section("end"))"
  }

  private static func transaction(_ statements: [String]) -> String {
    guard statements.count > 1 else { return statements.map { "\($0);\n" }.joined() }
    return "BEGIN;\n\(statements.map { "\($0);\n" }.joined())COMMIT;\n"
  }

  private func keptRows(_ name: String, old: Bool) -> String {
    kept.tables.enumerated().map { index, table in
      let columns = table.columns.map { old ? $0.old : $0.new }
      let list = columns.isEmpty ? "" : ", \(ProgramStatements.texts(columns))"
      return "\(section("\(name) \(index)"))SELECT 1\(list) FROM \(SQLText.identifier(old ? table.old : table.new));\n"
    }.joined()
  }

  /// The rows of all tables, without keys that the migration assigned, which may be others, and without references, which are compared by
  /// what they lead to.
  private var contents: [(String, String)] {
    (isApplied ? newSchema : proof.old).tables.map { table in
      let same = Set(kept.tables.first { $0.new == table.name }?.columns.map(\.new) ?? [])
      var hidden = Set(table.foreignKeys.flatMap(\.columns))
      hidden.formUnion(isApplied ? table.primaryKey.columns.filter { !same.contains($0) } : [])
      let columns = table.columns.map(\.name).filter { !hidden.contains($0) }
      let list = columns.isEmpty ? "" : ", \(ProgramStatements.texts(columns))"
      return (table.name, "SELECT 1\(list) FROM \(SQLText.identifier(table.name))")
    }
  }

  // MARK: - the comparison

  /// Throws if the programs' rows, or what they reference, are others than in the repetition.
  func compare(_ result: ServerProof.Result) throws {
    for (name, _) in contents + (isApplied ? links : []) {
      let (found, expected) = (result.sections["found \(name)"] ?? [], result.sections["repeated \(name)"] ?? [])
      guard found.sorted() != expected.sorted() else { continue }
      let (missing, extra) = (expected.filter { !found.contains($0) }, found.filter { !expected.contains($0) })
      throw proof.wrong(
        "the rows of '\(name)' are others than those that were acknowledged (\(found.count), not \(expected.count)):\n"
          + "missing \(missing.prefix(10))\nextra \(extra.prefix(10))")
    }
  }

  func checkCatalog(_ result: ServerProof.Result, is name: String) throws {
    let (found, expected) = (result.catalog("found"), result.catalog(name))
    let differences = PostgreSQLCatalogQuery.differences(found: found, expected: expected)
    guard differences.isEmpty, !expected.isEmpty else { throw proof.wrong(differences.joined(separator: "\n")) }
  }

  /// Throws if the migration changed values that no finding has counted, or if a finding counts values that it left as they were.
  func checkFindings(_ result: ServerProof.Result) throws {
    var counts: [String: Int] = [:]
    for (index, finding) in proof.plan.findings.enumerated() {
      let count = result.sections["count \(index)"]?.first.flatMap { Int($0) } ?? -1
      guard count >= 0 else { throw proof.wrong("no number: \(finding.query)") }
      if !finding.code.isLoss, count > 0 { throw proof.wrong("applied with \(count) rows of \(finding.allowance)") }
      if finding.code == .replaceNull { counts[finding.subject.lowercased(), default: 0] += count }
    }
    for (index, table) in kept.tables.enumerated() {
      let rows = ["before", "after"].map { name in
        (result.sections["\(name) \(index)"] ?? []).map { $0.components(separatedBy: "\u{1F}") }
      }
      let replaced = table.columns.indices.filter { counts["\(table.new).\(table.columns[$0].new)".lowercased()] ?? 0 > 0 }
      let unchanged = rows.map { rows in
        rows.map { row in row.enumerated().filter { !replaced.contains($0.offset - 1) }.map(\.element).joined(separator: ",") }
          .sorted()
      }
      guard unchanged[0] == unchanged[1] else {
        throw proof.wrong("no finding names what changed in '\(table.new)':\n\(unchanged[0])\n\(unchanged[1])")
      }
      for column in replaced {
        let subject = "\(table.new).\(table.columns[column].new)"
        let nulls = rows.map { $0.count { $0[column + 1] == "NULL" } }
        guard nulls == [counts[subject.lowercased()], 0] else {
          throw proof.wrong("replaceNull counts \(counts[subject.lowercased()] ?? 0) rows of '\(subject)', but NULL: \(nulls)")
        }
      }
    }
  }
}
