import Postil
import PostilPostgreSQL
import PostilTestSupport
import Synchronization

// The names of SQLite's engine in the tests of the documents, which are symbolic links, mean PostgreSQL's here.
typealias SQLiteStore = PostgreSQLStore
typealias SQLiteReadTransaction = PostgreSQLReadTransaction
typealias SQLiteWriteTransaction = PostgreSQLWriteTransaction
typealias BlobWriter = PostgreSQLBlobWriter

private let connected = connectedStore("POSTIL_DOCUMENTS_URL", DocumentsSchema.self, options, isObserved: true)
private var options: PostgreSQLOptions {
  var options = PostgreSQLOptions()
  options.trace = { sql in log.withLock { $0 }?.append(sql) }
  return options
}
/// What records the statements of the test that runs.
private let log = Mutex<StatementLog?>(nil)
/// The statements of tests that don't record them.
private let statements = StatementLog()

/// A store for one of the documents' examples: the whole schema of this folder, with empty tables. All stores are the same one, so the
/// tests run one after the other.
func temporaryStore() throws -> PostgreSQLStore {
  log.withLock { $0 = statements }
  let store = try connected.get()
  try store.write { db in
    // Emptying only the tables that aren't empty is much quicker.
    try RawSQL(
      """
      DO '
      DECLARE name regclass; is_used boolean; used text[];
      BEGIN
        FOR name IN SELECT oid FROM pg_class WHERE relkind = ''r'' AND relnamespace = ''public''::regnamespace LOOP
          EXECUTE format(''SELECT EXISTS (SELECT FROM %s)'', name) INTO is_used;
          IF is_used OR EXISTS (SELECT FROM pg_depend JOIN pg_sequence ON seqrelid = objid
            WHERE refobjid = name AND pg_sequence_last_value(seqrelid) IS NOT NULL)
          THEN used := used || name::text; END IF;
        END LOOP;
        IF used IS NOT NULL THEN
          EXECUTE ''TRUNCATE '' || array_to_string(used, '', '') || '' RESTART IDENTITY CASCADE'';
        END IF;
      END'
      """
    ).execute(in: db)
  }
  return store
}

/// The same, its statements recorded in `log`.
func temporaryStore(tracedBy newLog: StatementLog) throws -> PostgreSQLStore {
  let store = try temporaryStore()
  log.withLock { $0 = newLog }
  return store
}

/// The same, with hooks: a store of its own.
func hookedStore(_ hooks: [any WriteHooks]) throws -> PostgreSQLStore {
  _ = try temporaryStore()
  return try connectedStore("POSTIL_DOCUMENTS_URL", DocumentsSchema.self, PostgreSQLOptions(hooks: hooks)).get()
}

/// Runs statements of which some fail, after which the transaction goes on. PostgreSQL needs a savepoint for that.
func goingOnAfterErrors<Result>(
  in db: PostgreSQLWriteTransaction, _ body: () throws -> Result
) throws -> Result { try db.savepoint(body) }

/// Runs the query of a row of Docs/Queries.md, and compares its SQL with Docs/QueriesOnPostgreSQL.md.
/// - Parameter swift: the Swift in the row.
func runDocumented(_ swift: String, _ part: DocumentedPart, _ run: () throws -> Void) throws {
  _ = statements.drain()
  do { try run() } catch is StatementNotTranslated { return try DocumentedSQL.check(swift, nil) }
  try DocumentedSQL.check(swift, part.text(in: statements.drain().last ?? ""))
}

/// Has SQLite compare a full-text index with its table. PostgreSQL's indexes can't differ.
func checkFullTextIndex(_ name: String, in db: PostgreSQLWriteTransaction) throws {}

/// The smallest character that the engine stores in a text.
let smallestScalar = Unicode.Scalar(UInt8(1))
