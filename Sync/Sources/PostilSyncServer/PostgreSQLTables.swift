#if PostgreSQL
  import Foundation
  import PostilSyncModels

  /// The tables and triggers of a server on PostgreSQL.
  enum PostgreSQLTables {
    /// The versions, and a function that creates what belongs to a table. Only the server can write names into the body of a trigger's function.
    ///
    /// A key has the types and collations of its columns. The triggers' functions have the rights of their owner, because other programs that
    /// write the rows may have none on the tables of sync. Versions are numbers of a sequence, which transactions don't take in the order in
    /// which they are committed. That doesn't matter: an answer contains the rows whose version is another one than what the device has, and
    /// no two states of a row have the same.
    static let statements: [RawSQL] = [
      "CREATE SEQUENCE IF NOT EXISTS postil_sync_version START 2",
      """
      CREATE OR REPLACE FUNCTION pg_temp.postil_sync_create(synced text, marks text, known text, mark text, key text[]) RETURNS boolean LANGUAGE plpgsql AS '
      DECLARE
        place text := current_schema();
        columns text := (SELECT string_agg(quote_ident(c), $q$, $q$ ORDER BY n) FROM unnest(key) WITH ORDINALITY AS k (c, n));
        old text := (SELECT string_agg($q$OLD.$q$ || quote_ident(c), $q$, $q$ ORDER BY n) FROM unnest(key) WITH ORDINALITY AS k (c, n));
        new text := (SELECT string_agg($q$NEW.$q$ || quote_ident(c), $q$, $q$ ORDER BY n) FROM unnest(key) WITH ORDINALITY AS k (c, n));
      BEGIN
        IF to_regclass(format($q$%I.%I$q$, place, marks)) IS NULL THEN
          EXECUTE format($q$
            CREATE TABLE %1$I.%2$I AS SELECT %3$s, 0::bigint AS version, 0::smallint AS is_deleted, NULL::text AS author, NULL::text AS clocks
            FROM %1$I.%4$I WITH NO DATA$q$, place, marks, columns, synced);
          EXECUTE format($q$
            ALTER TABLE %1$I.%2$I ADD PRIMARY KEY (%3$s), ALTER version SET NOT NULL, ALTER is_deleted SET NOT NULL,
              ADD xact bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint;
            CREATE INDEX ON %1$I.%2$I (xact)$q$, place, marks, columns);
        END IF;
        IF to_regclass(format($q$%I.%I$q$, place, known)) IS NULL THEN
          EXECUTE format($q$
            CREATE TABLE %1$I.%2$I AS SELECT NULL::text AS device, %3$s, 0::bigint AS version, 0::bigint AS answer
            FROM %1$I.%4$I WITH NO DATA$q$, place, known, columns, synced);
          EXECUTE format($q$
            ALTER TABLE %1$I.%2$I ADD PRIMARY KEY (device, %3$s), ALTER answer SET NOT NULL;
            CREATE INDEX ON %1$I.%2$I (device) WHERE version IS NULL$q$, place, known, columns);
        END IF;
        EXECUTE format($q$
          CREATE OR REPLACE FUNCTION %1$I.%2$I() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $body$
          BEGIN
            IF TG_OP = %8$L OR TG_OP = %9$L AND ROW(%5$s) IS DISTINCT FROM ROW(%6$s) THEN
              INSERT INTO %1$I.%3$I (%4$s, version, is_deleted) VALUES (%5$s, nextval(%7$L), 1)
              ON CONFLICT (%4$s) DO UPDATE SET version = excluded.version, xact = excluded.xact, is_deleted = excluded.is_deleted, author = NULL;
            END IF;
            IF TG_OP <> %8$L THEN
              INSERT INTO %1$I.%3$I (%4$s, version, is_deleted) VALUES (%6$s, nextval(%7$L), 0)
              ON CONFLICT (%4$s) DO UPDATE SET version = excluded.version, xact = excluded.xact, is_deleted = excluded.is_deleted, author = NULL;
            END IF;
            RETURN NULL;
          END
          $body$$q$, place, mark, marks, columns, old, new, format($q$%I.postil_sync_version$q$, place), $q$DELETE$q$, $q$UPDATE$q$);
        -- A migration can have given the table another name. The snapshot can be older than the trigger of a server that started at once.
        IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgfoid = to_regproc(format($q$%I.%I$q$, place, mark))) THEN
          EXECUTE format($q$
            CREATE OR REPLACE TRIGGER %2$I AFTER INSERT OR UPDATE OR DELETE ON %1$I.%3$I FOR EACH ROW EXECUTE FUNCTION %1$I.%2$I()$q$,
            place, mark, synced);
        END IF;
        RETURN true;
      END
      '
      """,
    ]

    /// Waits until no other server creates them.
    static func lock(in db: some WriteTransaction) throws {
      _ = try RawSQL("SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('postil_sync.' || current_schema(), 0))")
        .as(Int.self).fetchOne(in: db)
    }

    static func create(_ table: SyncedTable, in db: some WriteTransaction) throws {
      let key = String(decoding: try JSONEncoder().encode(table.key), as: UTF8.self)
      _ = try RawSQL(
        "SELECT pg_temp.postil_sync_create(\(table.name), \(table.rowName), \(table.knownName), \(table.triggerName), \(key))"
      ).as(Bool.self).fetchOne(in: db)
    }
  }
#endif
