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
  let end: End
  let links: Links
  let place: String
  let repeated: String

  /// What became of the migration.
  enum End {
    case complete
    /// Statements after its transaction are missing.
    case incomplete
    /// It was interrupted after its transaction, and undone when the programs had stopped.
    case takenBack
    /// Nothing may have changed.
    case refused
  }

  /// Whether the tables are those of the new schema at the end.
  private var isNew: Bool { end == .complete || end == .incomplete }
  private var kept: Kept { Kept(old: proof.old, new: newSchema) }

  // MARK: - the script

  /// Both schemas in their catalogs: `expected` and `original`.
  private var beginning: String {
    """
    SET client_min_messages = error;
    \(Self.settings)
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

  /// How the catalogs show defaults.
  private static let settings = "SET timezone = 'UTC'; SET datestyle = 'ISO';"

  private func section(_ name: String) -> String { "\\echo '\u{1D}\(name)'\n" }

  /// Makes the transactions and the migration, and reads all rows of both schemas.
  func script() throws -> String {
    let script = try MigrationScript(name: "change", text: proof.text, by: PostgreSQLScript.statements)
    let statements = script.statements.map(\.sql)
    let rest = statements.firstIndex { PostgreSQLMigrationStatement.afterwards($0) != nil } ?? statements.endIndex
    var text = beginning + section("transactions before") + "SET session_replication_role = replica;\n"
    text += rows.map { "\($0);\n" }.joined() + "SET session_replication_role = origin;\n"
    text += before.map(Self.transaction).joined()
    if end != .refused {
      // The queries of findings use functions that the migration creates first.
      text += ServerProof.preparations(of: script).map { "\($0)\n" }.joined()
      for (index, finding) in proof.plan.findings.enumerated() where !finding.query.isEmpty {
        text += "\(section("count \(index)"))\(finding.query);\n"
      }
      text += keptRows("before", old: true) + keptLinks("before", links.old) + queried("first", proof.values)
      text += section("migration") + "BEGIN;\n\(statements[..<rest].map { "\($0);\n" }.joined())COMMIT;\n"
      text += "SET search_path = \(repeated), public;\n"
      text += keptRows("after", old: false) + keptLinks("after", links.new)
      if end == .complete { text += completion(statements[rest...], isKept: false) }
      text += section("transactions after") + after.map(Self.transaction).joined()
      if end == .takenBack { text += completion(statements[rest...], isKept: true) }
    }
    let queries = contents + allLinks
    let repetition = queried("repeated", queries)
    // What can't be completed isn't undone here, so the tables are still those of the new schema.
    text += end == .takenBack ? "\\if :violated\n\\else\n\(repetition)\\endif\n" : repetition
    text += "SET search_path = \(place), public;\n" + queried("found", queries)
    return "\(text)\(section("found"))\(PostgreSQLCatalogQuery.sql);\n\(section("end"))"
  }

  private static func transaction(_ statements: [String]) -> String {
    guard statements.count > 1 else { return statements.map { "\($0);\n" }.joined() }
    return "BEGIN;\n\(statements.map { "\($0);\n" }.joined())COMMIT;\n"
  }

  private func queried(_ name: String, _ queries: [(String, String)]) -> String {
    queries.map { "\(section("\(name) \($0)"))\($1);\n" }.joined()
  }

  /// Completes the migration, and undoes it. Rows that a program deleted before the migration was completed may keep it from being
  /// completed here.
  /// - Parameter isKept: whether it stays undone. Otherwise both are rolled back.
  private func completion(_ statements: ArraySlice<String>, isKept: Bool) -> String {
    let rest = statements.map { "EXECUTE \(SQLText.literal($0.replacing("CONCURRENTLY ", with: "")));" }
    let undo = proof.undo.map { ServerProof.lines(of: $0, proof.values, isTransaction: false).joined(separator: "\n") }
    return """
      \(section("completion"))BEGIN;
      SELECT set_config('postil.violated', 'f', true);
      DO $completion$ BEGIN \(rest.joined(separator: "\n")) EXCEPTION WHEN integrity_constraint_violation THEN
        PERFORM set_config('postil.violated', 't', true);
      END $completion$;
      \(section("violated"))SELECT current_setting('postil.violated');
      SELECT current_setting('postil.violated') AS violated \\gset
      \\if :violated
      \\else
      \(undo ?? "")
      \\endif
      \(isKept ? "COMMIT" : "ROLLBACK");
      SET search_path = \(repeated), public;

      """
  }

  private func keptLinks(_ name: String, _ blueprint: Blueprint) -> String {
    queried("\(name) link", Self.queries(blueprint, links.references))
  }

  /// What the rows reference.
  private var allLinks: [(String, String)] {
    let blueprint = isNew ? links.new : links.old
    let references = blueprint.tables.flatMap(\.references).filter { !isArbitrary($0) }
    return Self.queries(blueprint, references.map(\.id)).map { ("link \($0)", $1) }
  }

  /// Whether a reference is new, so that its column has a default, and the migration has assigned the keys that it refers to. Which row
  /// has such a key depends on where the server has put the rows.
  private func isArbitrary(_ reference: Blueprint.Reference) -> Bool {
    guard isNew, !links.references.contains(reference.id), let parent = links.new.table(reference.table),
      let table = newSchema.tables.first(where: { $0.name == parent.name }),
      let pair = kept.tables.first(where: { $0.new == parent.name })
    else { return false }
    return !Set(table.primaryKey.columns).isSubset(of: pair.columns.map(\.new))
  }

  private static func queries(_ blueprint: Blueprint, _ references: [Int]) -> [(String, String)] {
    blueprint.linkQueries(references).sorted { $0.key < $1.key }.map { ("\($0)", $1) }
  }

  private func keptRows(_ name: String, old: Bool) -> String {
    kept.tables.enumerated().map { index, table in
      let columns = table.columns.map { old ? $0.old : $0.new }
      let list = columns.isEmpty ? "" : ", \(ProgramStatements.texts(columns))"
      return "\(section("\(name) \(index)"))SELECT 1\(list) FROM \(SQLText.identifier(old ? table.old : table.new));\n"
    }.joined()
  }

  /// The rows of all tables, without keys that the migration or its undo assigned, which may be others, and without references, which are
  /// compared by what they lead to.
  private var contents: [(String, String)] {
    (isNew ? newSchema : proof.old).tables.map { table in
      let same =
        kept.tables.first { (isNew ? $0.new : $0.old) == table.name }?.columns.map { isNew ? $0.new : $0.old } ?? []
      var hidden = Set(table.foreignKeys.flatMap(\.columns))
      hidden.formUnion(end == .refused ? [] : table.primaryKey.columns.filter { !same.contains($0) })
      let columns = table.columns.map(\.name).filter { !hidden.contains($0) }
      let list = columns.isEmpty ? "" : ", \(ProgramStatements.texts(columns))"
      return (table.name, "SELECT 1\(list) FROM \(SQLText.identifier(table.name))")
    }
  }

  // MARK: - the comparison

  /// Throws if the programs' rows, or what they reference, are others than in the repetition.
  func compare(_ result: ServerProof.Result) throws {
    // It wasn't completed and undone then.
    if end == .takenBack, isViolated(result) { return }
    for (name, _) in contents + allLinks {
      let (found, expected) = (result.sections["found \(name)"] ?? [], result.sections["repeated \(name)"] ?? [])
      guard found.sorted() != expected.sorted() else { continue }
      let (missing, extra) = (expected.filter { !found.contains($0) }, found.filter { !expected.contains($0) })
      throw proof.wrong(
        "the rows of '\(name)' are others than those that were acknowledged (\(found.count), not \(expected.count)):\n"
          + "missing \(missing.prefix(10))\nextra \(extra.prefix(10))")
    }
  }

  /// The query of the catalog of the migrated schema.
  var catalog: String {
    "\(Self.settings) SET search_path = \(place), public;\n\(section("found"))\(PostgreSQLCatalogQuery.sql);\n\(section("end"))"
  }

  /// Throws if the migrated schema isn't `expected` or `original` of the repetition.
  func checkCatalog(_ found: ServerProof.Result, _ result: ServerProof.Result, is name: String) throws {
    let (found, expected) = (found.catalog("found"), result.catalog(name))
    let differences = PostgreSQLCatalogQuery.differences(found: found, expected: expected)
    guard differences.isEmpty, !expected.isEmpty else { throw proof.wrong(differences.joined(separator: "\n")) }
  }

  /// Whether the migration was undone.
  func isUndone(_ result: ServerProof.Result) -> Bool { result.sections["undo refused"] != nil }

  private func isViolated(_ result: ServerProof.Result) -> Bool { result.sections["violated"]?.first == "t" }

  /// Throws if the migration changed values or references that no finding has counted, or if a finding counts values that it left as they
  /// were.
  /// - Parameter counted: what the migrator counted, by arguments of `--allow`.
  func checkFindings(_ result: ServerProof.Result, counted: [String: Int]) throws {
    var counts: [String: Int] = [:]
    // A program may have corrected rows after the migration's transaction.
    let isViolated = isViolated(result)
    for (index, finding) in proof.plan.findings.enumerated() where !finding.query.isEmpty {
      let count = result.sections["count \(index)"]?.first.flatMap { Int($0) } ?? -1
      guard count >= 0 else { throw proof.wrong("no number: \(finding.query)") }
      if !finding.code.isLoss, count > 0, !isViolated {
        throw proof.wrong("applied with \(count) rows of \(finding.allowance)")
      }
      if finding.code == .replaceNull { counts[finding.subject.lowercased(), default: 0] += count }
      let isLock = [.tableRewrite, .longLock].contains(finding.code)
      if let found = counted[finding.allowance], found != count, finding.code.isLoss, !isLock {
        throw proof.wrong("the migrator counted \(found) rows of \(finding.allowance), not \(count)")
      }
    }
    func linked(_ name: String) -> [Int: [String]] {
      Dictionary(
        uniqueKeysWithValues: links.references.map { ($0, (result.sections["\(name) link \($0)"] ?? []).sorted()) })
    }
    if let difference = links.difference(linked("before"), linked("after"), proof.plan) {
      throw proof.wrong(difference)
    }
    for (index, table) in kept.tables.enumerated() {
      let rows = ["before", "after"].map { name in
        (result.sections["\(name) \(index)"] ?? []).map { $0.components(separatedBy: "\u{1F}") }
      }
      let replaced = table.columns.indices.filter {
        counts["\(table.new).\(table.columns[$0].new)".lowercased()] ?? 0 > 0
      }
      let unchanged = rows.map { rows in
        rows.map { row in
          row.enumerated().filter { !replaced.contains($0.offset - 1) }.map(\.element).joined(separator: ",")
        }
        .sorted()
      }
      guard unchanged[0] == unchanged[1] else {
        throw proof.wrong("no finding names what changed in '\(table.new)':\n\(unchanged[0])\n\(unchanged[1])")
      }
      for column in replaced {
        let subject = "\(table.new).\(table.columns[column].new)"
        let nulls = rows.map { $0.count { $0[column + 1] == "NULL" } }
        guard nulls == [counts[subject.lowercased()], 0] else {
          throw proof.wrong(
            "replaceNull counts \(counts[subject.lowercased()] ?? 0) rows of '\(subject)', but NULL: \(nulls)")
        }
      }
    }
  }
}
