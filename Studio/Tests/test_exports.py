"""Files with all rows of a table of any length, and many changes at once."""

import csv
import io

from studio import StudioTest


class LargeExports(StudioTest):
    items = 150_000

    def export(self, format):
        self.page.click_text(".head-actions button", "Export")
        self.page.click_text(".popover [role=menuitem]", format)

    def test_all_rows_are_in_the_file(self):
        self.page.table("item")
        self.export("CSV")
        self.page.wait(lambda: self.page.count("dialog.export progress") == 1, "the progress of a long export")
        rows = list(csv.reader(io.StringIO(self.page.download("Item.csv"))))
        self.assertEqual(len(rows), 150_001)
        self.assertEqual([rows[1][0], rows[-1][0]], ["1", "150000"])
        self.page.wait(lambda: self.page.count("dialog[open]") == 0)

    def test_an_export_can_be_stopped(self):
        self.page.table("item")
        self.export("JSON")
        self.page.wait(lambda: "rows" in self.page.text("dialog.export"))
        self.page.click_text("dialog.export button", "Stop")
        self.page.wait(lambda: "stopped" in self.page.text(".toasts"))
        self.page.wait(lambda: self.page.count("dialog[open]") == 0)
        # The studio goes on, and nothing holds the file.
        self.sql("UPDATE item SET title = 'after the export' WHERE id = 1")
        self.page.wait(lambda: self.page.cell(0, "title") == "after the export")

    def test_a_file_with_a_limit_says_so(self):
        self.page.table("item")
        self.export("Markdown")
        self.page.wait(lambda: "isn't complete" in self.page.text(".toasts"), "the limit is told")


class ManyChanges(StudioTest):
    items = 6_000

    def test_five_thousand_changes_are_committed_in_one_transaction(self):
        self.page.table("item")
        self.page.js("""return import('/changes.js').then(({changes}) => changes.together(() => {
            for (let id = 1; id <= 5000; id += 1) changes.set('item', [id], {notes: `note ${id}`}, {}, 1);
            }))""")
        self.page.wait(lambda: "5,000" in self.page.text(".review"))
        self.page.click(".review")
        self.page.wait(lambda: self.page.count(".operation pre.sql") == 200, "the first changes")
        self.page.click_text(".operation-more button", "Show more")
        self.page.wait(lambda: self.page.count(".operation pre.sql") == 1000, "more changes")
        self.page.click(".dialog-foot .primary")
        self.page.wait(lambda: self.page.count("dialog[open]") == 0, "the commit")
        self.assertEqual(self.sql("SELECT count(*) FROM item WHERE notes = 'note ' || id"), [(5_000,)])

    def test_the_page_and_the_server_have_one_limit(self):
        self.page.table("tag")
        message = self.page.js("""return import('/changes.js').then(({changes}) => {
            try { changes.together(() => { for (let n = 0; n < 20001; n += 1) changes.insert('tag', {name: `${n}`}); }); } catch (error) { return error.message; }
            })""")
        self.assertIn("at most 20,000 changes", message)
        self.assertEqual(self.page.count(".review"), 0)
        self.page.js("return import('/changes.js').then(({changes}) => changes.together(() => { for (let n = 0; n < 20000; n += 1) changes.insert('tag', {name: `${n}`}); }))")
        self.page.commit()
        self.assertEqual(self.sql("SELECT count(*) FROM tag"), [(20_010,)])
