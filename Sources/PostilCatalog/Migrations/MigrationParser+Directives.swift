import PostilSQL

/// How each directive is written.
enum MigrationDirectiveForm {
  static func form(of word: String) -> String? {
    switch word {
    case "migration": "-- @migration(after: \"NAME\", schema: \"FINGERPRINT\")"
    case "checkpoint": "-- @checkpoint(replaces: \"NAME\")"
    case "types": "-- @types(timestamp: \"table.column\")"
    case "precheck": "-- @precheck(dropColumn, \"table.column\"): SELECT count(*) FROM …"
    case "allow": "-- @allow(dropColumn, \"table.column\")"
    case "rebuild": "-- @rebuild(\"table\")"
    case "end": "-- @end"
    default: nil
    }
  }
}

extension MigrationParser {
  /// Takes one directive, or notes why it cannot stand there.
  mutating func apply(_ directive: MigrationDirective, at place: String.Index) {
    if directive.rest != nil, directive.word != "precheck" {
      return refuse(directive, "takes no ':'", at: place)
    }
    switch directive.word {
    case "migration": readHeader(directive, at: place)
    case "checkpoint": readCheckpoint(directive, at: place)
    case "types": readTypes(directive, at: place)
    case "precheck": readPrecheck(directive, at: place)
    case "allow": readAllowance(directive, at: place)
    case "rebuild": readSection(directive, at: place)
    default: endSection(directive, at: place)
    }
  }

  private mutating func refuse(_ directive: MigrationDirective, _ reason: String, at place: String.Index) {
    let form = MigrationDirectiveForm.form(of: directive.word).map { "; write '\($0)'" } ?? ""
    note("'@\(directive.word)' \(reason)\(form)", at: place)
  }

  /// Whether nothing stands above that has to stand below.
  private mutating func isAtTop(_ directive: MigrationDirective, at place: String.Index) -> Bool {
    guard items.isEmpty, section == nil else {
      note("'@\(directive.word)' stands below a statement: move it to the top of the file", at: place)
      return false
    }
    return true
  }

  private mutating func readHeader(_ directive: MigrationDirective, at place: String.Index) {
    guard isAtTop(directive, at: place) else { return }
    guard header == nil else { return note("'@migration' stands twice: take one away", at: place) }
    var header = Header(after: [], schema: nil)
    // The names without a label belong to the label before them: `after: "a", "b"`.
    var label: String?
    for argument in directive.arguments {
      label = argument.label ?? label
      guard argument.isQuoted else { return refuse(directive, "has '\(argument.value)' without quotes", at: place) }
      switch label {
      case "after":
        guard argument.value != name else { return refuse(directive, "comes after itself", at: place) }
        header.after.append(argument.value)
      case "schema":
        guard header.schema == nil else { return refuse(directive, "has two schemas", at: place) }
        header.schema = argument.value
      default:
        let label = label ?? argument.value
        let nearest = Spelling.nearest(to: label, in: ["after", "schema"])
        return refuse(
          directive, "has no argument '\(label)'" + (nearest.map { ", did you mean '\($0):'?" } ?? ""), at: place)
      }
    }
    self.header = header
  }

  private mutating func readCheckpoint(_ directive: MigrationDirective, at place: String.Index) {
    guard isAtTop(directive, at: place) else { return }
    guard replaces == nil else { return note("'@checkpoint' stands twice: take one away", at: place) }
    guard directive.arguments.count == 1, directive.arguments[0].label == "replaces", directive.arguments[0].isQuoted
    else { return refuse(directive, "names the last migration that it stands for", at: place) }
    replaces = directive.arguments[0].value
  }

  /// The columns without a label belong to the label before them: `timestamp: "item.due_at", "item.done_at"`.
  private mutating func readTypes(_ directive: MigrationDirective, at place: String.Index) {
    guard isAtTop(directive, at: place) else { return }
    guard types == nil else { return note("'@types' is repeated: write all types in one line", at: place) }
    var types: [String: String] = [:]
    var label: String?
    for argument in directive.arguments {
      label = argument.label ?? label
      guard let label, argument.isQuoted else { return refuse(directive, "takes types with columns", at: place) }
      guard types.updateValue(label, forKey: argument.value) == nil else {
        return refuse(directive, "has two types for '\(argument.value)'", at: place)
      }
    }
    self.types = types
  }

  /// The code and the subject of a finding.
  private mutating func finding(
    _ directive: MigrationDirective, at place: String.Index
  ) -> (code: String, subject: String)? {
    if let section {
      note(
        "'@\(directive.word)' stands between '@rebuild(\"\(section.table)\")' and '@end': move it above '@rebuild'",
        at: place)
      return nil
    }
    let arguments = directive.arguments
    guard arguments.count == 2, arguments.allSatisfy({ $0.label == nil }), !arguments[0].isQuoted, arguments[1].isQuoted
    else {
      refuse(directive, "takes a code and what it is about, in quotes", at: place)
      return nil
    }
    return (arguments[0].value, arguments[1].value)
  }

  private mutating func readPrecheck(_ directive: MigrationDirective, at place: String.Index) {
    guard let (code, subject) = finding(directive, at: place) else { return }
    var tokens = SQLLexer.tokens(of: directive.rest ?? "")[...]
    if tokens.last?.is(";") == true { tokens = tokens.dropLast() }
    guard let first = tokens.first, first.is("select") || first.is("with") || first.is("values"),
      !tokens.contains(where: { $0.is(";") }), let last = tokens.last
    else { return refuse(directive, "has no query that counts rows, on one line behind ':'", at: place) }
    if prechecks.contains(where: { $0.code == code && $0.subject == subject }) {
      return note("'@precheck(\(code), \"\(subject)\")' stands twice: take one away", at: place)
    }
    prechecks.append(
      MigrationScript.Precheck(
        code: code, subject: subject,
        query: String(first.source.base[first.source.startIndex..<last.source.endIndex]), line: line(of: place),
        isAllowed: false))
  }

  private mutating func readAllowance(_ directive: MigrationDirective, at place: String.Index) {
    guard let (code, subject) = finding(directive, at: place) else { return }
    if allowances.contains(where: { $0.code == code && $0.subject == subject }) {
      return note("'@allow(\(code), \"\(subject)\")' stands twice: take one away", at: place)
    }
    allowances.append(Allowance(code: code, subject: subject, place: place))
  }

  private mutating func readSection(_ directive: MigrationDirective, at place: String.Index) {
    if let section {
      return note(
        "'@rebuild' stands inside '@rebuild(\"\(section.table)\")': write '-- @end' above it", at: place)
    }
    guard directive.arguments.count == 1, directive.arguments[0].label == nil, directive.arguments[0].isQuoted
    else { return refuse(directive, "names the table that is made anew", at: place) }
    section = (directive.arguments[0].value, [], place)
  }

  private mutating func endSection(_ directive: MigrationDirective, at place: String.Index) {
    guard directive.arguments.isEmpty else { return refuse(directive, "takes no arguments", at: place) }
    guard let section else {
      return note("'@end' ends nothing: there is no '@rebuild' above it that is open", at: place)
    }
    self.section = nil
    if section.statements.isEmpty {
      note("'@rebuild(\"\(section.table)\")' has no statements", at: section.place)
    }
    items.append(
      .rebuild(
        MigrationScript.Rebuild(
          table: section.table, statements: section.statements, line: line(of: section.place))))
  }
}
