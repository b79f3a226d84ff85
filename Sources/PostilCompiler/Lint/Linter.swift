/// `postil check`: what compiles, and still deserves a second look.
///
/// The rules see only graphs without mistakes, and a build never runs them.
struct Linter {
  private static let rules: [@Sendable (LintSubject) -> [Finding]] = [
    UnindexedReferences.findings, RedundantIndexes.findings, MissingInverses.findings, Names.findings,
    NullableUniques.findings, CascadeCycles.findings, FloatingPointMoney.findings, QueryPlans.findings,
    CloudKit.findings,
  ]

  /// Reports every finding that no `@allow` silences, and every `@allow` that silences none.
  static func lint(_ subject: LintSubject, report: DiagnosticReport) {
    var allowances = Allowances(subject)
    // What other targets have to mend is found when they are checked.
    let models = subject.resolver.models
    let own = Set(models.indices.filter { models[$0].source.type.module == nil })
    for finding in rules.flatMap({ $0(subject) }) where own.contains(finding.model) && !allowances.silence(finding) {
      // The rows of an imported table exist already.
      let ending = finding.changesSchema && models[finding.model].stated != nil ? Message.andMigration : ""
      report.warning(finding.message + ending, code: finding.code, at: finding.place, notes: finding.notes)
    }
    for place in allowances.unused(profile: subject.profile) {
      report.warning(Message.unusedAllow(place.code), code: .unusedAllow, at: place.place)
    }
  }
}

/// The `@allow` notes of all models, and which of them silenced something.
struct Allowances {
  private struct Allowance {
    var code: LintCode
    var model: Int
    /// `nil` where it stands on the struct: then it speaks for the properties too.
    var property: String?
    var place: SourcePlace
    var isUsed = false
  }

  private var allowances: [Allowance] = []

  init(_ subject: LintSubject) {
    for (index, state) in subject.resolver.models.enumerated() where state.source.type.module == nil {
      let source = state.source
      for property in source.properties { add(property.notes, model: index, property: property.name) }
      add(source.notes, model: index, property: nil)
    }
  }

  private mutating func add(_ notes: [BoundAnnotation], model: Int, property: String?) {
    for note in notes where note.name == "allow" {
      guard let code = note.names[""].flatMap({ LintCode(rawValue: $0.text) }) else { continue }
      allowances.append(Allowance(code: code, model: model, property: property, place: note.place))
    }
  }

  /// Whether a note allows the finding: one on its property, else one on its struct.
  mutating func silence(_ finding: Finding) -> Bool {
    let index = allowances.firstIndex {
      $0.code == finding.code && $0.model == finding.model && ($0.property == nil || $0.property == finding.property)
    }
    guard let index else { return false }
    allowances[index].isUsed = true
    return true
  }

  /// The notes that silenced nothing; those of a profile that was not asked for are left out.
  func unused(profile: LintProfile?) -> [(code: LintCode, place: SourcePlace)] {
    allowances.filter { !$0.isUsed && ($0.code.profile == nil || $0.code.profile == profile) }
      .map { ($0.code, $0.place) }
  }
}
