#if PostgreSQL
  import PostilQuery
  import PostilSQL
  import PostilTranslation

  /// The triggers that notify all stores of a commit, and the tables that they watch.
  enum ObservationTriggers {
    /// The channel of the notifications, whose text is the name of a changed table.
    static let channel = "postil_changes"
    static let name = "postil_notify_change"

    /// The statements that create the functions and the triggers, or replace them.
    /// - Parameters:
    ///   - keys: whether the keys of changed rows are notified too.
    ///   - stored: the table with the rows of a table of the program.
    ///   - excluded: the tables that can't have triggers.
    static func ddl(
      _ schema: any DatabaseSchema.Type, keys: Bool, stored: (String) -> String = { $0 },
      except excluded: Set<String> = []
    ) -> [String] {
      let tables = tables(of: schema).filter { !excluded.contains(PostgreSQLNames.short($0)) }
        .map { PostgreSQLNames.quoted(stored($0)) }
      return [
        """
        CREATE OR REPLACE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql AS $postil$
        BEGIN
          PERFORM pg_notify('\(channel)', TG_TABLE_NAME);
          RETURN NULL;
        END
        $postil$
        """
      ]
        + tables.map(trigger) + (keys ? [KeyTriggers.function] + tables.flatMap(KeyTriggers.triggers) : [])
    }

    /// The statement that creates the trigger of a table, or replaces it.
    /// - Parameter table: the quoted name.
    static func trigger(on table: String) -> String {
      """
      CREATE OR REPLACE TRIGGER \(name) AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON \(table)
      FOR EACH STATEMENT EXECUTE FUNCTION \(name)()
      """
    }

    /// The tables of the schema `$1`.
    static let ownTables = """
      SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind IN ('r', 'p')
      """

    /// The quoted names of the tables of the schema `$1` that aren't among those of a list, if others have a trigger.
    static func addedTables(onCitus: Bool) -> String {
      """
      SELECT quote_ident(c.relname) FROM pg_class c
      WHERE c.oid IN (\(ownTables)) AND NOT c.relispartition AND c.oid <> ALL ($2::text::oid[]) AND c.relname !~ '^postil_(migration$|sync_)'
        AND EXISTS (SELECT FROM pg_trigger t WHERE t.tgname = $3 AND t.tgrelid IN (\(ownTables)))
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
        \(onCitus ? "AND \(isLocal)" : "")
      ORDER BY 1
      """
    }

    /// Whether Citus lets a table have triggers.
    private static let isLocal = "c.oid NOT IN (SELECT logicalrelid FROM pg_dist_partition)"

    /// The tables of a schema, those of relationships included, and without those that belong to full-text indexes of SQLite.
    static func tables(of schema: any DatabaseSchema.Type) -> [String] {
      let statements = SQLLexer.tokens(of: schema.ddl).split(at: ";").map { Array($0) }
      let indexes = statements.filter { $0.count > 3 && $0[1].is("virtual") }.map { "\($0[3].name)_entries" }
      return statements.compactMap { tokens in
        guard tokens.count > 2, tokens[0].is("create"), tokens[1].is("table"), tokens[2].isName else { return nil }
        return indexes.contains(tokens[2].name) ? nil : tokens[2].name
      }
    }

    /// The tables of the program that have no trigger. Those of Citus need only the function.
    static func missing(onCitus: Bool) -> String {
      """
      SELECT c.relname FROM pg_class c
      WHERE c.relkind IN ('r', 'p') AND pg_table_is_visible(c.oid) AND c.relname = ANY ($1::text::text[])
        AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = '\(name)' AND t.tgenabled <> 'D')
        \(onCitus ? "AND (to_regproc('\(name)') IS NULL OR \(isLocal))" : "")
      ORDER BY c.relname
      """
    }

    /// The tables that Citus distributes, which have no triggers.
    static let distributed = """
      SELECT c.relname FROM pg_dist_partition d JOIN pg_class c ON c.oid = d.logicalrelid WHERE pg_table_is_visible(c.oid)
      """

    /// The tables that each table and view reads. A materialized view counts as a table: its rows change when it is refreshed.
    static let dependencies = """
      WITH RECURSIVE d (view, relation) AS (
        SELECT c.oid, c.oid FROM pg_class c
        WHERE c.relkind IN ('r', 'p', 'v', 'm') AND pg_table_is_visible(c.oid)
          AND c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
        UNION
        SELECT d.view, p.refobjid FROM d JOIN pg_class c ON c.oid = d.relation AND c.relkind = 'v' JOIN pg_rewrite r ON r.ev_class = c.oid
          JOIN pg_depend p ON p.classid = 'pg_rewrite'::regclass AND p.objid = r.oid AND p.refclassid = 'pg_class'::regclass
      )
      SELECT DISTINCT v.relname, t.relname FROM d JOIN pg_class v ON v.oid = d.view JOIN pg_class t ON t.oid = d.relation
      WHERE t.relkind IN ('r', 'p', 'm')
      """
  }

  /// An observation needs triggers that the database doesn't have.
  public struct ObservationNotInstalled: Error, Hashable, Sendable, CustomStringConvertible {
    /// The tables without the triggers.
    public let tables: [String]
    /// Whether the triggers are missing that send the keys of changed rows.
    public let needsKeys: Bool

    init(tables: [String], needsKeys: Bool = false) { (self.tables, self.needsKeys) = (tables, needsKeys) }

    /// What is missing, and what to do.
    public var description: String {
      let names = tables.map { "'\($0)'" }.joined(separator: ", ")
      return needsKeys
        ? "'changes(of:)' needs triggers that send the keys of changed rows, which are missing on \(names); call "
          + "'installObservation(keys: true)' once, or add 'PostgreSQLStore.observationDDL(of:keys:)' to a migration"
        : "observation needs a trigger on each table, which is missing on \(names); call "
          + "'installObservation()' once, or add 'PostgreSQLStore.observationDDL(of:)' to a migration"
    }
  }

  extension PostgreSQLStore {
    /// The statements that make a database notify all stores of changes: a function, and a trigger for each table. Add them to a migration,
    /// or call ``installObservation(keys:)``, which is needed on Citus.
    /// - Parameter keys: whether the keys of changed rows are sent too, for ``changes(of:)-(M.Type)``.
    public static func observationDDL(of schema: any DatabaseSchema.Type, keys: Bool = false) -> String {
      ObservationTriggers.ddl(schema, keys: keys).map { "\($0);\n" }.joined()
    }

    /// Creates the triggers that ``observe(_:fileID:line:)`` needs, or replaces them. Each commit that changes one of the program's tables
    /// then notifies all stores.
    ///
    /// The user of the connection must own the tables. Notifying costs each transaction that changes rows about one statement, and the
    /// server lets such transactions commit one after the other. Source: PostgreSQL 15, `NOTIFY`.
    ///
    /// Migrations give the tables that they add the same triggers, if others have them. The tables that Citus distributes can't have them:
    /// there, stores that connect afterwards notify each other of their own commits.
    /// - Parameter keys: whether the keys of changed rows are sent too, which ``changes(of:)-(M.Type)`` needs. Each statement that changes rows
    ///   then reads their keys again, so an update of very many rows can take several times as long.
    /// - Throws: ``PostgreSQLError``, ``ConnectionLost``, ``UnsupportedByServer``.
    public func installObservation(keys: Bool = false) async throws {
      try await write { [schema] db in
        let connection = db._use.connection
        try connection.kind.require(.observation)
        let isCitus = connection.schema.isCitus
        let distributed = isCitus ? try connection.texts(ObservationTriggers.distributed).compactMap { $0[0] } : []
        guard !keys || distributed.isEmpty else {
          throw PostgreSQLError(
            code: "0A000",
            message:
              "the tables of Citus have no triggers, which would send the keys of changed rows; call 'installObservation()' without "
              + "'keys', and use 'observe'", detail: nil, sql: nil)
        }
        let statements = ObservationTriggers.ddl(
          schema, keys: keys, stored: connection.schema.storedTable, except: Set(distributed))
        for statement in statements { try connection.run(statement) }
        if isCitus { connection.settings.schemas.notifiesCommits.store(true, ordering: .relaxed) }
      }
    }
  }
#endif
