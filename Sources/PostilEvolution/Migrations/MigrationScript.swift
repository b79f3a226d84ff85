import PostilSQL

/// A migration file: the migrations that it comes after, its pre-checks and its statements.
///
/// ```sql
/// -- Adds due days.
/// -- @migration(after: "20261120090000_create", schema: "8c1d0e2f3a4b5c6d")
/// ALTER TABLE "item" ADD COLUMN "due_day" INTEGER;
/// ```
///
/// The file is plain SQL that `sqlite3` can run inside a transaction. Comments of the form `-- @word(…)` between its
/// statements are directives; all others are ordinary comments.
package struct MigrationScript: Hashable, Sendable {
  /// A statement, with the line of the file where it begins, counted from 1.
  package struct Statement: Hashable, Sendable {
    /// The statement without the semicolon, including the comments in it.
    package let sql: String
    package let line: Int

    package init(sql: String, line: Int) {
      self.sql = sql
      self.line = line
    }
  }

  /// The statements between `-- @rebuild("item")` and `-- @end`, which rebuild a table and preserve its rows.
  package struct Rebuild: Hashable, Sendable {
    package let table: String
    package let statements: [Statement]
    package let line: Int
  }

  package enum Item: Hashable, Sendable {
    case statement(Statement)
    case rebuild(Rebuild)
  }

  /// `-- @precheck(dropColumn, "item.note"): SELECT count(*) …`: the number of rows that would be lost or refused.
  package struct Precheck: Hashable, Sendable {
    /// The kind of the change: `dropColumn`.
    package let code: String
    /// The changed object: `item.note`.
    package let subject: String
    /// A query that returns one number.
    package let query: String
    package let line: Int
    /// Whether the file contains `-- @allow(dropColumn, "item.note")`.
    package internal(set) var isAllowed = false

    /// Whether the rows make the change fail, so that `@allow` has no effect. An unknown code counts as a loss.
    package var isRefusal: Bool { MigrationFindingCode(rawValue: code)?.isLoss == false }

    /// The arguments of the directives: `dropColumn, "item.note"`.
    package var key: String { "\(code), \"\(subject)\"" }
  }

  /// The name of the file without `.sql`.
  package let name: String
  /// The text of the file with LF line endings and without a byte order mark.
  package let text: String
  /// The parents of this migration: none for the first, two for a merge.
  package internal(set) var after: [String] = []
  /// The fingerprint of the models after this migration; `nil` if the file doesn't contain it.
  package internal(set) var schema: String?
  /// The last migration that a checkpoint replaces; `nil` for any other migration.
  package internal(set) var replaces: String?
  /// Whether it waits until every instance of the program runs the new version: `-- @waits`.
  package internal(set) var waits = false
  /// Whether the version of the program before it can run until the next migration, which waits: `-- @overlaps`.
  package internal(set) var overlaps = false
  package internal(set) var prechecks: [Precheck] = []
  /// The arguments of the `@allow` lines without a pre-check: `renameColumn, "item.note"`.
  package internal(set) var allowed: Set<String> = []
  /// The statements and rebuilds, in the order of the file.
  package internal(set) var items: [Item] = []

  /// Splits a text at the semicolons that end statements. The tokens include comments; last are those after the last semicolon.
  package typealias Splitter = (String) -> [[SQLToken]]

  /// Reads a migration.
  /// - Parameters:
  ///   - name: the name of the file, without `.sql`.
  ///   - text: the text of the file.
  ///   - split: the rules of its database.
  /// - Throws: all errors in the file.
  package init(
    name: String, text: String, by split: @escaping Splitter = sqliteStatements
  ) throws(MigrationScriptError) {
    self = try MigrationParser.read(MigrationScript(name: name, normalizing: text), isUndo: false, split)
  }

  /// Reads the `.down.sql` of a migration, which doesn't need an `@migration`.
  /// - Throws: all errors in the file.
  package init(
    undoing name: String, text: String, by split: @escaping Splitter = sqliteStatements
  ) throws(MigrationScriptError) {
    self = try MigrationParser.read(MigrationScript(name: name, normalizing: text), isUndo: true, split)
  }

  /// Splits a text as SQLite does. Source: SQLite, "sqlite3_complete".
  package static func sqliteStatements(of text: String) -> [[SQLToken]] {
    SQLLexer.tokens(of: text, withComments: true).reduce(into: [[]]) { parts, token in
      let last = parts.count - 1
      let isEnd = token.is(";") && isComplete(parts[last].filter { $0.kind != .comment })
      if isEnd { parts.append([]) } else { parts[last].append(token) }
    }
  }

  /// Whether a semicolon after these tokens ends the statement: the body of a trigger contains others.
  private static func isComplete(_ tokens: [SQLToken]) -> Bool {
    guard tokens.count >= 3, tokens[0].is("create"), tokens.contains(where: { $0.is("begin") }),
      tokens[tokens[1].is("temp") || tokens[1].is("temporary") ? 2 : 1].is("trigger")
    else { return true }
    return tokens[tokens.count - 1].is("end") && tokens[tokens.count - 2].is(";")
  }

  init(name: String, normalizing text: String) {
    self.name = name
    self.text = SQLText.normalized(text)
  }

  /// Whether a table is rebuilt, which requires disabling foreign key enforcement.
  package var needsForeignKeysOff: Bool {
    items.contains { if case .rebuild = $0 { true } else { false } }
  }

  /// Every statement, in order.
  package var statements: [Statement] {
    items.flatMap { item in
      switch item {
      case .statement(let statement): [statement]
      case .rebuild(let rebuild): rebuild.statements
      }
    }
  }

  /// Detects an edited file.
  package var checksum: String { Fingerprint.hexadecimal(of: text) }
}
