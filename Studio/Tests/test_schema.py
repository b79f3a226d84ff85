"""The page of the schema."""

import os
import sqlite3

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


class LargeDiagram(StudioTest):
    """A diagram of 30 tables that no models describe."""

    models = ()

    @classmethod
    def make_database(cls):
        path = os.path.join(cls.folder, "shop.sqlite")
        file = sqlite3.connect(path)
        for number in range(30):
            references = "".join(f", part_{other}_id INTEGER REFERENCES shop_part_{other} (id)" for other in {number // 3, number // 2} if other < number)
            columns = "".join(f", column_{n} TEXT" for n in range(12))
            file.execute(f"CREATE TABLE shop_part_{number} (id INTEGER PRIMARY KEY{references}{columns})")
        file.execute("INSERT INTO shop_part_0 (column_0) VALUES ('a')")
        file.commit()
        file.close()
        return path

    def box(self, table):
        return self.page.js("""const r = document.querySelector('.diagram-image').shadowRoot.querySelector(`[data-table=${arguments[0]}] .box`).getBoundingClientRect();
            return [r.left, r.top, r.width, r.height]""", table)

    def open(self):
        self.page.table("shop_part_0")
        self.page.go("schema", "diagram")
        self.page.wait(lambda: self.page.js("return document.querySelector('.diagram-image')?.style.transform"))

    def test_names_are_readable_at_first_sight(self):
        self.open()
        sizes = self.page.js("""const area = document.querySelector('.diagram-area').getBoundingClientRect();
            return [...document.querySelector('.diagram-image').shadowRoot.querySelectorAll('[data-table] text.name')].map(e => e.getBoundingClientRect())
              .filter(r => r.left >= area.left && r.right <= area.right && r.top >= area.top && r.bottom <= area.bottom).map(r => r.height)""")
        self.assertGreaterEqual(len(sizes), 12, "tables in sight")
        self.assertGreaterEqual(min(sizes), 10, "the height of their names in pixels")
        names = self.page.js("return [...document.querySelector('.diagram-image').shadowRoot.querySelectorAll('text.name')].map(e => e.textContent)")
        self.assertIn("Part7", names)

    def test_it_is_dragged_and_zoomed_around_the_pointer(self):
        self.open()
        left, top, width, height = self.box("shop_part_0")
        self.page.js("document.querySelector('.diagram-area').dispatchEvent(new WheelEvent('wheel', {deltaY: -60, clientX: arguments[0], clientY: arguments[1], bubbles: true, cancelable: true}))", left, top)
        self.page.wait(lambda: self.box("shop_part_0")[2] > width * 1.1)
        larger = self.box("shop_part_0")
        self.assertAlmostEqual(larger[0], left, delta=3)
        self.assertAlmostEqual(larger[1], top, delta=3)
        self.page.act(lambda actions: actions.move_to_element(self.page.element(".diagram-area")).click_and_hold().move_by_offset(-80, -40).move_by_offset(-40, -20).release())
        self.page.wait(lambda: abs(self.box("shop_part_0")[0] - (larger[0] - 120)) < 3, "the diagram was dragged")
        self.assertIn("schema", self.page.js("return location.hash"), "dragging opens nothing")

    def test_a_table_is_found(self):
        self.open()
        self.page.fill(".diagram-bar input", "part29")
        area = self.page.js("const r = document.querySelector('.diagram-area').getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]")
        left, top, width, height = self.box("shop_part_29")
        self.assertTrue(area[0] <= left and left + width <= area[2] and area[1] <= top and top + height <= area[3], "it is in sight")
