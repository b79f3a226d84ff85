"""Columns: their widths, places and menus; saved views; back and forward."""

from studio import Keys, StudioTest


class Columns(StudioTest):
    def tearDown(self):
        self.page.js("localStorage.clear()")
        super().tearDown()

    def heads(self):
        return self.page.js("return [...document.querySelectorAll('.head-cell[data-column]')].map(e => e.dataset.column)")

    def width(self, column):
        return self.page.js(f"return document.querySelector('.head-cell[data-column=\"{column}\"]').offsetWidth")

    def column_menu(self, column, item):
        self.page.act(lambda actions: actions.context_click(self.page.element(f'.head-cell[data-column="{column}"]')))
        self.page.click_text(".popover [role=menuitem], .popover [role=menuitemcheckbox]", item)

    def test_columns_are_as_wide_as_their_contents(self):
        self.sql("UPDATE item SET estimate = 123456789012.345678 WHERE id = 3")
        self.page.table("item")
        cut = self.page.js("""return [...document.querySelectorAll('.grid-row .cell.numeric, .grid-row [data-column=due_at], .grid-row [data-column=id]')]
            .filter(cell => { const text = cell.querySelector('.text'); return text && text.scrollWidth > text.clientWidth + 1; }).map(cell => cell.innerText)""")
        self.assertEqual(cut, [], "digits that are cut off")
        self.assertLess(self.width("done"), 110)
        # What is left of a wide window goes to what would be cut off.
        self.sql("UPDATE item SET title = ? WHERE id = 2", "A title of eighty characters that a narrow column would cut off, but a wide window not")
        self.resize(3200, 900)
        self.page.table("item")
        self.assertGreater(self.width("title"), 400)

    def test_keys_stay_in_sight(self):
        self.resize(1000, 800)
        self.page.table("item")
        before = self.page.js("return document.querySelector('.grid-row [data-column=id]').getBoundingClientRect().left")
        self.page.js("document.querySelector('.grid').scrollLeft = 900")
        self.page.wait(lambda: self.page.js("return document.querySelector('.grid').scrollLeft") > 500)
        self.assertEqual(self.page.js("return document.querySelector('.grid-row [data-column=id]').getBoundingClientRect().left"), before)
        self.column_menu("id", "Keep at the left")
        self.page.js("document.querySelector('.grid').scrollLeft = 900")
        self.page.wait(lambda: self.page.js("return document.querySelector('.grid-row [data-column=id]').getBoundingClientRect().left") < 0)

    def test_columns_are_moved(self):
        self.page.table("item")
        self.page.act(lambda actions: actions.click_and_hold(self.page.element('.head-cell[data-column="priority"]')).move_to_element(
            self.page.element('.head-cell[data-column="title"]')).move_by_offset(1, 1).release())
        self.page.wait(lambda: self.heads()[:3] == ["id", "priority", "title"])
        self.assertEqual(self.page.count(".sort-mark"), 0, "moving doesn't sort")
        self.column_menu("priority", "Move right")
        self.page.wait(lambda: self.heads()[:3] == ["id", "title", "priority"])
        self.column_menu("due_at", "Hide")
        self.page.wait(lambda: "due_at" not in self.heads())
        self.column_menu("priority", "Sort descending")
        self.page.wait(lambda: set(self.page.column("priority")) == {"high"})
        self.column_menu("title", "Filter")
        self.page.wait(lambda: self.page.count(".filter") == 1)

    def test_the_menu_of_columns_stays_open_and_is_searched(self):
        self.page.table("item")
        self.page.click_text(".head-actions button", "Columns")
        for column in ["notes", "photo", "version"]:
            self.page.click_text(".popover [role=menuitemcheckbox]", column)
            self.page.wait(lambda: column not in self.heads())
        self.assertEqual(self.page.js("return [...document.querySelectorAll('.popover [aria-checked=false] .menu-title')].map(e => e.innerText)"), ["notes", "photo", "version"])
        self.page.fill(".menu-search", "pho")
        self.page.wait(lambda: self.page.names(".popover .menu-title") == ["photo"])
        self.page.keys(Keys.ENTER)
        self.page.wait(lambda: "photo" in self.heads())
        self.page.fill(".menu-search", "")
        self.page.click_text(".popover [role=menuitem]", "Hide all but")
        self.page.wait(lambda: self.heads() == ["id", "title"])
        self.page.click_text(".popover [role=menuitem]", "Default")
        self.page.wait(lambda: len(self.heads()) == 14)

    def test_the_browser_goes_back_and_forward_through_filters(self):
        self.page.table("item")
        self.add_choice("priority", "high")
        self.page.click('.head-cell[data-column="title"] .sort')
        self.page.wait(lambda: self.page.column("title")[0].startswith("Measure a birthday"))
        self.driver.back()
        self.page.wait(lambda: self.page.count(".sort-mark") == 0 and set(self.page.column("priority")) == {"high"})
        self.driver.back()
        self.page.wait(lambda: self.page.count(".filter") == 0 and self.page.text(".page-title .badge") == "2,000")
        self.driver.forward()
        self.page.wait(lambda: self.page.count(".filter") == 1 and set(self.page.column("priority")) == {"high"})

    def test_typing_in_a_filter_is_one_step_back(self):
        self.page.table("item")
        self.add_filter("title")
        for text in ["d", "do", "door"]:
            self.page.fill(".filter-value input", text)
            self.page.wait(lambda: f'"{text}"' in self.page.text(".code-strip .code:first-child"))
        self.driver.back()
        self.page.wait(lambda: self.page.count(".filter") == 0)

    def test_views_are_saved_with_filters_order_and_columns(self):
        self.page.table("item", filters=[{"column": "priority", "operator": "in", "values": [2]}], order=[{"column": "due_at", "isDescending": True}])
        self.column_menu("notes", "Hide")
        self.page.click_text(".head-actions button", "Views")
        self.page.click_text(".popover [role=menuitem]", "Save this view")
        self.page.fill("dialog.save-view input", "Urgent ones")
        self.page.click_text("dialog.save-view button", "Save")
        first = self.page.cell(0, "id")
        self.page.click_text(".head-actions button", "Columns")
        self.page.click_text(".popover [role=menuitem]", "Default")
        self.page.table("item")
        self.assertIn("notes", self.heads())
        self.page.click_text(".head-actions button", "Views")
        self.page.click_text(".popover [role=menuitem]", "Urgent ones")
        self.page.wait(lambda: set(self.page.column("priority")) == {"high"} and "notes" not in self.heads() and self.page.cell(0, "id") == first)
        self.page.click_text(".head-actions button", "Views")
        self.page.click_text(".popover [role=menuitem]", "Delete ‘Urgent ones’")
        self.page.click_text(".head-actions button", "Views")
        self.assertNotIn("Urgent", self.page.text(".popover"))
        self.page.keys(Keys.ESCAPE)
