import PostilMigrations
import PostilSchema
import PostilTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Random pairs of schemas, drafted as `postil migrate new` does: from files that record what columns hold, each undo tried with rows.
///
/// `POSTIL_SEED` and `POSTIL_MIGRATION_DRAFTS` choose the pairs.
@Suite("Random drafts")
struct RandomDraftTests {
  @Test func everyDraftIsProvedAndVerified() throws {
    func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }
    let seed = testSeed
    let count = number("POSTIL_MIGRATION_DRAFTS") ?? 30
    var reasons: [String] = []
    var (drafts, undos, withoutRows) = (0, 0, 0)
    for pair in 0..<count {
      do {
        guard let draft = try Self.draft(seed: seed + pair, &withoutRows) else { continue }
        drafts += 1
        if draft.undo != nil { undos += 1 }
        if let reason = draft.undoReason, reason.hasPrefix("some values") {
          reasons.append("\(seed + pair): \(reason)")
        }
      } catch {
        Issue.record("POSTIL_SEED=\(seed + pair) POSTIL_MIGRATION_DRAFTS=1: \(error)")
        break
      }
    }
    print(
      "Random drafts: POSTIL_SEED=\(seed), \(drafts) drafts, \(undos) undos, \(withoutRows) tried without rows in "
        + "some table, \(reasons.count) not restored")
    if getenv("POSTIL_MIGRATION_REASONS") != nil { for reason in reasons { print(reason) } }
    if count >= 30 { #expect(undos * 4 > drafts && reasons.count * 10 < drafts && withoutRows * 3 < undos) }
  }

  /// The second migration of a project; `nil` where the pair is none that can be made, or nothing differs.
  private static func draft(seed: UInt64, _ withoutRows: inout Int) throws -> MigrationDraft? {
    var random = Generator(seed: seed)
    var nextID = 0
    let old = Blueprint.random(&random, &nextID)
    var new = old
    for _ in 0..<(1 + random.below(5)) { new.change(&random, &nextID) }
    guard !new.reusesNames(of: old) else { return nil }
    let (oldModels, newModels) = (
      MigrationModels(target: "App", schema: old.schema()),
      MigrationModels(target: "App", schema: new.schema(former: old))
    )
    do {
      try Database().run(oldModels.ddl)
      try Database().run(newModels.ddl)
    } catch {
      return nil
    }
    // A drop that looks like a rename has to be allowed by name.
    let drops = try oldModels.schema.tables.flatMap { table in
      try [MigrationAllowance("dropTable:\(table.name)")]
        + table.columns.map { try MigrationAllowance("dropColumn:\(table.name).\($0.name)") }
    }
    let allowing = try MigrationFinding.Code.allCases.map { try MigrationAllowance($0.rawValue) } + drops
    let empty = try MigrationFolder(path: "Migrations", files: [], undos: [])
    guard
      let first = try MigrationDrafting(in: empty, for: oldModels).draft(
        MigrationRequest(name: "20260101000000_create", allowing: allowing))
    else { return nil }
    var files = [MigrationFolder.File(path: "Migrations/1.sql", name: first.name, text: first.text)]
    var records = [MigrationFolder.File(path: "Migrations/1.schema.json", name: first.name, text: first.record ?? "")]
    let folder = try MigrationFolder(path: "Migrations", files: files, undos: [], records: records)
    guard try MigrationDrafting(in: folder, for: oldModels).draft(MigrationRequest(name: "20260102000000_none")) == nil
    else {
      throw RandomPair.Wrong(description: "what was written gives something to write\n\(first.text)")
    }
    let second: MigrationDraft
    do {
      let request = MigrationRequest(name: "20260102000000_change", allowing: allowing)
      guard let draft = try MigrationDrafting(in: folder, for: newModels).draft(request) else { return nil }
      second = draft
    } catch {
      throw RandomPair.Wrong(description: "\(error)\n\(first.text)\n\(newModels.ddl)")
    }
    files.append(MigrationFolder.File(path: "Migrations/2.sql", name: second.name, text: second.text))
    records.append(
      MigrationFolder.File(path: "Migrations/2.schema.json", name: second.name, text: second.record ?? ""))
    let undos = second.undo.map {
      [MigrationFolder.File(path: "Migrations/2.down.sql", name: second.name, text: $0)]
    }
    let whole = try MigrationFolder(path: "Migrations", files: files, undos: undos ?? [], records: records)
    do {
      let lines = try MigrationVerification(of: whole, for: newModels).report(databases: [])
      if lines.contains(where: { $0.contains("without rows") }) { withoutRows += 1 }
    } catch {
      throw RandomPair.Wrong(description: "\(error)\n\(second.text)\n\(second.undo ?? "")")
    }
    return second
  }
}
