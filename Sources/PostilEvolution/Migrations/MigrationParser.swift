import PostilSQL

/// Reads a migration file: its statements and the directives between them.
/// It collects all errors, so that they can be fixed in one go.
struct MigrationParser {
  var script: MigrationScript
  /// Whether there is an `@migration`.
  var hasHeader = false
  /// The places of the `@allow` directives, by the key of their pre-check.
  var allowances: [(key: String, place: String.Index)] = []
  /// The open `@rebuild`.
  var section: (table: String, statements: [MigrationScript.Statement], place: String.Index)?
  private let file: String
  let split: MigrationScript.Splitter
  private var problems: [MigrationProblem] = []
  /// The place and number of the last counted line.
  private var counted: (place: String.Index, line: Int)

  /// Reads a script whose text is set.
  static func read(
    _ script: MigrationScript, isUndo: Bool, _ split: @escaping MigrationScript.Splitter
  ) throws(MigrationScriptError) -> MigrationScript {
    var parser = MigrationParser(
      script: script, file: script.name + (isUndo ? ".down.sql" : ".sql"), split: split,
      counted: (script.text.startIndex, 1))
    parser.parse(split(script.text))
    parser.finish(isUndo: isUndo)
    guard parser.problems.isEmpty else { throw MigrationScriptError(problems: parser.problems) }
    return parser.script
  }

  private mutating func parse(_ parts: [[SQLToken]]) {
    for (index, part) in parts.enumerated() {
      var statement: [SQLToken] = []
      for token in part {
        if token.kind != .comment {
          statement.append(token)
        } else if token.source.hasPrefix("--") {
          read(token.source.dropFirst(2), isInStatement: !statement.isEmpty)
        }
      }
      guard let first = statement.first?.source, let last = statement.last?.source else { continue }
      guard index == parts.count - 1 else {
        add(statement, first.startIndex..<last.endIndex)
        continue
      }
      note(
        "the statement doesn't end with ';', or a quote, a parenthesis or 'BEGIN' in it isn't closed",
        at: first.startIndex)
    }
    if let zero = script.text.firstIndex(of: "\0") {
      note("the file contains a NUL character, where the database stops reading; save it as text in UTF-8", at: zero)
    }
  }

