"""Tables: the list, the grid, sorting, filters, columns."""

import json

from studio import CONTROL, Keys, StudioTest


class Tables(StudioTest):
    def test_the_list_shows_names_counts_and_documentation(self):
        self.page.table("item")
        self.page.wait(lambda: "2,000" in self.page.text('.sidebar-link[href="#/table/item"]'))
        self.assertIn("ProjectProgress", self.page.text(".sidebar"))
        self.assertIn("project_progress", self.page.text(".sidebar"))
        self.assertIn("Something to do.", self.page.attribute('.sidebar-link[href="#/table/item"]', "title"))
        self.assertIn("Something to do.", self.page.text(".page-head"))
        self.page.fill(".sidebar-search input", "fold")
        self.assertEqual(self.page.count(".sidebar-link"), 1)
        self.page.fill(".sidebar-search input", "")

    def test_cells_are_drawn_by_their_type(self):
        self.page.table("item")
        self.assertEqual(self.page.cell(0, "title"), "Oil the door")
        self.assertEqual(self.page.cell(0, "due_at"), "2026-09-21 14:13:20")
        self.assertEqual(self.page.cell(0, "priority"), "low")
        self.assertEqual(self.page.cell(0, "done"), "true")
        self.assertEqual(self.page.cell(0, "estimate"), "nil")
        self.assertEqual(self.page.cell(0, "photo").split(" · ")[0], "PNG")
        self.assertTrue(self.page.cell(0, "project_id").startswith("House"))
        self.assertEqual(self.page.cell(0, "relationship steps"), "4")
        self.page.table("preferences")
        self.assertEqual(self.page.cell(0, "account_limit"), "9007199254740993")

    def test_the_grid_has_the_roles_of_a_grid(self):
        self.page.table("item")
        self.assertEqual(self.page.attribute(".grid", "role"), "grid")
        self.assertEqual(self.page.attribute(".grid", "aria-rowcount"), "2001")
        self.assertEqual(self.page.attribute(self.page.cell_css(2, "title"), "role"), "gridcell")
        self.page.click(self.page.cell_css(2, "title"))
        self.assertEqual(self.page.attribute(".grid", "aria-activedescendant"), self.page.attribute(self.page.cell_css(2, "title"), "id"))
        self.page.wait(lambda: self.page.text("#live") != "")

    def test_a_click_on_a_head_sorts(self):
        self.page.table("item")
        self.page.click('.head-cell[data-column="title"] .sort')
        self.page.wait(lambda: self.page.column("title")[0] == "Clean a birthday party")
        self.assertEqual(self.page.attribute('.head-cell[data-column="title"]', "aria-sort"), "ascending")
        self.assertIn("order", self.page.text(".code-strip .code:first-child"))
        self.page.click('.head-cell[data-column="title"] .sort')
        self.page.wait(lambda: self.page.column("title")[0].startswith("Water the windows"))
        titles = self.page.column("title")
        self.assertEqual(titles, sorted(titles, reverse=True))
        self.page.click('.head-cell[data-column="title"] .sort')
        self.page.wait(lambda: self.page.cell(0, "id") == "1")

    def test_every_column_of_every_table_can_be_sorted(self):
        for table in ["item", "person", "project", "note", "folder", "preferences", "project_progress"]:
            self.page.table(table)
            for column in self.page.js("return [...document.querySelectorAll('button.sort')].map(e => e.parentElement.dataset.column)"):
                for is_descending in [False, True]:
                    term = {"path": column.removeprefix("relationship ")} if column.startswith("relationship ") else {"column": column}
                    self.page.go("table", table, order=[{**term, "isDescending": is_descending}])
                    self.page.wait(lambda: self.page.count(f'.head-cell[data-column="{column}"] .sort-mark') == 1, column)
                    self.page.wait(lambda: self.page.count(".grid-row:not(.is-loading)") > 0, f"{table} by {column}")
                    self.assertEqual(self.page.count(".notice.error"), 0, f"{table} by {column}")

    def test_a_text_filter_shows_its_swift_and_sql(self):
        self.page.table("item")
        self.add_filter("title")
        self.page.fill(".filter-value input", "bicycle")
        self.page.wait(lambda: '$0.title.contains("bicycle")' in self.page.names(".code-strip .code-text")[0])
        self.page.wait(lambda: self.page.column("title") and all("bicycle" in title for title in self.page.column("title")))
        swift, sql = self.page.names(".code-strip .code-text")
        self.assertIn("bicycle", sql)
        self.assertIn("WHERE", sql)
        expected = self.sql("SELECT count(*) FROM item WHERE title LIKE '%bicycle%'")[0][0]
        self.page.wait(lambda: self.page.text(".page-title .badge") == f"{expected:,}")
        self.page.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        self.page.click(".code-strip .code:first-child button")
        self.page.wait(lambda: self.page.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0], arguments[0])") == swift)

    def test_filters_by_choices_dates_booleans_and_nil(self):
        self.page.table("item")
        self.add_choice("priority", "high", "low")
        self.add_filter("done")
        self.page.wait(lambda: set(self.page.column("done")) == {"true"})
        self.add_filter("dueAt")
        fields = ".filter:nth-child(3) .filter-date"
        self.page.fill(fields + ":first-child .date-text", "2026-10-01")
        self.page.fill(fields + ":last-child .date-text", "2026-10-31 23:59:59")
        self.page.wait(lambda: all("2026-10-" in date for date in self.page.column("due_at")))
        expected = self.sql("SELECT count(*) FROM item WHERE priority IN (0, 2) AND done AND due_at BETWEEN '2026-10-01' AND '2026-10-31 23:59:59'")[0][0]
        self.page.wait(lambda: self.page.text(".page-title .badge") == str(expected))
        self.page.click_text(".filters button", "Clear")
        self.add_filter("notes")
        self.page.js("const s = document.querySelector('.filter-operator'); s.value = 'isNil'; s.dispatchEvent(new Event('change'))")
        self.page.wait(lambda: set(self.page.column("notes")) == {"nil"})
        self.assertIn("nil", self.page.names(".code-strip .code-text")[0])

    def test_rows_are_filtered_and_sorted_by_what_relationships_lead_to(self):
        self.page.table("item")
        self.add_filter("project.name")
        self.page.fill(".filter-value input", "ard")
        self.page.wait(lambda: '$0.project.name.contains("ard")' in self.page.text(".code-strip .code:first-child"))
        expected = self.sql("SELECT count(*) FROM item JOIN project p ON p.id = project_id WHERE p.name LIKE '%ard%'")[0][0]
        self.page.wait(lambda: self.page.text(".page-title .badge") == f"{expected:,}")
        self.page.click('.filter [aria-label="Remove the filter"]')
        self.add_filter("tags.count")
        self.page.fill(".filter-value input", "3")
        self.page.wait(lambda: "$0.tags.count >= 3" in self.page.text(".code-strip .code:first-child"))
        expected = self.sql("SELECT count(*) FROM item WHERE (SELECT count(*) FROM item_tags WHERE item_id = item.id) >= 3")[0][0]
        self.page.wait(lambda: self.page.text(".page-title .badge") == f"{expected:,}")
        self.page.click('.filter [aria-label="Remove the filter"]')
        self.add_filter("tags.name")
        self.page.js("const s = document.querySelector('.filter-operator'); s.value = 'equals'; s.dispatchEvent(new Event('change'))")
        self.page.fill(".filter-value input", "phone")
        self.page.wait(lambda: '$0.tags.any { $0.name == "phone" }' in self.page.text(".code-strip .code:first-child"))
        expected = self.sql("SELECT count(*) FROM item_tags JOIN tag ON tag.id = tag_id WHERE name = 'phone'")[0][0]
        self.page.wait(lambda: self.page.text(".page-title .badge") == f"{expected:,}")
        self.page.table("project")
        self.page.click('.head-cell[data-column="relationship items"] .sort')
        self.page.wait(lambda: "$0.items.count" in self.page.text(".code-strip .code:first-child"))
        self.page.click('.head-cell[data-column="relationship items"] .sort')
        self.page.wait(lambda: "$0.items.count.descending" in self.page.text(".code-strip .code:first-child"))
        counts = [int(count) for count in self.page.column("relationship items")]
        self.assertEqual(counts, sorted(counts, reverse=True))
        self.page.table("item", order=[{"path": "assignee", "column": "name"}, {"column": "id"}])
        self.page.wait(lambda: self.page.column("assignee_id")[0] == "nil")
        self.page.scroll("g.scrollTop = g.scrollHeight")
        names = self.page.column("assignee_id")
        self.assertEqual(names, sorted(names))
        self.assertIn(".order { ($0.assignee.name, $0.id) }", self.page.text(".code-strip .code:first-child"))

    def test_every_operator_of_every_column_works(self):
        operators = self.every_filter()
        self.assertGreater(len(operators), 150)
        for table, filter, status, message, rows, count, swift, sql in operators:
            self.assertEqual(status, 200, f"{table} {filter}: {message}")
            self.assertEqual(rows, min(count, 500), f"{table} {filter}")
            # A table of pairs has no struct.
            self.assertTrue(table == "item_tags" or "$0" in swift, f"{table} {filter}: {swift}")
            # The SQL that is shown is complete: it gives the same rows when somebody runs it, and one more to know whether there are more.
            self.assertEqual(min(len(self.sql(sql)), 500), rows, sql)

    def test_columns_are_resized_and_hidden(self):
        self.page.table("item")
        width = self.page.js("return document.querySelector('.head-cell[data-column=title]').offsetWidth")
        self.page.drag('.head-cell[data-column="title"] .resize', 80, 0)
        self.page.wait(lambda: self.page.js("return document.querySelector('.head-cell[data-column=title]').offsetWidth") == width + 80)
        self.page.click(self.page.cell_css(1, "title"))
        self.page.chord(Keys.ALT, Keys.ARROW_LEFT)
        self.page.wait(lambda: self.page.js("return document.querySelector('.head-cell[data-column=title]').offsetWidth") == width + 64)
        self.page.click_text(".head-actions button", "Columns")
        self.page.click_text(".popover [role=menuitemcheckbox]", "notes")
        self.page.wait(lambda: self.page.count('.head-cell[data-column="notes"]') == 0)
        self.page.table("item")
        self.assertEqual(self.page.count('.head-cell[data-column="notes"]'), 0)
        self.page.js("localStorage.clear()")

    def test_the_keyboard_moves_in_the_grid(self):
        self.page.table("item")
        self.page.click(self.page.cell_css(0, "title"))
        self.page.keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
        self.page.wait(lambda: self.page.count(self.page.cell_css(2, "notes") + ".is-active") == 1)
        self.page.chord(CONTROL, Keys.END)
        self.page.wait(lambda: self.page.cell(1999, "id") == "2000")
        self.page.keys(Keys.HOME)
        self.page.chord(CONTROL, Keys.HOME)
        self.page.wait(lambda: self.page.count(self.page.cell_css(0, "id") + ".is-active") == 1)
        self.page.keys(" ")
        self.page.wait(lambda: "Oil the door" in self.page.text(".drawer h2"))
        self.page.keys(Keys.ESCAPE)
        self.page.wait(lambda: self.page.count(".drawer:not([hidden])") == 0)

    def test_the_palette_finds_tables_columns_and_commands(self):
        self.page.table("item")
        self.page.chord(CONTROL, "k")
        self.page.wait(lambda: self.page.count(".palette-field") == 1)
        self.page.keys("prog")
        self.page.wait(lambda: "ProjectProgress" in self.page.text(".palette-option:first-child"))
        self.page.keys(Keys.ENTER)
        self.page.wait(lambda: "ProjectProgress" in self.page.text("h1"))
        self.page.chord(CONTROL, "k")
        self.page.keys("theme dark", Keys.ENTER)
        self.page.wait(lambda: self.page.js("return document.documentElement.dataset.theme") == "dark")
        self.page.js("postilTheme.set('system')")

    def test_a_table_is_exported(self):
        self.page.table("tag", order=[{"column": "name", "isDescending": True}])
        for format, name in [("CSV", "Tag.csv"), ("JSON", "Tag.json"), ("Markdown", "Tag.md"), ("Swift", "Tag.swift")]:
            self.page.click_text(".head-actions button", "Export")
            self.page.click_text(".popover [role=menuitem]", format)
            content = self.page.download(name)
            self.assertEqual(content.count("with help"), 1, content)
            self.assertLess(content.index("with help"), content.index("cheap"), content)
            if format == "JSON":
                self.assertEqual(len(json.loads(content)), 10)
