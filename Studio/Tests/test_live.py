"""Changes by other processes, and studios that can't write."""

import sqlite3

from studio import Page, Studio, StudioTest


class Live(StudioTest):
    def test_rows_changed_by_another_process_are_marked(self):
        self.page.table("item")
        self.sql("UPDATE item SET title = 'Changed elsewhere' WHERE id = 4")
        self.page.wait(lambda: self.page.cell(3, "title") == "Changed elsewhere")
        self.page.wait(lambda: self.page.count(self.page.cell_css(3, "title") + ".is-live") == 1)
        self.assertEqual(self.page.count(".grid-row.is-live-row"), 1)
        self.sql("INSERT INTO item (title, priority, done, project_id) VALUES ('From elsewhere', 1, 0, 1)")
        self.page.wait(lambda: self.page.text(".page-title .badge") == "2,001")
        self.page.wait(lambda: "2,001" in self.page.text('.sidebar-link[href="#/table/item"]'))

    def test_other_tables_are_marked_in_the_list(self):
        self.page.table("item")
        self.sql("INSERT INTO tag (name) VALUES ('new tag')")
        self.page.wait(lambda: self.page.count('.sidebar-link[href="#/table/tag"] .live-mark') == 1)
        self.page.wait(lambda: "11" in self.page.text('.sidebar-link[href="#/table/tag"] .count'))
        self.page.click('.sidebar-link[href="#/table/tag"]')
        self.page.wait(lambda: self.page.count('.sidebar-link[href="#/table/tag"] .live-mark') == 0)

    def test_collected_changes_stay(self):
        self.page.table("item")
        self.page.double_click(self.page.cell_css(7, "title"))
        self.page.fill(".cell-editor .field", "Not committed")
        self.page.click(self.page.cell_css(9, "title"))
        self.page.wait(lambda: self.page.count(".review") == 1)
        self.sql("UPDATE item SET title = 'Elsewhere' WHERE id = 9")
        self.page.wait(lambda: self.page.cell(8, "title") == "Elsewhere")
        self.assertEqual(self.page.cell(7, "title"), "Not committed")
        self.page.discard()


class ReadOnly(StudioTest):
    options = ("--read-only",)

    def test_nothing_can_be_edited(self):
        self.page.table("item", row=[1])
        self.page.wait(lambda: self.page.count(".drawer .form-field") > 5)
        self.assertIn("Read-only", self.page.text(".bar"))
        self.assertNotIn("New row", self.page.text(".head-actions"))
        self.assertEqual(self.page.count(".drawer textarea:not(:disabled), .drawer .reference:not(:disabled)"), 0)
        self.assertNotIn("Add", self.page.text(".drawer"))
        status = self.driver.execute_async_script("""fetch('/api/changes/commit', {method: 'POST', body: JSON.stringify({operations: [
            {kind: 'update', table: 'item', key: [1], values: {title: 'x'}, was: {version: 1}}]})}).then(r => arguments[0](r.status))""")
        self.assertEqual(status, 403)
        self.assertEqual(self.sql("SELECT title FROM item WHERE id = 1"), [("Oil the door",)])

    def test_a_statement_that_writes_is_refused(self):
        self.page.go("queries")
        self.page.wait(lambda: self.page.count(".editor-field") == 1)
        self.page.fill(".editor-field", "DELETE FROM item")
        self.page.click(".query-bar .primary")
        self.page.wait(lambda: self.page.count(".output .notice.error") == 1)
        self.assertEqual(self.sql("SELECT count(*) FROM item"), [(2000,)])


class OpenElsewhere(StudioTest):
    def test_a_file_that_another_process_has_open_is_read_only(self):
        other = sqlite3.connect(self.path)
        other.execute("INSERT INTO tag (name) VALUES ('from the other')")
        other.commit()
        try:
            studio = Studio(self.path)
            page = Page(studio, self.driver)
            page.wait(lambda: "Read-only" in page.text(".bar"))
            self.assertNotEqual(page.attribute(".read-only", "title"), "")
            self.driver.get("about:blank")
            studio.stop()
            studio = Studio(self.path, "--no-read-only")
            page = Page(studio, self.driver)
            self.assertNotIn("Read-only", page.text(".bar"))
            self.driver.get("about:blank")
            studio.stop()
        finally:
            other.close()
            self.driver.get("about:blank")
