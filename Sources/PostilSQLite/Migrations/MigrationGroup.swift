import PostilEvolution
import PostilSQL

/// Pending migrations that are applied in one transaction, so that the database has all of them or none.
struct MigrationGroup {
  /// Whether foreign keys are enforced while a migration is applied. SQLite ignores the pragma inside a transaction.
  private enum Enforcement {
    /// A table is rebuilt.
    case off
    /// A delete rule may apply.
    case on
    /// The result is the same, except for broken references, which are checked afterwards.
    case any
  }

  private(set) var migrations: [MigrationPosition.Pending] = []
  private(set) var needsForeignKeysOff = false

  /// The names, for messages.
  var names: String { migrations.map(\.entry.name).joined(separator: "', '") }

  /// The longest beginning of the pending migrations that one transaction can apply.
  /// - Parameters:
  ///   - replay: contains the schema of the database. The migrations are run in it.
  ///   - connection: the database, which can have more foreign keys and triggers than its migrations created.
  init(
    of pending: some Sequence<MigrationPosition.Pending>, replay: MigrationReplay, on connection: SQLiteConnection
  ) throws {
    var common = Enforcement.any
    for next in pending {
      let enforcement = try Self.enforcement(of: next, replay, connection)
      guard common == .any || enforcement == .any || common == enforcement else { break }
      if enforcement != .any { common = enforcement }
      migrations.append(next)
    }
    needsForeignKeysOff = common == .off
  }

  private static func enforcement(
    of next: MigrationPosition.Pending, _ replay: MigrationReplay, _ connection: SQLiteConnection
  ) throws -> Enforcement {
    guard !next.isRecordedOnly else { return .any }
    guard let script = next.entry.script else { return .on }
    let statements = script.statements.map { SQLLexer.tokens(of: $0.sql) }
    func areIndependent() throws -> Bool {
      try statements.allSatisfy { try isIndependent($0, replay.connection) && isIndependent($0, connection) }
    }
    let wereIndependent = try areIndependent()
    try replay.advance(script)
    if script.needsForeignKeysOff { return .off }
    return try wereIndependent && areIndependent() ? .any : .on
  }

  /// Whether a statement changes no rows by a delete or update rule, directly or in a trigger.
  private static func isIndependent(_ tokens: [SQLToken], _ connection: SQLiteConnection) throws -> Bool {
    func token(_ index: Int, _ word: String) -> Bool { tokens.indices.contains(index) && tokens[index].is(word) }
    if token(0, "create") || token(0, "alter") { return true }
    let isDrop = token(0, "drop")
    if isDrop, !token(1, "table") { return true }
    // Of a statement that isn't recognized, such as 'REPLACE' or 'UPDATE OR REPLACE', nothing is assumed.
    let name =
      isDrop
      ? tokens.last?.name
      : token(0, "insert") && token(1, "into") || token(0, "delete") && token(1, "from")
        ? tokens.dropFirst(2).first?.name
        : token(0, "update") && token(2, "set") ? tokens[1].name : nil
    guard let name else { return false }
    let hasTrigger = try !connection.rows(
      "SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND lower(tbl_name) = lower(?1)", name
    ).isEmpty
    if hasTrigger { return false }
    if token(0, "insert"), !tokens.contains(where: { $0.is("conflict") }) { return true }
    return try connection.rows(
      """
      SELECT 1 FROM sqlite_schema t, temp.pragma_foreign_key_list(t.name) f
      WHERE t.type = 'table' AND lower(f."table") = lower(?1)
      """, name
    ).isEmpty
  }
}
