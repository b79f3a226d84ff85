import PostilSQL

/// Reads a migration's file: its statements by SQLite's own rule for where one ends, and the comments between them.
///
/// Every problem is noted, and what can be read is read, so that a file is repaired in one go.
struct MigrationParser {
  struct Header {
    var after: [String]
    var schema: String?
  }

  struct Allowance {
    let code: String
    let subject: String
    let place: String.Index
  }

  let name: String
  let file: String
  let text: String
  var problems: [MigrationProblem] = []
  var documentation: [String] = []
  var header: Header?
  var replaces: String?
  /// The word for the type of a column, by `table.column`.
  var types: [String: String]?
  var prechecks: [MigrationScript.Precheck] = []
  var allowances: [Allowance] = []
  var items: [MigrationScript.Item] = []
  /// The section that is open.
  var section: (table: String, statements: [MigrationScript.Statement], place: String.Index)?
  var hasDirective = false

  /// Where the lines were counted last, and how many there were.
  private var counted: (place: String.Index, line: Int)

  init(name: String, file: String, text: String) {
    self.name = name
    self.file = file
    self.text = SQLText.normalized(text)
    counted = (self.text.startIndex, 1)
  }

  /// The prechecks, each with whether a word lets its loss pass.
  var checkedPrechecks: [MigrationScript.Precheck] {
    prechecks.map { check in
      MigrationScript.Precheck(
        code: check.code, subject: check.subject, query: check.query, line: check.line,
        isAllowed: allowances.contains { $0.code == check.code && $0.subject == check.subject })
    }
  }

  mutating func parse(isUndo: Bool) {
    let tokens = SQLLexer.tokens(of: text)
    var position = text.startIndex
    var statement: [SQLToken] = []
    for token in tokens {
      readComments(in: text[position..<token.source.startIndex], isInStatement: !statement.isEmpty)
      position = token.source.endIndex
      if statement.isEmpty, token.is(";") { continue }
      statement.append(token)
      guard Self.ends(statement) else { continue }
      add(statement.dropLast())
      statement = []
    }
    readComments(in: text[position...], isInStatement: !statement.isEmpty)
    if let first = statement.first {
      let reason =
        Self.isTrigger(statement[...])
        ? "the trigger has no 'END;' at its end"
        : "the statement has no ';' at its end, or a quote in it is never closed"
      note(reason, at: first.source.startIndex)
    }
    if let zero = text.firstIndex(of: "\0") {
      note("the file has a character NUL, where SQLite would stop reading: is it a text in UTF-8?", at: zero)
    }
    finish(isUndo: isUndo)
  }

