import PostilSQL

/// Which statements cannot stand in a migration: it is one transaction, and what happens outside one is the runtime's.
enum MigrationStatementRule {
  /// What may be set inside the transaction.
  private static let settings = ["legacy_alter_table", "user_version", "application_id", "defer_foreign_keys"]

  /// Why the statement cannot stand in a migration, and what to do; `nil` where it can.
  static func refusal(of tokens: ArraySlice<SQLToken>) -> String? {
    guard let first = tokens.first, !first.isQuoted else { return nil }
    switch first.text {
    case "begin", "commit", "end", "rollback", "savepoint", "release":
      return "'\(first.text.uppercased())' cannot stand in a migration, which is one transaction already: take it away"
    case "attach", "detach":
      return "'\(first.text.uppercased())' cannot stand in a migration, which changes one database: take it away"
    case "vacuum":
      return
        "'VACUUM' cannot run inside a transaction, and a migration is one: run it with 'sqlite3' when the program stands still"
    case "pragma": return refusalOfPragma(tokens)
    default: return nil
    }
  }

  private static func refusalOfPragma(_ tokens: ArraySlice<SQLToken>) -> String? {
    let words = tokens.dropFirst().prefix { !$0.is("=") && !$0.is("(") }
    guard let setting = words.last?.text, !settings.contains(setting) else { return nil }
    if setting == "foreign_keys" {
      return
        "'PRAGMA foreign_keys' does nothing inside a transaction, and a migration is one: put the statements that make "
        + "a table anew between '-- @rebuild(\"TABLE\")' and '-- @end', and references are not enforced while it runs"
    }
    return "'PRAGMA \(setting)' cannot stand in a migration; those that can are "
      + settings.map { "'\($0)'" }.joined(separator: ", ")
  }
}
