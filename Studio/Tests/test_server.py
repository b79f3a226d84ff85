"""The page over a PostgreSQL server."""

import server
from database import HOSTILE_TABLE, HOSTILE_TEXTS
from server import ServerTest
from studio import CONTROL, Keys, Page, Studio

COLUMN = "<img src=x onerror=alert('column')>"


class Server(ServerTest):
    def test_tables_have_their_counts_and_cells(self):
        self.page.table("item")
        self.page.wait(lambda: "2,000" in self.page.text('.sidebar-link[href="#/table/item"]'))
        self.assertEqual(self.page.attribute(".grid", "aria-rowcount"), "2001")
        row = {column: self.page.cell(0, column) for column in ["title", "due_at", "priority", "done", "estimate", "relationship steps"]}
        self.assertEqual(row, {"title": "Oil the door", "due_at": "2026-09-21 14:13:20", "priority": "low", "done": "true", "estimate": "nil", "relationship steps": "4"})
        self.assertEqual(self.page.cell(0, "photo").split(" · ")[0], "PNG")
        self.assertTrue(self.page.cell(0, "project_id").startswith("House"))
        self.page.table("preferences")
        self.assertEqual(self.page.cell(0, "account_limit"), "9007199254740993")
        self.page.table("project_progress")
        self.assertEqual(self.page.text(".page-title .badge"), "12")

    def test_the_grid_scrolls_in_any_order(self):
        self.page.table("item", order=[{"column": "estimate", "isDescending": False}])
        order = [id for id, in self.sql("SELECT id FROM item ORDER BY estimate NULLS FIRST, id")]
        self.page.wait(lambda: self.page.column("id")[:5] == order[:5])
        for _ in range(12):
            self.page.scroll("g.scrollTop += 500")
        for part in [None, 0.5, 1]:
            if part is not None:
                self.page.scroll("g.scrollTop = (g.scrollHeight - g.clientHeight) * arguments[0]", part)
            rows = self.page.column("id")
            start = order.index(rows[0])
            self.assertEqual(rows, order[start:start + len(rows)])
        self.assertEqual(rows[-1], order[-1])
        self.page.click('.head-cell[data-column="title"] .sort')
        self.page.wait(lambda: self.page.column("title")[0] == "Clean a birthday party")
        self.page.click(self.page.cell_css(0, "title"))
        self.page.chord(CONTROL, Keys.END)
        self.page.wait(lambda: (self.page.cell(1999, "title") or "").startswith("Water the windows"))

    def test_typed_filters_show_their_swift_and_sql(self):
        self.page.table("item")
        self.add_choice("priority", "high")
        self.add_filter("dueAt")
        fields = ".filter:nth-child(2) .filter-date"
        self.page.fill(fields + ":first-child .date-text", "2026-10-01 00:00:00")
        self.page.fill(fields + ":last-child .date-text", "2026-10-31 23:59:59")
        self.add_filter("notes")
        self.page.js("const s = document.querySelector('.filter:nth-child(3) .filter-operator'); s.value = 'isNil'; s.dispatchEvent(new Event('change'))")
        self.add_filter("title")
        self.page.fill(".filter:nth-child(4) .filter-value input", "door")
        expected = self.sql("""SELECT count(*) FROM item WHERE priority = 2 AND due_at BETWEEN '2026-10-01' AND '2026-10-31 23:59:59' AND notes IS NULL
            AND position('door' IN title) > 0""")[0][0]
        self.page.wait(lambda: self.page.text(".page-title .badge") == expected)
        parts = ["$0.priority.in([.high])", "$0.dueAt.between(", "$0.notes == nil", '$0.title.contains("door")']
        self.page.wait(lambda: all(part in self.page.names(".code-strip .code-text")[0] for part in parts))
        sql = self.page.names(".code-strip .code-text")[1]
        self.assertEqual(len(self.sql(sql)), int(expected), sql)

    def test_every_operator_of_every_column_works(self):
        answers = self.every_filter()
        self.assertGreater(len(answers), 150)
        for table, filter, status, message, rows, count, swift, sql in answers:
            self.assertEqual((status, rows), (200, min(count or 0, 500)), f"{table} {filter}: {message}")
        # The SQL that is shown is PostgreSQL's: it gives the same rows in any other program.
        counts = self.sql(" UNION ALL ".join(f"SELECT {index}, (SELECT count(*) FROM ({sql}) AS shown)" for index, (*_, sql) in enumerate(answers)))
        self.assertEqual(len(counts), len(answers))
        for index, found in counts:
            *_, rows, _, _, sql = answers[int(index)]
            self.assertEqual(min(int(found), 500), rows, sql)

    def test_relationships_open_in_place_and_change(self):
        self.page.table("item")
        self.page.js("document.querySelector(arguments[0]).click()", self.page.cell_css(1, "project_id") + " .cell-link")
        self.page.wait(lambda: "Garden" in self.page.text(".drawer h2"))
        self.page.wait(lambda: self.page.count('.drawer [data-relationship="items"] .member') > 0)
        self.page.keys(Keys.ESCAPE)
        names = "SELECT name FROM item_tags JOIN tag ON tag.id = tag_id WHERE item_id = 5 ORDER BY tag.id"
        before = [name for name, in self.sql(names)]
        self.page.click(self.page.cell_css(4, "relationship tags") + " .unfold")
        self.page.wait(lambda: self.page.names(".grid-detail .member-name") == before)
        self.page.click_text(".grid-detail button", "Add")
        self.page.wait(lambda: self.page.count(".picker-option.is-member") == len(before))
        self.page.fill(".picker input", "urge")
        self.page.wait(lambda: self.page.text(".picker-option").startswith("urgent"))
        self.page.keys(Keys.ENTER)
        self.page.wait(lambda: "urgent" in self.page.names(".grid-detail .member-name"))
        self.page.keys(Keys.ESCAPE)
        self.page.click(".grid-detail .member:first-child button")
        self.page.wait(lambda: self.page.count(".grid-detail .member.is-removed") == 1)
        self.assertIn("item_tags", self.page.commit())
        self.assertEqual({name for name, in self.sql(names)}, {*before[1:], "urgent"})
        self.page.wait(lambda: set(self.page.names(".grid-detail .member-name")) == {*before[1:], "urgent"})

    def test_members_are_reordered_and_trees_unfold(self):
        self.reorder_steps_by_keys()
        self.unfold_the_first_folder()

    def test_cells_are_committed_and_rejections_appear_at_their_field(self):
        self.page.table("project")
        self.edit(9, "name", "Choir 'and' orchestra")
        self.edit(8, "name", "Lisbon")
        self.page.review()
        self.page.click(".dialog-foot .primary")
        self.page.wait(lambda: self.page.count(".dialog .field-error") > 0)
        self.assertIn("name", self.page.text(".dialog .operation .field-error"))
        self.page.js("document.querySelector('dialog[open]').close()")
        self.page.wait(lambda: self.page.count(self.page.cell_css(8, "name") + ".has-problem") == 1)
        self.assertEqual(self.sql("SELECT name FROM project WHERE id IN (9, 10) ORDER BY id"), [("Office",), ("Choir",)])
        self.edit(8, "name", "Villa")
        sql = self.page.commit()
        self.assertIn("Choir ''and'' orchestra", sql)
        self.assertEqual(self.sql("SELECT name FROM project WHERE id IN (9, 10) ORDER BY id"), [("Villa",), ("Choir 'and' orchestra",)])

    def test_the_form_writes_every_type(self):
        self.page.table("item", row=[12])
        field = lambda name: f'.drawer [data-field="{name}"] '
        self.page.wait(lambda: self.page.count(field("title")) == 1)
        self.page.click_text(field("priority") + "[role=radio]", "high")
        self.page.click_text(field("done") + "[role=radio]", "true")
        self.page.fill(field("due_at") + ".date-text", "2027-01-02T03:04:05")
        self.page.fill(field("notes") + "textarea", "two\nlines \\ 'quoted'")
        self.page.click(field("estimate") + ".nil-switch")
        path = f"{self.folder}/new.bin"
        with open(path, "wb") as file:
            file.write(bytes(range(256)))
        self.page.element(field("photo") + "input[type=file]").send_keys(path)
        self.page.wait(lambda: "not committed" in self.page.text(field("photo")))
        self.page.click_text('.drawer [data-relationship="steps"] button', "New Step")
        self.page.fill(field("text") + "textarea", "a new step")
        self.page.commit()
        self.assertEqual(self.sql("SELECT priority, done, due_at, notes, estimate, sha256(photo) = sha256(decode(string_agg(lpad(to_hex(n), 2, '0'), '' ORDER BY n), 'hex'))"
                                  " FROM item, generate_series(0, 255) AS n WHERE item.id = 12 GROUP BY item.id"),
                         [("2", "t", "2027-01-02 03:04:05+00", "two\nlines \\ 'quoted'", None, "t")])
        self.assertEqual(self.sql("SELECT text FROM step WHERE item_id = 12 ORDER BY steps_position DESC LIMIT 1"), [("a new step",)])
        self.page.table("item", row=[13])
        json = field("details")
        self.page.wait(lambda: self.page.count(json + ".json-name") >= 3)
        self.page.fill(json + '.json-line:has([aria-label="Remove place"]) .field', 'in the "shed"')
        self.page.commit()
        self.assertEqual(self.sql("SELECT details ->> 'place', jsonb_array_length(details -> 'links') FROM item WHERE id = 13"), [('in the "shed"', "2")])

    def test_a_conflict_shows_both_rows(self):
        self.page.table("item")
        self.edit(14, "title", "Mine")
        self.sql("UPDATE item SET title = 'Theirs', version = version + 1 WHERE id = 15")
        self.page.review()
        self.page.click(".dialog-foot .primary")
        self.page.wait(lambda: self.page.count(".conflict") == 1)
        self.assertIn("Mine", self.page.text(".comparison"))
        self.assertIn("Theirs", self.page.text(".comparison"))
        self.page.click_text(".conflict button", "Keep my values")
        self.page.wait(lambda: self.page.count(".conflict") == 0)
        self.page.click(".dialog-foot .primary")
        self.page.wait(lambda: self.page.count("dialog[open]") == 0)
        self.assertEqual(self.sql("SELECT title, version FROM item WHERE id = 15"), [("Mine", "3")])

    def test_statements_run_with_completion_plans_and_places(self):
        self.page.table("tag")
        self.page.go("queries")
        self.page.click(".editor-field")
        self.page.js("document.querySelector('.editor-field').value = ''")
        self.page.keys("SELECT item.ti")
        self.page.wait(lambda: "title" in self.page.text(".completions"))
        self.page.keys(Keys.ENTER, ", due_at FROM item WHERE id = 1")
        self.page.chord(CONTROL, Keys.ENTER)
        self.page.wait(lambda: self.page.cell(0, "0") == "Oil the door")
        self.assertEqual(self.page.names(".output .head-text"), ["title", "due_at"])
        self.run_sql("SELECT 'é😀';\nSELECT id,\n  titel FROM item")
        self.assertIn("titel", self.page.text(".output .notice.error"))
        self.page.click_text(".output button", "Show the place")
        self.assertEqual(self.page.js("const f = document.querySelector('.editor-field'); return f.value.slice(f.selectionStart, f.selectionEnd)"), "titel")
        self.page.fill(".editor-field", "SELECT * FROM item JOIN project ON project.id = project_id WHERE notes = 'x'")
        self.page.click_text(".query-bar button", "Plan")
        self.page.wait(lambda: self.page.count(".plan-line.is-scan") >= 1)
        self.assertIn("Seq Scan on item", self.page.text(".plan-line.is-scan"))
        self.run_sql("UPDATE tag SET name = 'cheapest' WHERE name = 'cheap'; SELECT name FROM tag WHERE name LIKE 'cheap%'; DELETE FROM tag WHERE name = 'none';")
        self.page.wait(lambda: "changes the database" in self.page.text("dialog[open]"))
        self.assertEqual(self.sql("SELECT count(*) FROM tag WHERE name = 'cheapest'"), [("0",)])
        self.page.click(".dialog .danger")
        self.page.wait(lambda: self.page.cell(0, "0") == "cheapest")
        self.page.click_text(".side-link", "Item.overdue")
        self.page.wait(lambda: self.page.count(".query-fields .form-field") == 2)
        self.assertIn("$1", self.page.text(".query-form pre.sql"))
        self.page.fill('.query-fields .date-text', "2026-10-01T00:00:00")
        self.page.click_text(".query-fields [role=radio]", "high")
        self.page.click_text(".query-form button", "Run the query")
        expected = self.sql("SELECT count(*) FROM item WHERE NOT done AND due_at < '2026-10-01 00:00:00' AND priority >= 2")[0][0]
        self.page.wait(lambda: f"{expected} rows" in self.page.text(".result-status"))

    def part(self, name):
        self.page.go("schema", name)
        self.page.wait(lambda: self.page.attribute(f'.schema-page [role=tab][href="#/schema/{name}"]', "aria-selected") == "true")
        self.page.wait(lambda: "Loading" not in self.page.text(".schema-content"))

    def compare(self):
        self.page.click_text(".schema-content button", "Compare")
        self.page.wait(lambda: self.page.count(".schema-content .notice.good, .schema-content .notice.error, .schema-content .differences") > 0)
        return self.page.text(".schema-content")

    def test_the_schema_has_its_ddl_sizes_and_drift(self):
        self.page.table("tag")
        self.part("ddl")
        self.page.wait(lambda: "GENERATED BY DEFAULT AS IDENTITY" in self.page.text("pre.ddl"))
        self.part("sizes")
        self.page.wait(lambda: "item_title_idx" in self.page.text("table.list"))
        self.part("migrations")
        self.assertIn("no migrations", self.page.text(".schema-content"))
        self.part("integrity")
        self.page.click_text(".schema-content button", "Check")
        self.page.wait(lambda: "No problems" in self.page.text(".schema-content"))
        self.part("drift")
        # Nothing is created on the server, or said about the schema, before somebody asks.
        self.assertEqual(self.page.count(".notice.good"), 0)
        self.assertIn("has the schema of the models", self.compare())
        self.sql('DROP INDEX "item_title_idx"; ALTER TABLE tag ADD COLUMN color text')
        self.part("sizes")
        self.part("drift")
        text = self.compare()
        self.assertIn("index 'item_title_idx'", text)
        self.assertIn("tag.color", text)
        self.sql('CREATE INDEX "item_title_idx" ON "item" ("title"); ALTER TABLE tag DROP COLUMN color')
        self.assertEqual(self.sql("SELECT count(*) FROM pg_database WHERE datname LIKE 'postil_scratch%'"), [("0",)])

    def test_changes_of_other_sessions_are_marked(self):
        self.page.table("item")
        self.sql("UPDATE item SET title = 'Somewhere else' WHERE id = 4")
        self.page.wait(lambda: self.page.cell(3, "title") == "Somewhere else")
        self.page.wait(lambda: self.page.count(self.page.cell_css(3, "title") + ".is-live") == 1)
        self.sql("INSERT INTO tag (name) VALUES ('new tag')")
        self.page.wait(lambda: self.page.count('.sidebar-link[href="#/table/tag"] .live-mark') == 1)

    def test_hostile_names_and_cells_are_text(self):
        self.page.table(HOSTILE_TABLE)
        self.page.wait(lambda: self.page.cell(0, COLUMN) is not None)
        texts = self.page.column(COLUMN)
        self.assertEqual(texts[:3], HOSTILE_TEXTS[:3])
        self.assertEqual(texts[5], "line one⏎line two⇥tab␍⏎line three")
        self.page.table(HOSTILE_TABLE, row=[9])
        self.page.wait(lambda: self.page.count(".drawer .form-field") == 3)
        self.page.fill(".drawer .form-field:nth-child(3) textarea", "'); DROP TABLE item; --")
        self.page.commit()
        self.assertEqual(self.sql(f"""SELECT "{COLUMN}", "it's ""quoted""\" FROM "{HOSTILE_TABLE}" WHERE id = 9"""), [(HOSTILE_TEXTS[8], "'); DROP TABLE item; --")])
        for part in ["diagram", "ddl", "sizes"]:
            self.part(part)
            self.assertEqual(self.page.count(".schema-content > .notice.error"), 0, part)
        self.assertNotIn("owned", self.page.driver.title)

    def test_a_database_with_other_sessions_is_read_only(self):
        other = server.subprocess.Popen(server.command(self.name), stdin=server.subprocess.PIPE, env={**server.os.environ, "PGAPPNAME": "the application"})
        self.page.wait(lambda: self.sql("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'the application'") == [("1",)])
        # Another studio would be another session.
        self.driver.get("about:blank")
        self.studio.stop()
        studio = Studio(self.path)
        try:
            page = Page(studio, self.driver)
            page.wait(lambda: "Read-only" in page.text(".bar"))
            self.assertIn("the application", page.attribute(".read-only", "title"))
            page.table("item", row=[1])
            page.wait(lambda: page.count(".drawer .form-field") > 5)
            self.assertEqual(page.count(".drawer textarea:not(:disabled), .drawer .reference:not(:disabled)"), 0)
            other.stdin.close()
            other.wait()
            page.wait(lambda: "Read-only" not in page.text(".bar"))
        finally:
            self.driver.get("about:blank")
            studio.stop()
            type(self).studio = Studio(self.path, *self.options)
            type(self).page = Page(self.studio, self.driver)
