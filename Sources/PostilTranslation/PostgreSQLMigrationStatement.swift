import PostilSQL

/// A statement of a migration that runs outside of its transaction.
package enum PostgreSQLMigrationStatement {
  /// A statement that runs alone after the transaction, and again if the migration was interrupted.
  package enum Afterwards: Hashable, Sendable {
    /// `CREATE INDEX CONCURRENTLY`
    case index(name: String)
    /// Fills rows in batches. It gives up a lock like the program's statements, so that none of these is stopped.
    case backfill
    /// Any other one; it can run twice.
    case other
  }

  /// The kind of a statement that runs after the transaction; `nil` for one that runs in it.
  ///
  /// Source: PostgreSQL 15, "CREATE INDEX", "DROP INDEX", "ALTER TABLE" (`VALIDATE CONSTRAINT`).
  package static func afterwards(_ sql: String) -> Afterwards? {
    if sql.hasPrefix(backfill) { return .backfill }
    let tokens = SQLLexer.tokens(of: sql)
    func words(_ from: Int, _ words: String...) -> Bool {
      tokens.count >= from + words.count && zip(tokens[from...], words).allSatisfy { $0.is($1) }
    }
    if words(0, "create", "index", "concurrently") || words(0, "create", "unique", "index", "concurrently") {
      let place = tokens.firstIndex { $0.is("concurrently") }.map { $0 + 1 } ?? 0
      let name = words(place, "if", "not", "exists") ? place + 3 : place
      return .index(name: name < tokens.count ? tokens[name].name : "")
    }
    if words(0, "drop", "index", "concurrently") { return .other }
    guard words(0, "alter", "table"), tokens.count > 5 else { return nil }
    let place = tokens[3].is(".") ? 5 : 3
    return words(place, "validate", "constraint") ? .other : nil
  }

  /// The constraint that a statement validates.
  package static func validated(_ sql: String) -> String? {
    let tokens = SQLLexer.tokens(of: sql)
    guard let place = tokens.firstIndex(where: { $0.is("validate") }), place + 2 < tokens.count,
      afterwards(sql) == .other
    else { return nil }
    return tokens[place + 2].name
  }

  /// The key that a statement makes from an index with the same name: `ADD CONSTRAINT "a" UNIQUE USING INDEX "a"`.
  package static func addedKey(_ sql: String) -> String? {
    let tokens = SQLLexer.tokens(of: sql)
    guard tokens.count > 6, tokens[0].is("alter"), tokens[1].is("table"),
      let place = tokens.indices.dropLast(2).first(where: { tokens[$0].is("using") && tokens[$0 + 1].is("index") })
    else { return nil }
    return tokens[place + 2].name
  }

  /// The beginning of a statement that fills rows in batches, each in its own transaction.
  package static let backfill = "DO $backfill$"

  /// The beginning of a statement that creates a function for the connection, which pre-checks can call.
  package static let temporaryFunction = "CREATE OR REPLACE FUNCTION pg_temp."

  /// Whether a statement creates a function for the connection. It can run before the pre-checks, and twice.
  package static func isPreparation(_ sql: String) -> Bool { sql.hasPrefix(temporaryFunction) }

  /// How many of the statements prepare the others: the functions for the connection and the `LOCK` statements that a transaction begins
  /// with.
  package static func locks(at beginning: [String]) -> Int {
    beginning.prefix { isPreparation($0) || SQLLexer.tokens(of: $0).first?.is("lock") == true }.count
  }

  /// Whether a statement may follow one that runs after the transaction: it can run twice.
  package static func canFollow(_ sql: String) -> Bool {
    if afterwards(sql) != nil || addedKey(sql) != nil { return true }
    let tokens = SQLLexer.tokens(of: sql)
    guard tokens.count > 6, tokens[0].is("alter"), tokens[1].is("table") else { return false }
    let rest = tokens[(tokens[3].is(".") ? 5 : 3)...].map(\.text)
    return rest.starts(with: ["drop", "constraint", "if", "exists"]) || rest.suffix(3) == ["set", "not", "null"]
  }
}
