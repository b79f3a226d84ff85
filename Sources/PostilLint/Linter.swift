import PostilCompiler

extension CompilerPipeline {
  /// Compiles the sources and, if there are no errors, checks for probable mistakes. Each one is a warning with a code.
  public func check(sources: [Source], dependencies: [Dependency] = [], profile: LintProfile? = nil) -> Result {
    run(sources: sources, dependencies: dependencies) { graph, report in
      Linter.lint(LintSubject(graph: graph, profile: profile), report: report)
    }
  }
}

/// An additional use of a database that restricts the models further.
public enum LintProfile: String, CaseIterable, Hashable, Sendable {
  /// CloudKit syncs the models between devices.
  case cloudkit
  /// Citus distributes the tables.
  case citus
}

extension LintCode {
  /// The profile that the finding belongs to; `nil` if it is always checked.
  public var profile: LintProfile? {
    rawValue.hasPrefix("cloudKit") ? .cloudkit : rawValue.hasPrefix("citus") ? .citus : nil
  }
}

/// The rules of `postil check`. They only run on graphs without errors, and never in a build.
struct Linter {
  private static let rules: [@Sendable (LintSubject) -> [Finding]] = [
    UnindexedReferences.findings, UnenforcedReferences.findings, RedundantIndexes.findings, MissingInverses.findings,
    NameRules.findings,
    NullableUniques.findings, SoftDeletedUniques.findings, CascadeCycles.findings, DeniedCascades.findings,
    FloatingPointMoney.findings, QueryPlans.findings,
    DistributedQueries.findings, CloudKit.findings,
  ]

  /// Reports every finding that no `@allow` suppresses, and every `@allow` that suppresses nothing.
  static func lint(_ subject: LintSubject, report: DiagnosticReport) {
    var allowances = AllowanceUse(subject)
    // Findings in other targets are reported when those targets are checked.
    let own = Dictionary(
      subject.graph.structs.filter { $0.module == nil }.map { ($0.swiftName, $0.table) },
      uniquingKeysWith: { first, _ in first })
    for finding in rules.flatMap({ $0(subject) }) {
      guard let table = own[finding.model], !allowances.suppresses(finding) else { continue }
      // The table already has rows, so that changing it needs a migration.
      let ending = finding.changesSchema && table.statement != nil ? Message.andMigration : ""
      report.warning(finding.message + ending, code: finding.code, at: finding.place, notes: finding.notes)
    }
    for unused in allowances.unused(profile: subject.profile) {
      report.warning(Message.unusedAllow(unused.code), code: .unusedAllow, at: unused.place)
    }
  }
}

/// The `@allow` annotations of all structs, and whether each suppressed a finding.
struct AllowanceUse {
  private var allowances: [(model: String, allowance: Allowance, isUsed: Bool)]

  init(_ subject: LintSubject) {
    allowances = subject.graph.structs.flatMap { model in
      model.origin.allowances.map { (model.swiftName, $0, false) }
    }
  }

  /// Whether an `@allow` on the property or on its struct suppresses the finding.
  mutating func suppresses(_ finding: Finding) -> Bool {
    let index = allowances.firstIndex { model, allowance, _ in
      allowance.code == finding.code && model == finding.model
        && (allowance.property == nil || allowance.property == finding.property)
    }
    guard let index else { return false }
    allowances[index].isUsed = true
    return true
  }

  /// The `@allow`s that suppressed nothing, except those of profiles that weren't requested.
  func unused(profile: LintProfile?) -> [Allowance] {
    allowances.filter { !$0.isUsed }.map(\.allowance)
      .filter { $0.code.profile == nil || $0.code.profile == profile }
  }
}