  /// Reports what the file is missing.
  private mutating func finish(isUndo: Bool) {
    if let section {
      note(
        "'@rebuild(\"\(section.table)\")' has no end; write '-- @end' after the last statement of the rebuild",
        at: section.place)
    }
    if !hasHeader, !isUndo, problems.isEmpty {
      note(
        "'@migration' is missing; write '\(MigrationDirective.forms[0].value)' at the top of the file, without 'after:' in the "
          + "first migration",
        at: script.text.startIndex)
    }
    if script.replaces != nil, !script.after.isEmpty {
      note(
        "a checkpoint can't come after another migration; remove 'after:' from '@migration'", at: script.text.startIndex
      )
    }
    for (key, place) in allowances {
      if let index = script.prechecks.firstIndex(where: { $0.key == key }) {
        script.prechecks[index].isAllowed = true
        continue
      }
      let code = key.prefix { $0 != "," }
      // A finding that isn't about rows has no pre-check.
      let open = script.prechecks.filter { check in !allowances.contains { $0.key == check.key } }
      if MigrationFindingCode(rawValue: String(code))?.isLoss == true, !open.contains(where: { $0.code == code }) {
        script.allowed.insert(key)
        continue
      }
      let nearest = script.prechecks.first { $0.code == code } ?? script.prechecks.first
      note(
        "'@allow(\(key))' has no matching '@precheck'" + (nearest.map { "; did you mean '@allow(\($0.key))'?" } ?? ""),
        at: place)
    }
    problems.sort { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  // MARK: Statements

  private mutating func add(_ tokens: [SQLToken], _ range: Range<String.Index>) {
    if let reason = Self.refusal(of: tokens) { note(reason, at: range.lowerBound) }
    let statement = MigrationScript.Statement(sql: String(script.text[range]), line: line(of: range.lowerBound))
    if section == nil { script.items.append(.statement(statement)) } else { section?.statements.append(statement) }
  }

  /// The settings that a migration can change in its transaction.
  private static let settings = ["legacy_alter_table", "user_version", "application_id", "defer_foreign_keys"]

  /// The reason why a statement isn't allowed in a migration; `nil` if it is.
  private static func refusal(of tokens: [SQLToken]) -> String? {
    guard let first = tokens.first, !first.isQuoted else { return nil }
    switch first.text {
    case _ where tokens.controlsTransaction:
      return "'\(first.text.uppercased())' isn't allowed in a migration, which runs in one transaction; remove it"
    case "attach", "detach":
      return "'\(first.text.uppercased())' isn't allowed in a migration, which changes a single database; remove it"
    case "vacuum":
      return "'VACUUM' can't run in a transaction, and a migration is one; run it separately"
    case "pragma":
      let words = tokens.dropFirst().prefix { !$0.is("=") && !$0.is("(") }
      guard let setting = words.last?.text, !settings.contains(setting) else { return nil }
      return setting == "foreign_keys"
        ? "'PRAGMA foreign_keys' has no effect in a transaction, and a migration is one; put the statements that rebuild a table "
          + "between '-- @rebuild(\"TABLE\")' and '-- @end', where foreign keys aren't enforced"
        : "'PRAGMA \(setting)' isn't allowed in a migration; the allowed ones are "
          + settings.map { "'\($0)'" }.joined(separator: ", ")
    default: return nil
    }
  }

  // MARK: Comments

  /// Reads one comment, without its `--`.
  private mutating func read(_ comment: Substring, isInStatement: Bool) {
    let content = comment.drop { $0 == " " || $0 == "\t" }
    let before = script.text[..<comment.startIndex].dropLast(2).last { $0 != " " && $0 != "\t" }
    do throws(MigrationDirective.Malformed) {
      guard let directive = try MigrationDirective(content) else { return }
      let isKnown = MigrationDirective.forms.contains { $0.key == directive.word }
      // Inside a statement, an unknown word is an ordinary comment.
      if isInStatement, !isKnown { return }
      guard isKnown else {
        throw MigrationDirective.Malformed(word: directive.word, reason: "unknown directive '@\(directive.word)'")
      }
      guard before == nil || before == "\n", !isInStatement else {
        return note("'@\(directive.word)' must be on a line of its own, between two statements", at: content.startIndex)
      }
      apply(directive, at: content.startIndex)
    } catch {
      if !isInStatement { note(error.reason + Self.advice(error.word), at: content.startIndex) }
    }
  }

  /// The form of a directive, or of the one that was probably intended.
  private static func advice(_ word: String) -> String {
    if let form = MigrationDirective.forms.first(where: { $0.key.first == word.first }) {
      return "; write '\(form.value)'"
    }
    let words = MigrationDirective.forms.map { "'@\($0.key)'" }.joined(separator: ", ")
    return "; the directives are \(words), and other comments can't begin with '@'"
  }

  // MARK: Places

  mutating func note(_ message: String, at place: String.Index) {
    let before = script.text[..<place]
    let start = before.lastIndex(of: "\n").map { before.index(after: $0) } ?? before.startIndex
    problems.append(
      MigrationProblem(
        file: file, line: before.lineEndCount + 1,
        column: before.distance(from: start, to: place) + 1, message: message))
  }

  /// The line of a place. The file is counted only once if the places are queried in order.
  mutating func line(of place: String.Index) -> Int {
    if place < counted.place { counted = (script.text.startIndex, 1) }
    counted.line += script.text[counted.place..<place].lineEndCount
    counted.place = place
    return counted.line
  }
}

extension Array<SQLToken> {
  /// Whether a statement begins or ends a transaction, or a part of one, in SQLite or PostgreSQL.
  package var controlsTransaction: Bool {
    first?.is(in: ["abort", "begin", "commit", "end", "release", "rollback", "savepoint", "start"]) == true
      || prefix(2).map(\.text) == ["prepare", "transaction"]
  }
}
