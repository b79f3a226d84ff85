"""The grid as a spreadsheet: ranges, copying and pasting, filling, many rows at once, and files with rows."""

import os

from selenium.webdriver.common.action_chains import ActionChains
from studio import CONTROL, Keys, StudioTest


class Spreadsheet(StudioTest):
    def setUp(self):
        self.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})

    def tearDown(self):
        self.page.discard()
        super().tearDown()

    def extend(self, *keys):
        ActionChains(self.driver).key_down(Keys.SHIFT).send_keys(*keys).key_up(Keys.SHIFT).perform()

    def drag(self, start, end):
        self.page.act(lambda actions: actions.click_and_hold(self.page.element(start)).move_to_element(self.page.element(end)).release())

    def menu(self, row, column):
        """Opens the menu of the selected cells."""
        self.page.act(lambda actions: actions.context_click(self.page.element(self.page.cell_css(row, column))))

    def selected(self):
        return self.page.count(".cell.is-selected")

    def clipboard(self):
        return self.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0], arguments[0])")

    def paste(self, text):
        """Pastes a text that another program copied."""
        self.page.js("""const data = new DataTransfer(); data.setData('text/plain', arguments[0]);
            document.querySelector('.grid').dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}))""", text)

    def rows(self, columns, *ids):
        return self.sql(f"SELECT {columns} FROM item WHERE id IN ({', '.join(map(str, ids))}) ORDER BY id")

    def test_a_range_is_selected_by_keys_and_by_dragging(self):
        self.page.table("item")
        self.page.click(self.page.cell_css(2, "title"))
        self.extend(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
        self.page.wait(lambda: self.selected() == 6)
        self.assertEqual(self.page.attribute(self.page.cell_css(3, "notes"), "aria-selected"), "true")
        self.page.keys(Keys.ARROW_UP)
        self.page.wait(lambda: self.selected() == 0)
        self.drag(self.page.cell_css(1, "title"), self.page.cell_css(4, "due_at"))
        self.page.wait(lambda: self.selected() == 12)
        self.page.act(lambda actions: actions.key_down(Keys.SHIFT).click(self.page.element(self.page.cell_css(2, "title"))).key_up(Keys.SHIFT))
        self.page.wait(lambda: self.selected() == 2)
        self.drag('.grid-row[data-index="3"] .row-number', '.grid-row[data-index="5"] .row-number')
        columns = self.page.count(".head-cell[data-column]")
        self.page.wait(lambda: self.selected() == 3 * columns, "three whole rows")

    def test_numbers_that_are_selected_are_summed(self):
        self.page.table("item")
        self.page.click(self.page.cell_css(1, "estimate"))
        self.extend(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        self.page.wait(lambda: "sum 1 · average 0.5" in self.page.text(".selection-summary"), "0.25 and 0.75")

    def test_cells_are_copied_for_a_spreadsheet(self):
        self.page.table("item")
        self.page.click(self.page.cell_css(2, "title"))
        self.extend(Keys.ARROW_DOWN, *[Keys.ARROW_RIGHT] * 4)
        self.page.chord(CONTROL, "c")
        self.page.wait(lambda: self.clipboard() == "Repair the door\t\t2026-09-22 02:13:20\thigh\tfalse\nOrder the door\t\t\tlow\tfalse")

    def test_long_texts_are_copied_whole_and_line_breaks_are_quoted(self):
        long = "x" * 3_000 + '\n"two"'
        self.sql("UPDATE item SET notes = ? WHERE id = 8", long)
        self.page.table("item")
        self.page.click(self.page.cell_css(7, "notes"))
        self.page.chord(CONTROL, "c")
        self.page.wait(lambda: self.clipboard() == '"' + long.replace('"', '""') + '"')

    def test_cells_are_pasted_within_the_studio(self):
        self.page.table("item")
        self.page.click(self.page.cell_css(0, "title"))
        self.extend(Keys.ARROW_DOWN, *[Keys.ARROW_RIGHT] * 5)
        self.page.chord(CONTROL, "c")
        self.page.wait(lambda: self.clipboard().startswith("Oil the door"))
        self.page.click(self.page.cell_css(10, "title"))
        self.page.chord(CONTROL, "v")
        self.page.wait(lambda: self.page.cell(10, "title") == "Oil the door" and self.page.cell(11, "title") == "Paint the door")
        self.page.wait(lambda: self.selected() == 12, "what was pasted is selected")
        sql = self.page.commit()
        self.assertEqual(sql.count("UPDATE"), 2)
        self.assertEqual(self.rows("title, notes, due_at, priority, done, estimate", 11, 12), self.rows("title, notes, due_at, priority, done, estimate", 1, 2))

    def test_lines_of_a_spreadsheet_are_pasted_with_their_errors_at_their_cells(self):
        self.page.table("item")
        self.page.click(self.page.cell_css(12, "due_at"))
        self.paste("2027-01-01 08:00\tlow\ttrue\t1.5\r\nsoon\thigh\tmaybe\t2\r\n\tnormal\tfalse\tmany\r\n")
        self.page.wait(lambda: self.page.count("dialog.problems tbody tr") == 3)
        problems = self.page.text("dialog.problems")
        for text in ["soon", "write a date", "maybe", "write 'true' or 'false'", "many", "write a number"]:
            self.assertIn(text, problems)
        self.page.js("document.querySelector('dialog[open]').close()")
        self.assertEqual(self.page.count(".cell.has-problem"), 3)
        self.page.commit()
        self.assertEqual(self.rows("due_at, priority, done, estimate", 13), [("2027-01-01 08:00:00", 0, 1, 1.5)])
        self.assertEqual(self.rows("priority, estimate", 14), [(2, 2.0)])
        self.assertEqual(self.rows("due_at, priority, done", 15), [(None, 1, 0)])

    def test_one_value_is_pasted_into_all_selected_cells(self):
        self.page.table("item")
        self.page.click(self.page.cell_css(2, "notes"))
        self.extend(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        self.paste("the same")
        self.page.wait(lambda: [self.page.cell(row, "notes") for row in (2, 3, 4)] == ["the same"] * 3)
        # One step back.
        self.page.chord(CONTROL, "z")
        self.page.wait(lambda: self.page.count(".review") == 0 and self.page.cell(2, "notes") == "nil")
        ActionChains(self.driver).key_down(CONTROL).key_down(Keys.SHIFT).send_keys("z").key_up(Keys.SHIFT).key_up(CONTROL).perform()
        self.page.wait(lambda: self.page.cell(4, "notes") == "the same")

    def test_lines_beyond_the_last_row_become_new_rows(self):
        self.page.table("tag")
        self.page.click(self.page.cell_css(9, "name"))
        self.paste("dearest\nnew one\nnew two\n")
        self.page.wait(lambda: self.page.count(".grid-row.is-draft") == 2)
        self.page.wait(lambda: [self.page.cell(0, "name"), self.page.cell(1, "name")] == ["new one", "new two"])
        self.page.commit()
        self.assertEqual(self.sql("SELECT name FROM tag WHERE id >= 10 ORDER BY id"), [("dearest",), ("new one",), ("new two",)])

    def test_rows_are_repeated_below_by_dragging_the_corner_of_the_selection(self):
        self.page.table("item")
        before = [self.page.cell(row, "title") for row in range(2, 8)]
        self.page.click(self.page.cell_css(2, "title"))
        self.extend(Keys.ARROW_DOWN)
        self.drag(".fill-handle", self.page.cell_css(6, "title"))
        self.page.wait(lambda: [self.page.cell(row, "title") for row in range(2, 8)] == [*before[:2], *before[:2], before[0], before[5]], "two rows are repeated")
        self.assertEqual(self.page.count(".is-selected"), 5)
        self.page.chord(CONTROL, "z")
        self.page.wait(lambda: [self.page.cell(row, "title") for row in range(2, 8)] == before, "it is one change")

    def test_cells_are_filled_down_cleared_and_set_together(self):
        self.page.table("item")
        self.page.click(self.page.cell_css(3, "priority"))
        self.extend(*[Keys.ARROW_DOWN] * 4)
        self.page.chord(CONTROL, "d")
        self.page.wait(lambda: [self.page.cell(row, "priority") for row in range(3, 8)] == ["low"] * 5)
        self.page.click(self.page.cell_css(4, "estimate"))
        self.extend(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        self.page.keys("4.5")
        self.page.wait(lambda: self.page.count(".cell-editor") == 1)
        self.page.chord(CONTROL, Keys.ENTER)
        self.page.wait(lambda: [self.page.cell(row, "estimate") for row in (4, 5, 6)] == ["4.5"] * 3)
        self.page.click(self.page.cell_css(4, "due_at"))
        self.extend(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        self.page.keys(Keys.DELETE)
        self.page.wait(lambda: [self.page.cell(row, "due_at") for row in (4, 5, 6)] == ["nil"] * 3)
        self.page.commit()
        self.assertEqual(self.rows("priority", 4, 5, 6, 7, 8), [(0,)] * 5)
        self.assertEqual(self.rows("estimate, due_at", 5, 6, 7), [(4.5, None)] * 3)

    def test_the_menu_of_cells_deletes_and_duplicates_many_rows(self):
        self.page.table("step")
        count = self.sql("SELECT count(*) FROM step")[0][0]
        self.page.click(self.page.cell_css(0, "text"))
        self.extend(*[Keys.ARROW_DOWN] * 3)
        self.menu(2, "text")
        self.page.click_text(".popover [role=menuitem]", "Delete 4 rows")
        self.page.wait(lambda: self.page.count(".grid-row.is-deleted") == 4)
        self.page.click(self.page.cell_css(5, "text"))
        self.extend(Keys.ARROW_DOWN)
        self.menu(5, "text")
        self.page.click_text(".popover [role=menuitem]", "Duplicate 2 rows")
        self.page.wait(lambda: self.page.count(".grid-row.is-draft") == 2)
        self.assertEqual(self.page.cell(0, "text"), self.page.cell(7, "text"))
        self.page.commit()
        self.assertEqual(self.sql("SELECT count(*) FROM step"), [(count - 2,)])

    def test_rows_that_are_not_loaded_are_changed_too(self):
        self.page.table("item", filters=[{"column": "id", "operator": "greater", "values": [1000]}])
        self.page.click(self.page.cell_css(0, "notes"))
        ActionChains(self.driver).key_down(Keys.SHIFT).key_down(CONTROL).send_keys(Keys.END).key_up(CONTROL).key_up(Keys.SHIFT).perform()
        self.page.keys(Keys.HOME)
        self.page.click(self.page.cell_css(999, "notes"))
        self.page.chord(CONTROL, Keys.HOME)
        self.page.click(self.page.cell_css(0, "notes"))
        self.extend(*[Keys.PAGE_DOWN] * 60)
        self.paste("all of them")
        self.page.wait(lambda: "1,000" in self.page.text(".review"))
        self.page.commit()
        self.assertEqual(self.sql("SELECT count(*) FROM item WHERE id > 1000 AND notes = 'all of them'"), [(1_000,)])


class Imports(StudioTest):
    def tearDown(self):
        self.page.js("document.querySelector('dialog[open]')?.close()")
        self.page.discard()
        super().tearDown()

    def file(self, text, name="rows.csv"):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return path

    def choose(self, text):
        self.page.js("HTMLInputElement.prototype.showPicker = () => {}; const click = HTMLInputElement.prototype.click; HTMLInputElement.prototype.click = function () { if (this.type !== 'file') click.call(this); }")
        self.page.click_text(".head-actions button", "Import")
        self.page.element(".import-file").send_keys(self.file(text))
        self.page.wait(lambda: self.page.count("dialog.import tbody tr") > 0, "the preview")
        self.page.wait(lambda: "rows" in self.page.text(".import-summary") or "row" in self.page.text(".import-summary"))

    def test_a_csv_file_is_previewed_with_its_errors_and_imported(self):
        self.page.table("item")
        before = self.sql("SELECT count(*) FROM item")[0][0]
        self.choose('title;due_at;priority;done;project;estimate\r\n"Buy ""good"" nails; and screws";2027-03-01;high;yes;Garden;1.5\r\n'
                    'Call;soon;low;no;Garden;\r\nSing;;normal;false;3;2\r\nDance;;normal;false;Nowhere;2\r\n')
        summary = self.page.text(".import-summary")
        for text in ["2 new rows", "2 lines with errors", "line 3, dueAt: write a date", "line 5, projectID: no row is named ‘Nowhere’"]:
            self.assertIn(text, summary)
        self.assertEqual(self.page.count(".import-preview td.has-problem"), 2)
        self.page.click_text("dialog.import button", "Collect as changes")
        self.page.wait(lambda: self.page.count(".grid-row.is-draft") == 2)
        self.assertEqual(self.sql("SELECT count(*) FROM item"), [(before,)], "nothing is written before the commit")
        self.page.commit()
        self.assertEqual(self.sql("SELECT title, due_at, priority, done, project_id, estimate, notes FROM item WHERE id > ? ORDER BY id", before),
                         [('Buy "good" nails; and screws', "2027-03-01 00:00:00", 2, 1, 2, 1.5, None), ("Sing", None, 1, 0, 3, 2.0, None)])

    def test_rows_whose_key_exists_are_changed(self):
        self.page.table("tag")
        self.choose("id,name\n1,very urgent\n2,waiting\n,brand new\n")
        summary = self.page.text(".import-summary")
        for text in ["1 new row", "1 row changed", "1 row as they are", "no errors"]:
            self.assertIn(text, summary)
        self.page.click_text("dialog.import button", "Collect as changes")
        sql = self.page.commit()
        self.assertEqual(sql.count("UPDATE"), 1)
        self.assertEqual(self.sql("SELECT name FROM tag WHERE id IN (1, 2) OR name = 'brand new' ORDER BY id"), [("very urgent",), ("waiting",), ("brand new",)])

    def test_what_the_studio_exports_it_imports(self):
        self.page.table("person")
        self.page.click_text(".head-actions button", "Export")
        self.page.click_text(".popover [role=menuitem]", "CSV")
        content = self.page.download("Person.csv")
        self.choose(content)
        self.assertIn("12 rows as they are", self.page.text(".import-summary"))
        self.assertIn("no errors", self.page.text(".import-summary"))
