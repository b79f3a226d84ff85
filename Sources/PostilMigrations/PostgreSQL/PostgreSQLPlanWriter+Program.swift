import PostilEvolution
import PostilSQL
import PostilSchema
import PostilTranslation

/// What a change does to the version of the program that is still running while the migration is applied, and until it is replaced.
///
/// Each of these is a finding of its own, unless another finding already needs an allowance for the same change.
extension PostgreSQLPlanWriter {
  /// What to do, at the end of a message.
  private static func advice(_ code: MigrationFinding.Code) -> String {
    let stop = "stop that version before the migration"
    return switch code {
    case .renameTable, .renameColumn, .dropDefault: "\(stop), or make the change in two steps with '--expand'"
    case .requireColumn:
      "\(stop), give the column a default with '@default(sql:)', or make the change in two steps with '--expand'"
    case .optionalColumn:
      "\(stop), or make the change in two steps with '--expand', and first deploy a version that can read NULL and doesn't write it"
    case .changeColumn:
      "\(stop), or give the new values another name with '@renamed(from:)' and make the change in two steps with '--expand'"
    default: "\(stop), or first deploy a version that doesn't use it"
    }
  }

  /// The note on the finding about a dropped object.
  static func noteOnDrop(_ object: String) -> String {
    "the version of the program that is still running fails without this \(object): first deploy a version that doesn't use it"
  }

  /// The note on a finding about rows that the new schema refuses.
  static let noteOnRefusedRows = "the version of the program that is still running fails when it writes such a row"

  mutating func addProgramFindings() {
    guard !decisions.isUndo else { return }
    var findings = changes.flatMap { renames(of: $0) + columnChanges(of: $0) }
    findings += old.objects(.view).map(\.name).filter { name in !new.objects(.view).contains { $0.name == name } }.map {
      finding(.dropView, $0, "view '\($0)' is dropped, and the version of the program that is still running reads it")
    }
    guard !findings.isEmpty else { return }
    steps.insert(
      MigrationStep(
        ["The version of the program that is still running fails after these changes."], [], findings: findings), at: 0)
  }

  private func finding(_ code: MigrationFinding.Code, _ subject: String, _ message: String) -> MigrationFinding {
    decisions.finding(
      code, subject, "\(message); \(Self.advice(code)); pass '--allow \(code.rawValue):\(subject)'", "")
  }

  private func renames(of change: PostgreSQLTableChange) -> [MigrationFinding] {
    let (old, new) = (change.comparison.old.name, change.comparison.new.name)
    let uses = "and the version of the program that is still running uses the old name"
    let replaced = Set(change.replaced.map(\.name))
    let columns = change.kept.filter { $0.old.name != $0.new.name && !replaced.contains($0.new.name) }
    return
      (change.old.name == change.new.name
      ? [] : [finding(.renameTable, old, "table '\(old)' is renamed to '\(new)', \(uses)")])
      + columns.map { column in
        let subject = "\(old).\(column.pair.old.name)"
        return finding(
          .renameColumn, subject, "column '\(subject)' is renamed to '\(column.pair.new.name)', \(uses)")
      }
  }

  private func columnChanges(of change: PostgreSQLTableChange) -> [MigrationFinding] {
    let (old, table) = (change.comparison.old.name, change.comparison.new.name)
    var findings: [MigrationFinding] = []
    func add(_ code: MigrationFinding.Code, _ column: String, _ message: String) {
      findings.append(finding(code, column, "column '\(column)' \(message)"))
    }
    let uses = "and the version of the program that is still running uses it"
    for column in change.comparison.dropped where !reportsDrop(of: column, in: change) {
      add(.dropColumn, "\(old).\(column.name)", "is dropped, \(uses)")
    }
    for column in change.added where column.isNotNull && column.defaultText == nil && !column.isIdentity {
      guard column.generation == nil else { continue }
      add(
        .requireColumn, "\(table).\(column.name)",
        "is new and required, and the version of the program that is still running inserts rows without it")
    }
    for column in change.replaced where column.generation == nil {
      let pair = change.comparison.pairs.first { PostgreSQLNames.short($0.new.name) == column.name }
      add(.changeColumn, "\(table).\(pair?.old.name ?? column.name)", "gets other values, \(uses)")
    }
    for retyping in change.retyped where retyping.conversion != nil {
      add(
        .changeColumn, "\(table).\(retyping.new.name)",
        retyping.new.type == retyping.old.type
          ? "gets other values, \(uses)" : "becomes \(retyping.new.type), \(uses) as \(retyping.old.type)")
    }
    for kept in change.kept {
      let subject = "\(table).\(kept.new.name)"
      if kept.pair.valueRenames != nil {
        add(
          .changeColumn, subject,
          "gets new raw values, and the version of the program that is still running uses the old ones")
      }
      if kept.old.isNotNull, !kept.new.isNotNull {
        add(
          .optionalColumn, subject,
          "becomes optional, and the version of the program that is still running can't read NULL there")
      }
      let hadValue = kept.old.defaultText != nil || kept.old.isIdentity
      if hadValue, kept.new.defaultText == nil, !kept.new.isIdentity {
        add(
          .dropDefault, subject,
          "loses its default, and the version of the program that is still running may insert rows without it")
      }
    }
    // Several reasons for one column are one finding.
    return findings.reduce(into: []) { all, next in
      if let place = all.firstIndex(where: { $0.allowance == next.allowance }) {
        all[place] = next
      } else {
        all.append(next)
      }
    }
  }

  /// Whether the loss of its values is a finding.
  private func reportsDrop(of column: NormalizedDefinition.Column, in change: PostgreSQLTableChange) -> Bool {
    let subject = "\(change.comparison.old.name).\(column.name)"
    return decisions.findings(of: change.comparison).contains { $0.code == .dropColumn && $0.subject == subject }
  }
}
