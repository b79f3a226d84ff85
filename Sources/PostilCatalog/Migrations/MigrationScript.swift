import PostilSQL

/// One file of a migration: what it says of itself, what it asks before it runs, and its statements.
///
/// ```sql
/// -- Adds due days.
/// -- @migration(after: "20261120090000_create", schema: "8c1d0e2f3a4b5c6d")
/// ALTER TABLE "item" ADD COLUMN "due_day" INTEGER;
/// ```
///
/// It is plain SQL that `sqlite3` runs inside a transaction. Comments of the form `-- @word(…)` outside its statements are
/// directives, every other one is for people.
package struct MigrationScript: Hashable, Sendable {
  /// A statement, with the line of the file where it begins, counted from 1.
  package struct Statement: Hashable, Sendable {
    /// The statement without the semicolon; comments inside are kept.
    package let sql: String
    package let line: Int

    package init(sql: String, line: Int) {
      self.sql = sql
      self.line = line
    }
  }

  /// The statements between `-- @rebuild("item")` and `-- @end`: they make a table anew and keep its rows.
  package struct Rebuild: Hashable, Sendable {
    package let table: String
    package let statements: [Statement]
    package let line: Int
  }

  /// What the file runs, in its order.
  package enum Item: Hashable, Sendable {
    case statement(Statement)
    case rebuild(Rebuild)
  }

  /// `-- @precheck(dropColumn, "item.note"): SELECT count(*) …`: how many rows a change would lose, or be refused for.
  package struct Precheck: Hashable, Sendable {
    /// What kind of change it is about: `dropColumn`.
    package let code: String
    /// What is changed: `item.note`.
    package let subject: String
    /// Gives one number.
    package let query: String
    package let line: Int
    /// Whether the file says `-- @allow(dropColumn, "item.note")`.
    package let isAllowed: Bool

    /// Whether rows that it counts refuse the change, so that no word can let it pass. A code of somebody's own is a loss.
    package var isRefusal: Bool { MigrationFindingCode(rawValue: code)?.isLoss == false }
  }

  /// The name of the file without `.sql`.
  package let name: String
  /// The file's text, with LF at the ends of lines and no byte order mark.
  package let text: String
  /// The comments above the first directive, or `nil`.
  package let documentation: String?
  /// The migrations that it was written upon: none for the first, two for a merge.
  package let after: [String]
  /// The fingerprint of the models that it leads to; `nil` where the file does not say.
  package let schema: String?
  /// The last of the migrations that this one stands for; `nil` where it is no checkpoint.
  package let replaces: String?
  /// What columns hold where SQL doesn't tell, as `-- @types(timestamp: "item.due_at")` records it: the type's name, by
  /// `table.column`. `nil` where the file has no such line.
  package let types: [String: String]?
  package let prechecks: [Precheck]
  package let items: [Item]

  /// What tells an edited file from the one that was applied: against mistakes, not against attackers.
  package var checksum: String { Fingerprint.hexadecimal(of: text) }

  /// Whether a table is made anew, which can be done only while references are not enforced.
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

  /// Reads a migration.
  /// - Parameters:
  ///   - name: the name of the file, without `.sql`.
  ///   - text: what is in it.
  /// - Throws: everything in the file that is not as it should be.
  package init(name: String, text: String) throws(MigrationScriptError) {
    try self.init(MigrationParser(name: name, file: "\(name).sql", text: text), isUndo: false)
  }

  /// Reads the `.down.sql` of a migration, which needs no `@migration`.
  /// - Throws: everything in the file that is not as it should be.
  package init(undoing name: String, text: String) throws(MigrationScriptError) {
    try self.init(MigrationParser(name: name, file: "\(name).down.sql", text: text), isUndo: true)
  }

  private init(_ parser: consuming MigrationParser, isUndo: Bool) throws(MigrationScriptError) {
    parser.parse(isUndo: isUndo)
    guard parser.problems.isEmpty else { throw MigrationScriptError(problems: parser.problems) }
    name = parser.name
    text = parser.text
    documentation = parser.documentation.isEmpty ? nil : parser.documentation.joined(separator: "\n")
    after = parser.header?.after ?? []
    schema = parser.header?.schema
    replaces = parser.replaces
    types = parser.types
    prechecks = parser.checkedPrechecks
    items = parser.items
  }
}
