"""The page for statements: completion, results, plans, history, named queries, exports."""

import csv
import io
import json

from selenium.webdriver.common.action_chains import ActionChains
from studio import CONTROL, Keys, StudioTest


class Queries(StudioTest):
    def setUp(self):
        self.driver.get("about:blank")
        self.driver.get(self.studio.origin + "/#/queries")
        self.page.wait(lambda: self.page.count(".editor-field") == 1)

    def test_a_statement_shows_its_rows(self):
        self.run_sql("SELECT id, title, estimate FROM item ORDER BY id LIMIT 3")
        self.assertEqual(self.page.names(".output .head-text"), ["id", "title", "estimate"])
        self.assertEqual([self.page.cell(0, "1"), self.page.cell(1, "1"), self.page.cell(2, "2")], ["Oil the door", "Paint the door", "nil"])
        self.assertIn("3 rows", self.page.text(".result-status"))

    def test_results_have_a_limit(self):
        self.run_sql("SELECT * FROM item")
        self.assertIn("the first 1,000 rows", self.page.text(".result-status"))
        self.assertEqual(self.page.attribute(".output .grid", "aria-rowcount"), "1001")

    def test_an_error_shows_its_place(self):
        self.run_sql("SELECT id,\n  titel FROM item")
        self.assertIn("titel", self.page.text(".output .notice.error"))
        self.page.click_text(".output button", "Show the place")
        self.assertEqual(self.page.js("const f = document.querySelector('.editor-field'); return f.value.slice(f.selectionStart, f.selectionEnd)"), "titel")

    def test_completion_offers_tables_columns_and_keywords(self):
        self.page.click(".editor-field")
        self.page.js("const f = document.querySelector('.editor-field'); f.value = ''")
        self.page.keys("SELECT item.ti")
        self.page.wait(lambda: "title" in self.page.text(".completions"))
        self.page.keys(Keys.ENTER)
        self.page.keys(" FROM ite")
        self.page.wait(lambda: "item_tags" in self.page.text(".completions"))
        self.page.keys(Keys.TAB, " WHERE pri")
        self.page.wait(lambda: "priority" in self.page.text(".completions"))
        self.page.keys(Keys.TAB, " = 1")
        self.assertEqual(self.page.value(".editor-field"), "SELECT item.title FROM item WHERE priority = 1")
        self.page.chord(CONTROL, Keys.ENTER)
        self.page.wait(lambda: "667 rows" in self.page.text(".result-status"))

    def test_a_plan_marks_scans(self):
        self.page.fill(".editor-field", "SELECT * FROM item JOIN project ON project.id = project_id WHERE notes = 'x'")
        self.page.click_text(".query-bar button", "Plan")
        self.page.wait(lambda: self.page.count(".plan-line.is-scan") == 1)
        self.assertIn("SCAN item", self.page.text(".plan-line.is-scan"))
        self.assertEqual(self.page.count(".plan-line:not(.is-scan)"), 1)
        self.page.fill(".editor-field", "SELECT * FROM item WHERE id = 1")
        self.page.click_text(".query-bar button", "Plan")
        self.page.wait(lambda: self.page.count(".plan-line") == 1 and self.page.count(".plan-line.is-scan") == 0)

    def test_the_history_keeps_statements(self):
        self.run_sql("SELECT 'remembered'")
        self.page.fill(".editor-field", "")
        self.setUp()
        self.page.click_text(".side-link.history", "SELECT 'remembered'")
        self.assertEqual(self.page.value(".editor-field"), "SELECT 'remembered'")

    def test_a_named_query_has_a_form(self):
        self.page.click_text(".side-link", "Item.overdue")
        self.page.wait(lambda: self.page.count(".query-fields .form-field") == 2)
        self.page.fill('.query-fields .date-text', "2026-10-01T00:00:00")
        self.page.click_text(".query-fields [role=radio]", "high")
        self.page.click_text(".query-form button", "Run the query")
        expected = self.sql("SELECT count(*) FROM item WHERE done = 0 AND due_at < '2026-10-01 00:00:00' AND priority >= 2")[0][0]
        self.page.wait(lambda: f"{min(200, expected)} rows" in self.page.text(".result-status"))

    def test_a_statement_that_writes_asks_first(self):
        self.run_sql("UPDATE tag SET name = 'cheapest' WHERE name = 'cheap'")
        self.page.wait(lambda: "changes the database" in self.page.text("dialog[open]"))
        self.assertEqual(self.sql("SELECT count(*) FROM tag WHERE name = 'cheapest'"), [(0,)])
        self.page.click(".dialog .danger")
        self.page.wait(lambda: "1 row changed" in self.page.text(".result-status"))
        self.assertEqual(self.sql("SELECT count(*) FROM tag WHERE name = 'cheapest'"), [(1,)])

    def test_a_long_statement_is_stopped(self):
        self.page.fill(".editor-field", "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
        self.page.click(".query-bar .primary")
        self.page.click_text(".query-bar button:not([hidden])", "Stop")
        self.page.wait(lambda: self.page.count(".output .notice.error") == 1)
        self.run_sql("SELECT 1")
        self.assertIn("1 row", self.page.text(".result-status"))

    def test_results_are_exported(self):
        self.run_sql("SELECT 'a,\"b\"' AS \"the text\", 1 AS n, NULL AS empty")
        results = {}
        for title, name in [("CSV", "result.csv"), ("JSON", "result.json"), ("Markdown", "result.md"), ("Swift", "result.swift")]:
            self.page.click_text(".query-bar button", "Export")
            self.page.click_text(".popover [role=menuitem]", title)
            results[title] = self.page.download(name)
        self.assertEqual(list(csv.reader(io.StringIO(results["CSV"]))), [["the text", "n", "empty"], ['a,"b"', "1", ""]])
        self.assertEqual(json.loads(results["JSON"]), [{"the text": 'a,"b"', "n": 1, "empty": None}])
        self.assertIn("| the text | n |", results["Markdown"].replace("  ", " "))
        self.assertIn('#"a,"b""#', results["Swift"])

    def test_a_part_of_a_result_is_copied_for_a_spreadsheet(self):
        self.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        self.page.table("tag")
        self.page.go("queries")
        self.page.wait(lambda: self.page.count(".editor") > 0)
        self.run_sql("SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, NULL UNION ALL SELECT 3, 'y'")
        self.page.click('.output .grid-row[data-index="0"] [data-column="0"]')
        ActionChains(self.driver).key_down(Keys.SHIFT).send_keys(Keys.ARROW_DOWN, Keys.ARROW_RIGHT).key_up(Keys.SHIFT).perform()
        self.page.chord(CONTROL, "c")
        self.page.wait(lambda: self.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])") == "1\tx\n2\t")
