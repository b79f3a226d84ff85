"""Names and cells that would do harm in a page that takes them for HTML, and texts that are hard to show."""

from database import HOSTILE_TABLE, HOSTILE_TEXTS
from studio import StudioTest

COLUMN = "<img src=x onerror=alert('column')>"


class Hostile(StudioTest):
    def nothing_ran(self):
        self.assertNotIn("owned", self.page.driver.title)
        self.assertEqual(self.page.count("main img[src=x], main script, .drawer img[src=x], .sidebar img"), 0)

    def texts(self):
        return self.page.js("return [...document.querySelectorAll('.grid-row')].sort((a, b) => a.dataset.index - b.dataset.index).map(row => row.querySelectorAll('.cell')[1].textContent)")

    def test_names_and_cells_are_text(self):
        self.page.table(HOSTILE_TABLE)
        self.assertIn(HOSTILE_TABLE, self.page.text(".page-title"))
        self.page.wait(lambda: self.page.cell(0, COLUMN) is not None)
        texts = self.texts()
        self.assertEqual(texts[0], HOSTILE_TEXTS[0])
        self.assertEqual(texts[1], HOSTILE_TEXTS[1])
        self.assertEqual(texts[2], HOSTILE_TEXTS[2])
        self.assertEqual(texts[3], "before␀after")
        self.assertEqual(texts[5], "line one⏎line two⇥tab␍⏎line three")
        self.assertTrue(texts[6].startswith("xxxx") and len(texts[6]) < 1_000)
        self.assertEqual(texts[8], HOSTILE_TEXTS[8])
        self.nothing_ran()

    def test_text_from_right_to_left_stays_in_its_cell(self):
        self.page.table(HOSTILE_TABLE)
        self.page.wait(lambda: self.page.cell(4, COLUMN) is not None)
        cell = self.page.js("""const row = document.querySelector('.grid-row[data-index="4"]'); const [one, other] = [row.querySelectorAll('.cell')[1], row.querySelectorAll('.cell')[2]];
            return [one.getBoundingClientRect().right <= other.getBoundingClientRect().left + 1, getComputedStyle(one.firstChild).unicodeBidi]""")
        self.assertEqual(cell, [True, "isolate"])

    def test_forms_pickers_and_filters_show_text(self):
        for row in range(1, len(HOSTILE_TEXTS) + 1):
            self.page.table(HOSTILE_TABLE, row=[row])
            self.page.wait(lambda: self.page.count(".drawer .form-field") == 3)
            if row not in (7,):
                shown = self.page.js("return document.querySelectorAll('.drawer .form-field')[1].querySelector('textarea').value")
                self.assertEqual(shown.replace("\n", ""), HOSTILE_TEXTS[row - 1].replace("\r", "").replace("\n", ""), row)
            self.nothing_ran()
        self.page.table(HOSTILE_TABLE, filters=[{"column": COLUMN, "operator": "contains", "values": ["<script>"]}])
        self.page.wait(lambda: self.page.text(".page-title .badge") == "1")
        self.assertIn("<script>", self.page.names(".code-strip .code-text")[1])
        self.nothing_ran()

    def test_a_text_of_a_megabyte_is_loaded_in_part_and_whole(self):
        self.page.table(HOSTILE_TABLE, row=[7])
        self.page.wait(lambda: self.page.count(".drawer textarea") > 0)
        self.page.wait(lambda: len(self.page.value(".drawer .form-field:nth-child(2) textarea") or "") >= 1_000_000)
        self.assertLess(self.page.js("return performance.getEntriesByType('resource').filter(e => e.name.endsWith('/page')).at(-1).decodedBodySize"), 40_000)

    def test_an_edit_of_one_text_leaves_the_others_alone(self):
        self.page.table(HOSTILE_TABLE, row=[4])
        self.page.wait(lambda: self.page.count(".drawer textarea") > 0)
        self.page.fill(".drawer .form-field:nth-child(3) textarea", "<b>new</b>")
        self.page.commit()
        rows = self.sql(f'SELECT * FROM "{HOSTILE_TABLE}" WHERE id = 4')
        self.assertEqual(rows, [(4, "before\0after", "<b>new</b>")])
        self.nothing_ran()

    def test_the_other_pages_show_text(self):
        for part in ["diagram", "ddl", "migrations", "drift", "findings", "sizes"]:
            self.page.go("schema", part)
            self.page.wait(lambda: "Loading" not in self.page.text(".schema-content"))
            self.assertEqual(self.page.count(".schema-content > .notice.error"), 0, part)
            self.nothing_ran()
        self.page.go("queries")
        self.page.wait(lambda: self.page.count(".editor-field") == 1)
        self.page.fill(".editor-field", f'SELECT * FROM "{HOSTILE_TABLE}"')
        self.page.click(".query-bar .primary")
        self.page.wait(lambda: self.page.count(".output .grid-row") == len(HOSTILE_TEXTS))
        self.nothing_ran()
