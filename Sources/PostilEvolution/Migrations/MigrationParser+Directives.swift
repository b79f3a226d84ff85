import PostilSQL

extension MigrationParser {
  /// Reads one directive, or reports an error.
  mutating func apply(_ directive: MigrationDirective, at place: String.Index) {
    if directive.rest != nil, directive.word != "precheck" {
      return refuse(directive, "unexpected ':' after '@\(directive.word)(…)'", at: place)
    }
    let isAtTop = script.items.isEmpty && section == nil
    switch directive.word {
    case "waits" where isAtTop: script.waits = true
    case "overlaps" where isAtTop: script.overlaps = true
    case "migration", "checkpoint", "waits", "overlaps":
      guard isAtTop else {
        return note("'@\(directive.word)' must come before all statements; move it to the top of the file", at: place)
      }
      readHeader(directive, at: place)
    case "precheck", "allow": readFinding(directive, at: place)
    case "rebuild": readSection(directive, at: place)
    default: endSection(directive, at: place)
    }
  }

  private mutating func refuse(_ directive: MigrationDirective, _ reason: String, at place: String.Index) {
    let form = MigrationDirective.forms.first { $0.key == directive.word }
    note(reason + (form.map { "; write '\($0.value)'" } ?? ""), at: place)
  }

  private mutating func refuseRepeated(_ directive: String, at place: String.Index) {
    note("'@\(directive)' is repeated; remove one of them", at: place)
  }

  /// Reads `@migration` or `@checkpoint`. An unlabeled argument belongs to the label before it: `after: "a", "b"`.
  private mutating func readHeader(_ directive: MigrationDirective, at place: String.Index) {
    let word = directive.word
    guard word == "migration" ? !hasHeader : script.replaces == nil else {
      return refuseRepeated(word, at: place)
    }
    if word == "migration" { hasHeader = true }
    if word == "checkpoint", directive.arguments.count != 1 {
      return refuse(directive, "'@checkpoint' requires the last migration that it replaces", at: place)
    }
    var label: String?
    for argument in directive.arguments {
      label = argument.label ?? label
      let value = argument.value
      guard argument.isQuoted else { return refuse(directive, "'\(value)' must be in double quotes", at: place) }
      switch (word, label) {
      case ("migration", "after"):
        guard value != script.name else {
          return refuse(directive, "a migration can't come after itself", at: place)
        }
        script.after.append(value)
      case ("migration", "schema"):
        guard script.schema == nil else { return refuse(directive, "'schema:' has two values", at: place) }
        script.schema = value
      case ("checkpoint", "replaces"): script.replaces = value
      default: return refuse(directive, "unknown argument '\(label ?? value)'", at: place)
      }
    }
  }

  /// Reads `@precheck` or `@allow`.
  private mutating func readFinding(_ directive: MigrationDirective, at place: String.Index) {
    if let section {
      return note(
        "'@\(directive.word)' can't be between '@rebuild(\"\(section.table)\")' and '@end'; move it before '@rebuild'",
        at: place)
    }
    let arguments = directive.arguments
    guard arguments.count == 2, arguments.allSatisfy({ $0.label == nil }), !arguments[0].isQuoted, arguments[1].isQuoted
    else {
      return refuse(directive, "'@\(directive.word)' requires a code, and a subject in double quotes", at: place)
    }
    let queries = split(String(directive.rest ?? "")).map { $0.filter { $0.kind != .comment } }.filter { !$0.isEmpty }
    let tokens = queries.first ?? []
    let query = tokens.first.map { $0.source.base[$0.source.startIndex..<tokens[tokens.count - 1].source.endIndex] }
    let check = MigrationScript.Precheck(
      code: arguments[0].value, subject: arguments[1].value, query: query.map(String.init) ?? "", line: line(of: place))
    if directive.word == "allow" {
      guard !allowances.contains(where: { $0.key == check.key }) else {
        return refuseRepeated("allow(\(check.key))", at: place)
      }
      return allowances.append((check.key, place))
    }
    guard queries.count == 1, tokens[0].is(in: ["select", "with", "values"]) else {
      return refuse(directive, "'@precheck' requires a query that counts rows, on the same line after ':'", at: place)
    }
    guard !script.prechecks.contains(where: { $0.key == check.key }) else {
      return refuseRepeated("precheck(\(check.key))", at: place)
    }
    script.prechecks.append(check)
  }

  private mutating func readSection(_ directive: MigrationDirective, at place: String.Index) {
    if let section {
      return note("'@rebuild' can't be inside '@rebuild(\"\(section.table)\")'; write '-- @end' before it", at: place)
    }
    guard directive.arguments.count == 1, directive.arguments[0].label == nil, directive.arguments[0].isQuoted
    else { return refuse(directive, "'@rebuild' requires the table, in double quotes", at: place) }
    section = (directive.arguments[0].value, [], place)
  }

  private mutating func endSection(_ directive: MigrationDirective, at place: String.Index) {
    guard directive.arguments.isEmpty else { return refuse(directive, "'@end' has no arguments", at: place) }
    guard let section else { return note("'@end' has no matching '@rebuild'", at: place) }
    self.section = nil
    if section.statements.isEmpty {
      note("'@rebuild(\"\(section.table)\")' contains no statements", at: section.place)
    }
    script.items.append(
      .rebuild(
        MigrationScript.Rebuild(table: section.table, statements: section.statements, line: line(of: section.place))))
  }
}
