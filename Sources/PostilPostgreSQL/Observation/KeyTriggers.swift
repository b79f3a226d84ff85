#if PostgreSQL
  import PostilTranslation

  /// The triggers that notify stores of the keys of changed rows.
  ///
  /// Each statement sends the keys that it inserted (`+`), updated (`=`) and deleted (`-`), in as many notifications as they need. The server
  /// delivers the notifications of a transaction together, in order, after its commit, but no end of them.
  enum KeyTriggers {
    /// The channel of the notifications.
    static let channel = "postil_keys"
    static let name = "postil_notify_keys"
    /// A transaction that changes more rows sends no more keys.
    static let maximumRows = 100_000

    /// The events, with the tables of rows that their triggers see.
    private static let events = [
      ("insert", "NEW TABLE AS postil_new"), ("update", "OLD TABLE AS postil_old NEW TABLE AS postil_new"),
      ("delete", "OLD TABLE AS postil_old"), ("truncate", ""),
    ]

    /// The names of the triggers of a table.
    static let triggers = events.map { "\(name)_\($0.0)" }

    /// The statements that create the triggers of a table, or replace them.
    /// - Parameter table: the quoted name.
    static func triggers(on table: String) -> [String] {
      events.map { event, rows in
        """
        CREATE OR REPLACE TRIGGER \(name)_\(event) AFTER \(event.uppercased()) ON \(table)
        \(rows.isEmpty ? "" : "REFERENCING \(rows) ")FOR EACH STATEMENT EXECUTE FUNCTION \(name)()
        """
      }
    }

    /// The statement that creates the function of the triggers, or replaces it.
    ///
    /// The columns of the key are looked up each time, so that a later change of the key breaks no writes. A notification is several lines: the
    /// transaction, the number of its changed rows so far, and the nesting of triggers; the schema, the table and the columns of its key in
    /// JSON; then a line for each key. The number makes each of them unique, because the server drops equal ones. It is a setting of the
    /// transaction, which a savepoint undoes. Lines with `!` say why keys are missing.
    static let function = """
      CREATE OR REPLACE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql AS $postil$
      DECLARE
        changed bigint := coalesce(nullif(current_setting('postil.changed_rows', true), ''), '0');
        columns text[] := ARRAY(
          SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
          WHERE i.indrelid = TG_RELID AND i.indisprimary ORDER BY a.attnum);
        header text := ' ' || pg_trigger_depth() || E'\\n'
          || array_to_json(ARRAY[TG_TABLE_SCHEMA::text, TG_TABLE_NAME::text] || columns)::text;
        space integer := 7900 - octet_length(header);
        key text;
        change text;
        lines text := '';
      BEGIN
        IF TG_OP = 'TRUNCATE' THEN
          lines := E'\\n!truncated';
        ELSIF changed > \(maximumRows) THEN
          lines := E'\\n!rows';
        ELSE
          SELECT CASE count(*) WHEN 1 THEN 'to_json(r.' || min(quote_ident(c)) || ')::text COLLATE "C"'
            ELSE 'json_build_array(' || coalesce(string_agg('r.' || quote_ident(c), ', '), '') || ')::text COLLATE "C"' END
            INTO key FROM unnest(columns) AS c;
          FOR change IN EXECUTE CASE TG_OP
            WHEN 'INSERT' THEN 'SELECT ''+'' || ' || key || ' FROM postil_new AS r'
            WHEN 'DELETE' THEN 'SELECT ''-'' || ' || key || ' FROM postil_old AS r'
            ELSE 'SELECT CASE WHEN o.k IS NULL THEN ''+'' || n.k WHEN n.k IS NULL THEN ''-'' || o.k ELSE ''='' || n.k END '
              || 'FROM (SELECT ' || key || ' FROM postil_old AS r) AS o (k) '
              || 'FULL JOIN (SELECT ' || key || ' FROM postil_new AS r) AS n (k) ON o.k = n.k' END
          LOOP
            changed := changed + 1;
            IF changed > \(maximumRows) THEN
              lines := E'\\n!rows';
              EXIT;
            ELSIF octet_length(change) >= space THEN
              change := '!long';
            END IF;
            IF octet_length(lines) + octet_length(change) >= space THEN
              PERFORM pg_notify('\(channel)', pg_current_xact_id() || ' ' || changed || header || lines);
              lines := '';
            END IF;
            lines := lines || E'\\n' || change;
          END LOOP;
          PERFORM set_config('postil.changed_rows', changed::text, true);
        END IF;
        IF lines <> '' THEN
          PERFORM pg_notify('\(channel)', pg_current_xact_id() || ' ' || changed || header || lines);
        END IF;
        RETURN NULL;
      END
      $postil$
      """

    /// The schema of a table, how many of the triggers it has, and the columns of its key.
    static let state = """
      SELECT n.nspname,
        (SELECT count(*) FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = ANY ($2::text::text[]) AND t.tgenabled <> 'D'),
        (SELECT coalesce(json_agg(a.attname), '[]') FROM pg_index i
          JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey) WHERE i.indrelid = c.oid AND i.indisprimary)
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE pg_table_is_visible(c.oid) AND c.relkind IN ('r', 'p') AND c.relname = $1
      """
  }
#endif
