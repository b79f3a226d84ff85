"""What the studio answers over a PostgreSQL server, without a page."""

import threading
import time

import server
from server import ServerTest


class ServerRequests(ServerTest):
    items = 20

    def test_values_have_the_types_of_the_server_and_a_result_has_its_limit(self):
        result = self.post("/sql", sql=r"""SELECT $1::int + 1, true, 12.50::numeric, '\x00ff'::bytea, 'NaN'::float8, due_at FROM item ORDER BY id""", parameters=[1], limit=1)
        self.assertEqual(result["rows"], [[2, 1, "12.50", {"blob": {"size": 2, "hex": "00ff"}}, {"real": "nan"}, "2026-09-21 14:13:20+00"]])
        self.assertTrue(result["isTruncated"])
        self.assertEqual([column["type"] for column in result["columns"]], ["integer", "boolean", "numeric", "bytea", "double precision", "timestamp with time zone"])

    def test_the_statements_of_a_script_run_in_order_in_one_transaction(self):
        script = r"""
            -- a comment; with a semicolon
            CREATE FUNCTION twice(n int) RETURNS int LANGUAGE sql AS $$ SELECT n * 2; $$;
            CREATE FUNCTION thrice(n int) RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT CASE WHEN n > 0 THEN n * 3 END; END;
            CREATE TEMP TABLE log (x text); /* nested /* ; */ ; */
            INSERT INTO log VALUES (E'it\'s; 1'), ('two;'), ($tag$ $1; $$ $tag$), ($1);
            SELECT count(*), min(twice(4)), min(thrice(2)) FROM log;
            UPDATE log SET x = 'all';"""
        result = self.post("/sql", sql=script, parameters=["four"], isWrite=True)
        self.assertEqual((result.get("rows"), result.get("statement"), result.get("changes")), ([[4, 8, 6]], 5, 8), result)
        failed = self.post("/sql", sql="DELETE FROM item_tags;\n  INSERT INTO tag (name) VALUES ('😀'),\n ('URGENT')", isWrite=True)["error"]
        self.assertIn("tag_name_key", failed["message"])
        self.assertEqual(failed["place"], {"line": 2, "offset": 25, "statement": 2})
        self.assertNotEqual(self.sql("SELECT count(*) FROM item_tags"), [("0",)])
        self.assertEqual(self.post("/sql", sql="SELECT '😀';\nSELECT 1 FROM\n missing")["error"]["place"], {"line": 3, "offset": 28, "statement": 2})
        # Rows that aren't shown don't stop those that are.
        many = self.post("/sql", sql="SELECT generate_series(1, 1000000); SELECT 2", limit=10)
        self.assertEqual((many["rows"], many["isTruncated"], many["statement"]), ([[2]], False, 2))
        self.assertEqual(self.post("/sql", sql=" -- nothing\n;")["statement"], 0)
        for sql, values, message in [("SELECT $1::int; SELECT $2::int, $1", [1], "there is no value for the parameter '$2'"),
                                     ("SELECT $1::int", [1, 2], "the script has no parameter '$2', but 2 values were passed")]:
            self.assertEqual(self.post("/sql", sql=sql, parameters=values)["error"]["message"], message)
        self.assertIsNone(self.post("/sql", sql="VACUUM item", isWrite=True).get("error"))
        self.assertIn("VACUUM", self.post("/sql", sql="SELECT 1; VACUUM item", isWrite=True)["error"]["message"])

    def test_what_changes_something_is_not_run_unless_it_is_asked_for(self):
        before = self.sql("SELECT count(*) FROM item")
        for sql in ["DELETE FROM item", "WITH x AS (DELETE FROM item RETURNING id) SELECT * FROM x", "COPY item TO PROGRAM 'cat'", "COMMIT",
                    "SET default_transaction_read_only = off", "SELECT 1; DELETE FROM item", "SELECT 1; COMMIT; SELECT 2", "EXPLAIN ANALYZE DELETE FROM item",
                    "SELECT nextval('item_id_seq')"]:
            self.assertIn("error", self.post("/sql", sql=sql), sql)
            self.post("/sql/plan", sql=sql)
            self.assertEqual(self.sql("SELECT count(*) FROM item"), before, sql)
        for sql in ["COMMIT", "DELETE FROM item; commit", "BEGIN; DELETE FROM item", "DELETE FROM item; PREPARE TRANSACTION 'x'", "DELETE FROM item; END"]:
            self.assertEqual(self.post("/sql", sql=sql, isWrite=True)["error"]["code"], "forbidden", sql)
            self.assertEqual(self.sql("SELECT count(*) FROM item"), before, sql)

    def test_a_statement_that_writes_reports_what_it_changed_also_through_delete_rules(self):
        result = self.post("/sql", sql="DELETE FROM item WHERE id = 4 RETURNING id", isWrite=True)
        self.assertEqual((result["rows"], result["changes"], result["changedTables"]), ([[4]], 1, ["item", "item_tags", "step"]))

    def test_a_plan_is_a_tree_for_statements_with_parameters_too(self):
        nodes = self.post("/sql/plan", sql="-- first\nSELECT * FROM item WHERE notes = $1 ORDER BY due_at")["nodes"]
        self.assertTrue(any(node["isScan"] and node["table"] == "item" for node in nodes), nodes)
        self.assertEqual(self.post("/sql/plan", sql="SELECT 1; SELECT 2")["error"]["message"], "a plan belongs to one statement; select one of the 2")
        self.assertEqual(self.post("/sql/plan", sql="-- x\nSELECT missing")["error"]["place"], {"line": 2, "offset": 12, "statement": 1})

    def test_a_long_statement_is_stopped(self):
        answers = []
        thread = threading.Thread(target=lambda: answers.append(self.post("/sql", sql="SELECT 1; SELECT pg_sleep(600)")))
        thread.start()
        while self.post("/sql/stop")["stopped"] == 0:
            time.sleep(0.05)
        thread.join()
        self.assertEqual(answers[0]["error"]["code"], "stopped")

    def test_rows_of_a_model_are_exported_as_drafts(self):
        expected = "import Postil\n\nlet rows: [Tag.Draft] = [\n  Tag.Draft(name: \"urgent\"),  // Tag.ID(1)\n  Tag.Draft(name: \"waiting\"),  // Tag.ID(2)\n]\n"
        for body in [{"table": "tag", "order": [{"column": "id"}]}, {"sql": "SELECT * FROM tag ORDER BY id"}]:
            self.assertEqual(self.post("/sql/export", format="swift", limit=2, **body), expected)
        row = ('  Item.Draft(title: "Oil the door", notes: "Ask whether this can wait until 2027", dueAt: Date(timeIntervalSince1970: 1790000000), '
               'priority: .low, done: true, estimate: nil, details: json(')
        for body in [{"table": "item"}, {"sql": "SELECT * FROM item ORDER BY id"}]:
            text = self.post("/sql/export", format="swift", limit=1, **body)
            self.assertIn(row, text)
            self.assertIn("projectID: Project.ID(1), assigneeID: nil),  // Item.ID(1)\n", text)
        self.assertIn("(id: Int64, name: String, n: Int64)", self.post("/sql/export", format="swift", sql="SELECT id, name, 1 AS n FROM tag"))
        self.assertEqual(self.post("/sql/export", format="csv", table="tag", limit=1, order=[{"column": "id"}]), "id,name\r\n1,urgent\r\n")

    def test_changes_show_the_sql_of_the_server(self):
        operations = [{"kind": "insert", "table": "project", "id": "n1", "values": {"name": "New"}},
                      {"kind": "insert", "table": "item", "id": "n2", "values": {"title": "New", "project_id": {"new": "n1"}, "done": True, "photo": {"base64": "AP8="}}}]
        texts = [statement["text"] for statement in self.post("/changes/preview", operations=operations)["statements"]]
        self.assertEqual(len(texts), 2)
        self.assertIn("true", texts[1].lower())
        self.assertIn(r"\x00ff", texts[1].lower())
        self.assertIn(":n1", texts[1])

    def test_the_database_has_a_name_and_missing_tables_are_reported(self):
        self.assertEqual(self.request("/schema")[1]["database"]["name"], self.name)
        missing = lambda: [table["name"] for table in self.request("/schema")[1]["tables"] if table["isMissing"]]
        self.assertEqual(missing(), [])
        self.sql("ALTER TABLE note RENAME TO notes")
        self.assertEqual(missing(), ["note"])
        self.sql("ALTER TABLE notes RENAME TO note")

    def test_a_schema_whose_name_needs_quotes_is_inspected(self):
        self.sql('CREATE SCHEMA "Own x"')
        studio = self.studio
        try:
            type(self).studio = server.Studio(self.path + "&options=-csearch_path%3D%22Own%5C%20x%22", "--no-read-only")
            self.sql('CREATE TABLE "Own x".tag (id bigint)')
            self.assertEqual(self.request("/completions")[1]["tables"], {"tag": ["id"]})
            self.assertEqual([each["name"] for each in self.request("/structure/sizes")[1]["objects"]], ["tag"])
            self.assertEqual(self.post("/structure/integrity")["problems"], [])
            self.assertIn("column 'tag.name' is missing", self.post("/structure/drift")["differences"])
        finally:
            self.studio.stop()
            type(self).studio = studio
            self.sql('DROP SCHEMA "Own x" CASCADE')

    def test_the_schema_is_not_compared_by_a_user_who_may_not_create_a_database(self):
        self.sql("DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN; GRANT pg_read_all_data TO reader")
        studio, url = self.studio, self.path
        try:
            type(self).studio = server.Studio(url.replace(f"//{server.USER}@", "//reader@"), "--read-only")
            drift = self.request("/structure/drift")[1]
            self.assertEqual((drift["comparison"], drift["differences"]), ("refused", []))
            self.assertEqual(drift["problems"], ["the schema can't be compared: this needs a temporary database, and the user 'reader' may not create one; "
                                                 "run 'ALTER ROLE … CREATEDB' as an administrator, or use another server"])
            self.assertEqual(self.post("/structure/drift"), drift)
        finally:
            self.studio.stop()
            type(self).studio = studio
            self.sql("DROP OWNED BY reader; DROP ROLE reader")
