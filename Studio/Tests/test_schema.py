"""The page of the schema."""

import database
from studio import StudioTest


class Schema(StudioTest):
    def part(self, name):
        self.page.go("schema", name)
        self.page.wait(lambda: self.page.attribute(f'.schema-page [role=tab][href="#/schema/{name}"]', "aria-selected") == "true")
        self.page.wait(lambda: "Loading" not in self.page.text(".schema-content"))

    def shadow(self, script):
        return self.page.js("const root = document.querySelector('.diagram-image').shadowRoot; " + script)

    def test_tables_of_the_diagram_are_links(self):
        self.part("diagram")
        self.page.wait(lambda: self.shadow("return root.querySelectorAll('[data-table]').length") >= 8)
        self.assertEqual(self.shadow("return root.querySelectorAll('script, style, foreignObject, a').length"), 0)
        self.shadow("root.querySelector('[data-table=person]').dispatchEvent(new MouseEvent('click', {bubbles: true, composed: true}))")
        self.page.wait(lambda: "Person" in self.page.text("h1"))

    def test_ddl_in_both_dialects(self):
        self.part("ddl")
        self.page.click_text(".segments [role=radio]", "SQLite")
        self.page.wait(lambda: ") STRICT;" in self.page.text("pre.ddl"))
        self.page.click_text(".segments [role=radio]", "PostgreSQL")
        self.page.wait(lambda: "bigint" in self.page.text("pre.ddl").lower() and "STRICT" not in self.page.text("pre.ddl"))

    def test_drift_is_found(self):
        self.part("drift")
        self.page.wait(lambda: self.page.count(".notice.good") == 1)
        self.sql('DROP INDEX "item_title_idx"')
        self.part("sizes")
        self.part("drift")
        self.page.wait(lambda: "item_title_idx" in self.page.text(".differences"))
        self.sql('CREATE INDEX "item_title_idx" ON "item" ("title")')

    def test_findings_of_check_have_a_place(self):
        self.part("findings")
        self.page.wait(lambda: "nullableUnique" in self.page.text("table.list"))
        self.assertIn("Tasks.swift:26:", self.page.text("table.list"))

    def test_sizes_of_tables_and_indexes(self):
        self.part("sizes")
        self.page.wait(lambda: "item_title_idx" in self.page.text("table.list"))
        # The largest is first: the table with the text of a megabyte.
        self.assertEqual(self.page.names("table.list tbody tr:first-child td")[0], database.HOSTILE_TABLE)

    def test_migrations_are_listed(self):
        self.part("migrations")
        self.assertEqual(self.page.count(".notice.error"), 0)

    def test_the_integrity_is_checked(self):
        self.part("integrity")
        self.page.click_text(".schema-content button", "Check")
        self.page.wait(lambda: "No problems" in self.page.text(".schema-content"))