  private mutating func finish(isUndo: Bool) {
    if let section {
      note(
        "'@rebuild(\"\(section.table)\")' has no end: write '-- @end' behind the last statement that makes the table anew",
        at: section.place)
    }
    if header == nil, !isUndo, problems.isEmpty {
      note(
        "a migration begins with the migrations that it comes after: write "
          + "'-- @migration(after: \"NAME\", schema: \"FINGERPRINT\")', without 'after:' in the first of all",
        at: text.startIndex)
    }
    if replaces != nil, let after = header?.after, !after.isEmpty {
      note("a checkpoint begins a database: take 'after:' out of '@migration'", at: text.startIndex)
    }
    for allowance in allowances
    where !prechecks.contains(where: { $0.code == allowance.code && $0.subject == allowance.subject }) {
      let nearest = prechecks.map { "\($0.code), \"\($0.subject)\"" }.sorted {
        ($0.hasPrefix(allowance.code) ? 0 : 1) < ($1.hasPrefix(allowance.code) ? 0 : 1)
      }
      note(
        "'@allow(\(allowance.code), \"\(allowance.subject)\")' lets nothing pass: no '@precheck' of this file is about it"
          + (nearest.first.map { "; did you mean '@allow(\($0))'?" } ?? ""),
        at: allowance.place)
    }
    problems.sort { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  // MARK: Statements

  /// Whether the tokens are a whole statement: a trigger is over at `END` behind a semicolon.
  /// Source: SQLite, "sqlite3_complete".
  private static func ends(_ tokens: [SQLToken]) -> Bool {
    guard let last = tokens.last, last.is(";") else { return false }
    guard isTrigger(tokens[...]), tokens.contains(where: { $0.is("begin") }) else { return true }
    return tokens.count > 2 && tokens[tokens.count - 2].is("end") && tokens[tokens.count - 3].is(";")
  }

  private static func isTrigger(_ tokens: ArraySlice<SQLToken>) -> Bool {
    guard tokens.count > 2, tokens[0].is("create") else { return false }
    let kind = tokens[1].is("temp") || tokens[1].is("temporary") ? tokens[2] : tokens[1]
    return kind.is("trigger")
  }

  private mutating func add(_ tokens: ArraySlice<SQLToken>) {
    guard let first = tokens.first, let last = tokens.last else { return }
    let start = first.source.startIndex
    let line = line(of: start)
    if let reason = MigrationStatementRule.refusal(of: tokens) { note(reason, at: start) }
    let statement = MigrationScript.Statement(sql: String(text[start..<last.source.endIndex]), line: line)
    if section == nil {
      items.append(.statement(statement))
    } else {
      section?.statements.append(statement)
    }
  }

  // MARK: Comments

  /// Reads the comments in what stands between two tokens.
  private mutating func readComments(in gap: Substring, isInStatement: Bool) {
    let bytes = gap.utf8
    var position = bytes.startIndex
    var isOwnLine = position == text.startIndex || text.utf8[text.utf8.index(before: position)] == UInt8(ascii: "\n")
    while position < bytes.endIndex {
      let rest = bytes[position...]
      if rest.starts(with: "--".utf8) {
        let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
        read(gap[rest.index(position, offsetBy: 2)..<end], isOwnLine: isOwnLine, isInStatement: isInStatement)
        position = end
      } else if rest.starts(with: "/*".utf8) {
        position = rest.index(position, offsetBy: 2)
        while position < bytes.endIndex, !bytes[position...].starts(with: "*/".utf8) {
          position = bytes.index(after: position)
        }
        if position < bytes.endIndex { position = bytes.index(position, offsetBy: 2) }
      } else {
        if bytes[position] == UInt8(ascii: "\n") { isOwnLine = true }
        position = bytes.index(after: position)
      }
    }
  }

  /// Reads one comment, what follows `--` in it.
  private mutating func read(_ comment: Substring, isOwnLine: Bool, isInStatement: Bool) {
    let content = comment.drop { $0 == " " || $0 == "\t" }
    let place = content.startIndex
    do throws(MigrationDirective.Malformed) {
      guard let directive = try MigrationDirective(content) else {
        if !hasDirective, items.isEmpty, isOwnLine, !isInStatement { documentation.append(String(content)) }
        return
      }
      guard MigrationDirective.words.contains(directive.word) else {
        if isInStatement { return }
        throw MigrationDirective.Malformed(word: directive.word, reason: "is no directive")
      }
      if isInStatement || !isOwnLine {
        note(
          "'@\(directive.word)' stands \(isInStatement ? "inside a statement" : "behind a statement"): "
            + "give it a line of its own between two statements",
          at: place)
        return
      }
      hasDirective = true
      apply(directive, at: place)
    } catch {
      // In a statement, what is no directive is what somebody wrote for people.
      if isInStatement { return }
      hasDirective = true
      note("'@\(error.word)' \(error.reason)" + Self.advice(error.word), at: place)
    }
  }

  /// What to write instead of a directive that cannot be read.
  private static func advice(_ word: String) -> String {
    if let form = MigrationDirectiveForm.form(of: word) { return "; write '\(form)'" }
    if let nearest = Spelling.nearest(to: word, in: MigrationDirective.words) {
      return "; did you mean '@\(nearest)'?"
    }
    let words = MigrationDirective.words.map { "'@\($0)'" }.joined(separator: ", ")
    return "; those are \(words); a comment for people begins with something else"
  }

  // MARK: Places

  mutating func note(_ message: String, at place: String.Index) {
    let line = text[..<place].utf8.count { $0 == UInt8(ascii: "\n") } + 1
    let start = text[..<place].lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex
    problems.append(
      MigrationProblem(
        file: file, line: line, column: text.distance(from: start, to: place) + 1, message: message))
  }

  /// The line of a place that is not before the one that was asked for last.
  mutating func line(of place: String.Index) -> Int {
    if place < counted.place { counted = (text.startIndex, 1) }
    counted.line += text.utf8[counted.place..<place].count { $0 == UInt8(ascii: "\n") }
    counted.place = place
    return counted.line
  }
}
