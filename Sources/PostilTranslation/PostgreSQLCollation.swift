import PostilSQL

/// The collations of SQLite that also exist in PostgreSQL.
package enum PostgreSQLCollation: String {
  /// Compares bytes. This is `text` in PostgreSQL, where equal texts have the same bytes. The order is added where it matters.
  case binary
  /// Ignores case: `citext`. It applies to letters of every script, not only to ASCII as in SQLite. PostgreSQL 15
  /// doesn't support `LIKE` with a nondeterministic collation. Source: PostgreSQL 15, "Collation Support" and appendix
  /// F.9, "citext".
  case nocase

  /// The collation with this name, ignoring case.
  package init?(_ name: String) { self.init(rawValue: name.foldedName) }
}
