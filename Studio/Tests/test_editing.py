"""Changes: in the grid and in forms, undone, reviewed, committed, rejected, in conflict."""

import os

from selenium.webdriver.common.action_chains import ActionChains
from studio import CONTROL, Keys, StudioTest


class Editing(StudioTest):
    def tearDown(self):
        self.page.discard()
        super().tearDown()

    def item(self, id, columns="*"):
        return self.sql(f"SELECT {columns} FROM item WHERE id = ?", id)[0]

    def test_cells_are_edited_and_committed_in_one_transaction(self):
        self.page.table("item")
        self.edit(4, "title", "Return the door 'today'")
        self.page.wait(lambda: self.page.cell(4, "title") == "Return the door 'today'", "the edit in its cell")
        self.page.click(self.page.cell_css(5, "estimate"))
        self.page.keys("7.5", Keys.ENTER)
        self.page.click(self.page.cell_css(6, "done"))
        self.page.keys(Keys.ENTER)
        self.page.wait(lambda: "3" in self.page.text(".review"))
        self.page.wait(lambda: self.page.count(".cell.is-changed") == 3, "three cells marked")
        self.assertEqual(self.item(5, "title"), ("Return the door",), "nothing is written before the commit")
        sql = self.page.commit()
        self.assertEqual(sql.count("UPDATE"), 3)
        self.assertIn("Return the door ''today''", sql)
        self.assertEqual(self.item(5, "title, version"), ("Return the door 'today'", 2))
        self.assertEqual(self.item(6, "estimate"), (7.5,))
        self.assertEqual(self.item(7, "done"), (1 - (6 % 7 < 2),))
        self.page.wait(lambda: self.page.cell(4, "title") == "Return the door 'today'" and self.page.count(".cell.is-changed") == 0)
        self.assertEqual(self.page.count(".live-mark"), 0, "own changes aren't marked as those of others")

    def test_changes_are_undone_redone_and_discarded(self):
        self.page.table("item")
        self.edit(8, "title", "One")
        self.edit(9, "title", "Two")
        self.page.wait(lambda: "2" in self.page.text(".review"))
        self.page.chord(CONTROL, "z")
        self.page.wait(lambda: self.page.cell(9, "title") == "Water the door" and self.page.cell(8, "title") == "One")
        ActionChains(self.driver).key_down(CONTROL).key_down(Keys.SHIFT).send_keys("z").key_up(Keys.SHIFT).key_up(CONTROL).perform()
        self.page.wait(lambda: self.page.cell(9, "title") == "Two")
        self.page.discard()
        self.page.wait(lambda: self.page.cell(8, "title") == "Sort the door")
        self.assertEqual(self.item(9, "title, version"), ("Sort the door", 1))
        self.edit(8, "title", "One")
        self.edit(8, "title", "Sort the door")
        self.page.wait(lambda: self.page.count(".review") == 0, "a change back is no change")

    def test_values_of_a_wrong_type_are_refused_at_the_cell(self):
        self.page.table("item")
        self.page.double_click(self.page.cell_css(3, "estimate"))
        self.page.fill(".cell-editor .field", "many")
        self.page.keys(Keys.ENTER)
        self.page.wait(lambda: "write a number" in self.page.text(".cell-error"))
        self.page.keys(Keys.ESCAPE)
        self.page.wait(lambda: self.page.count(".cell-editor") == 0)
        self.assertEqual(self.page.count(".review"), 0)

    def test_delete_sets_nil_and_large_integers_stay_exact(self):
        self.page.table("item")
        self.page.click(self.page.cell_css(0, "notes"))
        self.page.keys(Keys.DELETE)
        self.page.wait(lambda: self.page.cell(0, "notes") == "nil")
        self.page.commit()
        self.assertEqual(self.item(1, "notes"), (None,))
        self.page.table("preferences")
        self.edit(0, "account_limit", "9223372036854775807")
        self.page.commit()
        self.assertEqual(self.sql("SELECT account_limit FROM preferences"), [(9223372036854775807,)])

    def test_the_form_has_a_control_for_each_type(self):
        self.page.table("item", row=[12])
        field = lambda name: f'.drawer [data-field="{name}"]'
        self.page.wait(lambda: self.page.count(field("title")) == 1)
        self.page.click_text(field("priority") + " [role=radio]", "high")
        self.page.click_text(field("done") + " [role=radio]", "true")
        self.page.fill(field("due_at") + " .date-text", "2027-01-02T03:04:05")
        self.page.fill(field("notes") + " textarea", "two\nlines")
        self.page.click(field("estimate") + " .nil-switch")
        self.assertTrue(self.page.js("return document.querySelector(arguments[0]).disabled", field("version") + " input"))
        self.page.wait(lambda: self.page.count(".drawer .is-changed") >= 4)
        self.page.commit()
        self.assertEqual(self.item(12, "priority, done, due_at, notes, estimate"), (2, 1, "2027-01-02 03:04:05", "two\nlines", None))

    def test_json_is_edited_as_a_structure_and_as_text(self):
        self.page.table("item", row=[1])
        json = '.drawer [data-field="details"] '
        self.page.wait(lambda: self.page.count(json + ".json-name") >= 3)
        self.page.fill(json + ".json-children > .json-node:nth-child(1) .field", "in the \"shed\"")
        self.page.click_text(json + ".json-children .json-children button", "Item")
        self.page.wait(lambda: self.page.count(json + ".json-children .json-children > .json-node") == 3)
        self.page.fill(json + ".json-children .json-children > .json-node:nth-child(3) .field", "third")
        self.page.commit()
        self.assertEqual(self.sql("SELECT json(details) FROM item WHERE id = 1")[0][0],
                         '{"place":"in the \\"shed\\"","links":["https://example.com/a","https://example.com/b","third"],"isPrivate":false}')
        self.page.table("item", row=[1])
        self.page.click_text(json + "[role=tab]", "Text")
        self.page.fill(json + "textarea", '{"place": null, "links": [], "isPrivate": true')
        self.page.wait(lambda: "JSON" in self.page.text(json + ".field-error, .drawer [data-field=details] > .field-error"))
        self.page.fill(json + "textarea", '{"place": null, "links": [], "isPrivate": true}')
        self.page.commit()
        self.assertEqual(self.item(1, "json(details)"), ('{"place":null,"links":[],"isPrivate":true}',))

    def test_blobs_are_shown_replaced_and_downloaded(self):
        photo = '.drawer [data-field="photo"] '
        self.page.table("item", row=[1])
        self.page.wait(lambda: self.page.js("return document.querySelector(arguments[0])?.naturalWidth", photo + "img"), "the image")
        self.page.table("item", row=[2])
        self.page.wait(lambda: "70 6c 61 69 6e" in self.page.text(photo + "pre.hex"))
        self.page.click_text(photo + "[role=tab]", "Text")
        self.page.wait(lambda: "plain text in a blob" in self.page.text(photo + "pre"))
        path = os.path.join(self.folder, "new.bin")
        with open(path, "wb") as file:
            file.write(bytes(range(256)))
        self.page.element(photo + "input[type=file]").send_keys(path)
        self.page.wait(lambda: "not committed" in self.page.text(photo))
        self.page.commit()
        self.assertEqual(self.item(2, "photo"), (bytes(range(256)),))
        self.page.wait(lambda: "256 B" in self.page.text(photo))

    def test_a_row_is_inserted_with_its_children(self):
        self.page.table("item")
        self.page.click_text(".head-actions button", "New row")
        self.page.wait(lambda: "New Item" in self.page.text(".drawer h2"))
        self.assertEqual(self.page.count(".grid-row.is-draft"), 1)
        self.page.fill('.drawer [data-field="title"] textarea', "A new item")
        self.page.click('.drawer [data-field="project_id"] .reference')
        self.page.fill(".picker input", "Gard")
        self.page.wait(lambda: self.page.text(".picker-option").startswith("Garden"))
        self.page.keys(Keys.ENTER)
        self.page.wait(lambda: "Garden" in self.page.text('.drawer [data-field="project_id"]'))
        for text in ["first", "second"]:
            self.page.click_text('.drawer [data-relationship="steps"] button', "New Step")
            self.page.wait(lambda: "New Step" in self.page.text(".drawer h2"))
            self.page.fill('.drawer [data-field="text"] textarea', text)
            self.page.click('.drawer [aria-label="Back"]')
            self.page.wait(lambda: text in self.page.text('.drawer [data-relationship="steps"]'))
        self.page.click_text('.drawer [data-relationship="tags"] button', "Add")
        self.page.fill(".picker input", "urgent")
        self.page.wait(lambda: self.page.text(".picker-option").startswith("urgent"))
        self.page.keys(Keys.ENTER)
        self.page.wait(lambda: "urgent" in self.page.text('.drawer [data-relationship="tags"] .members'))
        self.page.keys(Keys.ESCAPE)
        sql = self.page.commit()
        self.assertEqual(sql.count("INSERT INTO"), 4, sql)
        id, project = self.sql("SELECT id, project_id FROM item WHERE title = 'A new item'")[0]
        self.assertEqual(project, 2)
        self.assertEqual(self.sql("SELECT text FROM step WHERE item_id = ? ORDER BY steps_position", id), [("first",), ("second",)])
        self.assertEqual(self.sql("SELECT name FROM item_tags JOIN tag ON tag.id = tag_id WHERE item_id = ?", id), [("urgent",)])
        self.page.wait(lambda: f"{id}" in self.page.text(".drawer .eyebrow"), "the form shows the row that was inserted")

    def test_rejections_appear_at_their_field(self):
        self.page.table("project")
        self.edit(0, "name", "Garden")
        self.page.review()
        self.page.click(".dialog-foot .primary")
        self.page.wait(lambda: self.page.count(".dialog .field-error") > 0)
        message = self.page.text(".dialog .operation .field-error")
        self.assertIn("name", message)
        self.page.js("document.querySelector('dialog[open]').close()")
        self.page.wait(lambda: self.page.count(self.page.cell_css(0, "name") + ".has-problem") == 1)
        self.page.click('.grid-row[data-index="0"] .row-open')
        self.page.wait(lambda: self.page.text('.drawer [data-field="name"] .field-error') != "")
        self.assertEqual(self.sql("SELECT name FROM project WHERE id = 1"), [("House",)])
        self.page.keys(Keys.ESCAPE)

    def test_nothing_is_written_if_one_of_several_changes_is_rejected(self):
        self.page.table("item")
        self.edit(20, "title", "Never written")
        self.edit(21, "title", "")
        self.page.review()
        self.page.click(".dialog-foot .primary")
        self.page.wait(lambda: self.page.count(".dialog .operation .field-error") > 0)
        self.assertIn("title", self.page.text(".dialog .operation .field-error"))
        self.assertNotEqual(self.item(21, "title"), ("Never written",))

    def test_a_conflict_shows_both_rows(self):
        self.page.table("item")
        self.edit(14, "title", "Mine")
        self.sql("UPDATE item SET title = 'Theirs', notes = 'by them', version = version + 1 WHERE id = 15")
        self.page.review()
        self.page.click(".dialog-foot .primary")
        self.page.wait(lambda: self.page.count(".conflict") == 1)
        comparison = self.page.text(".comparison")
        for text in ["Mine", "Theirs", "by them"]:
            self.assertIn(text, comparison)
        self.assertEqual(self.item(15, "title"), ("Theirs",))
        self.page.click_text(".conflict button", "Keep my values")
        self.page.wait(lambda: self.page.count(".conflict") == 0)
        self.page.click(".dialog-foot .primary")
        self.page.wait(lambda: self.page.count("dialog[open]") == 0)
        self.assertEqual(self.item(15, "title, notes, version"), ("Mine", "by them", 3))

    def test_a_change_can_be_dropped_in_a_conflict(self):
        self.page.table("item")
        self.edit(16, "title", "Mine")
        self.sql("UPDATE item SET title = 'Theirs', version = version + 1 WHERE id = 17")
        self.page.review()
        self.page.click(".dialog-foot .primary")
        self.page.click_text(".conflict button", "Drop my change")
        self.page.wait(lambda: self.page.count(".review") == 0 and self.page.cell(16, "title") == "Theirs")

    def test_rows_are_deleted_softly_and_for_good(self):
        self.page.table("note")
        self.page.click(self.page.cell_css(1, "title"))
        ActionChains(self.driver).key_down(Keys.SHIFT).send_keys(Keys.DELETE).key_up(Keys.SHIFT).perform()
        self.page.wait(lambda: self.page.count(".grid-row.is-deleted") == 1)
        id = int(self.page.cell(1, "id"))
        self.page.commit()
        self.assertIsNotNone(self.sql("SELECT deleted_at FROM note WHERE id = ?", id)[0][0])
        self.page.table("item", row=[2000])
        self.page.click('.drawer [aria-label="More"]')
        self.page.click_text(".popover [role=menuitem]", "Delete")
        self.page.commit()
        self.assertEqual(self.sql("SELECT * FROM item WHERE id = 2000"), [])

    def test_a_change_of_a_million_characters_is_committed(self):
        self.page.table("item", row=[40])
        self.page.wait(lambda: self.page.count('.drawer [data-field="notes"] textarea') == 1)
        self.page.fill('.drawer [data-field="notes"] textarea', "y" * 1_000_000)
        self.page.commit()
        self.assertEqual(self.item(40, "length(notes)"), (1_000_000,))

    def test_a_date_is_shown_as_it_is_stored_and_an_edit_changes_only_what_was_edited(self):
        self.sql("UPDATE item SET due_at = '2026-11-03 08:30:00.123456789' WHERE id = 19")
        self.page.table("item")
        self.page.double_click(self.page.cell_css(18, "due_at"))
        self.page.wait(lambda: self.page.value(".cell-editor .date-text") == "2026-11-03 08:30:00.123456789", "the stored text in the cell")
        self.page.keys(Keys.ESCAPE)
        self.page.table("item", row=[19])
        field = '.drawer [data-field="due_at"] .date-text'
        self.page.wait(lambda: self.page.value(field) == "2026-11-03 08:30:00.123456789", "the stored text in the form")
        self.page.js("const f = document.querySelector(arguments[0]); f.focus(); f.setSelectionRange(12, 12)", field)
        self.page.keys(Keys.ARROW_UP)
        self.page.wait(lambda: self.page.value(field) == "2026-11-03 09:30:00.123456789")
        self.page.js("const f = document.querySelector('.drawer [data-field=due_at] .date-picker'); f.value = '2027-01-31'; f.dispatchEvent(new Event('input', {bubbles: true}))")
        self.page.wait(lambda: self.page.value(field) == "2027-01-31 09:30:00.123456789")
        self.page.commit()
        self.assertEqual(self.item(19, "due_at"), ("2027-01-31 09:30:00.123456789",))

    def test_what_is_no_date_is_refused(self):
        self.page.table("item", row=[34])
        field = '.drawer [data-field="due_at"] '
        for text in ["2026-02-30 08:00", "2026-11-04 24:00", "tomorrow", "04.11.2026"]:
            self.page.fill(field + ".date-text", text)
            self.page.wait(lambda: "write a date" in self.page.text(field + ".field-error"), text)
        self.assertEqual(self.page.count(".review"), 0)
        self.page.fill(field + ".date-text", "2028-02-29 23:59")
        self.page.commit()
        self.assertEqual(self.item(34, "due_at"), ("2028-02-29 23:59:00",))

    def test_what_was_deleted_with_a_row_is_restored_with_it(self):
        tables = ["folder", "note", "item", "step", "item_tags"]
        self.sql("INSERT INTO folder (id, name, parent_id) VALUES (901, 'root', NULL), (902, 'second', 901), (903, 'first', 901), (904, 'leaf', 902)")
        self.sql("INSERT INTO note (id, title, text, folder_id) VALUES (901, 'in the leaf', '', 904)")
        item = self.sql("SELECT i.id FROM item i JOIN item_tags t ON t.item_id = i.id JOIN step s ON s.item_id = i.id ORDER BY i.id LIMIT 1")[0][0]
        before = {table: self.sql(f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables}
        self.page.table("folder")
        self.page.js("return import('/changes.js').then(({changes}) => changes.together(() => { changes.remove('folder', [901]); changes.remove('item', [" + str(item) + "]); }))")
        self.page.commit()
        self.assertEqual(self.sql("SELECT count(*) FROM folder WHERE id > 900"), [(0,)])
        self.assertEqual(self.sql("SELECT folder_id FROM note WHERE id = 901"), [(None,)])
        self.page.click_text(".toast button", "Undo")
        self.page.wait(lambda: self.page.count(".operation pre.sql") >= 6, "the inverse is shown before it is committed")
        self.page.click(".dialog-foot .primary")
        self.page.wait(lambda: self.page.count("dialog[open]") == 0)
        # The positions of restored members are new, in the same order.
        for table in tables:
            without = lambda rows: [row[:3] if table == "folder" else row[:4] if table == "step" else row for row in rows]
            self.assertEqual(without(self.sql(f"SELECT * FROM {table} ORDER BY 1, 2")), without(before[table]), table)
        self.assertEqual(self.sql("SELECT id FROM folder WHERE parent_id = 901 ORDER BY children_position"), [(902,), (903,)])
        self.sql("DELETE FROM note WHERE id = 901")
        self.sql("DELETE FROM folder WHERE id = 901")

    def test_a_commit_is_undone_by_new_changes(self):
        tables = ["item", "step", "tag", "item_tags", "note"]
        before = {table: self.sql(f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables}
        self.page.table("item")
        self.edit(2, "title", "Changed")
        self.page.js("""return import('/changes.js').then(({changes}) => changes.together(() => {
            changes.insert('tag', {name: 'inserted'});
            changes.remove('step', [5]);
            changes.remove('note', [3]);
            changes.remove('item', [1999]);
            changes.member('add', 'item', [3], 'tags', [2]);
            changes.member('remove', 'item', [3], 'tags', [1]);
            }))""")
        self.page.commit()
        changed = {table: self.sql(f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables}
        self.assertTrue(all(before[table] != changed[table] for table in tables))
        self.page.click_text(".toast button", "Undo")
        self.page.wait(lambda: self.page.count(".operation pre.sql") >= 6, "the inverse is shown before it is committed")
        self.page.click(".dialog-foot .primary")
        self.page.wait(lambda: self.page.count("dialog[open]") == 0)
        # The version counts both changes, and the position of a restored step is that of the last one.
        version = self.sql("PRAGMA table_info(item)")
        at = [row[1] for row in version].index("version")
        for table in tables:
            without = lambda rows: [row[:at] + row[at + 1:] if table == "item" else row[:4] if table == "step" else row for row in rows]
            self.assertEqual(without(self.sql(f"SELECT * FROM {table} ORDER BY 1, 2")), without(before[table]), table)
