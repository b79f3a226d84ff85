"""A table with a million rows: pages, jumps, filters, and what stays in memory."""

import time

from studio import CONTROL, Keys, StudioTest


class MillionRows(StudioTest):
    items = 1_000_000

    def rows_in_order(self):
        return [int(text.replace(",", "")) for text in self.page.column("id")]

    def test_the_grid_scrolls_through_a_million_rows(self):
        self.page.table("item")
        self.page.wait(lambda: self.page.text(".page-title .badge") == "1,000,000", seconds=60)
        # The wheel moves row by row, although the scroll bar is shorter than the rows.
        for step in range(1, 30):
            self.page.scroll("g.scrollTop += 300")
        rows = self.rows_in_order()
        self.assertTrue(250 < rows[0] < 310, rows[0])
        self.assertEqual(rows, list(range(rows[0], rows[0] + len(rows))))
        # The thumb jumps by position.
        for part in [0.5, 0.9, 0.123, 1]:
            self.page.scroll("g.scrollTop = (g.scrollHeight - g.clientHeight) * arguments[0]", part)
            rows = self.rows_in_order()
            self.assertEqual(rows, list(range(rows[0], rows[0] + len(rows))))
            self.assertTrue(abs(rows[0] - part * 1_000_000) < 1_000, f"{rows[0]} at {part}")
        self.assertEqual(rows[-1], 1_000_000)
        # Only the visible rows are elements.
        self.assertLess(self.page.count(".grid-row"), 60)

    def test_the_keyboard_reaches_both_ends(self):
        self.page.table("item")
        self.page.wait(lambda: self.page.text(".page-title .badge") == "1,000,000", seconds=60)
        self.page.click(self.page.cell_css(0, "title"))
        self.page.chord(CONTROL, Keys.END)
        self.page.wait(lambda: self.page.cell(999_999, "id") == "1000000")
        for _ in range(8):
            self.page.keys(Keys.PAGE_UP)
        self.page.wait(lambda: self.page.count(".is-loading") == 0)
        rows = self.rows_in_order()
        self.assertEqual(rows, list(range(rows[0], rows[0] + len(rows))))
        self.assertLess(rows[-1], 1_000_000)
        self.page.chord(CONTROL, Keys.HOME)
        self.page.wait(lambda: self.page.cell(0, "id") == "1")

    def test_sorting_by_columns_with_and_without_an_index(self):
        for column, is_descending in [("title", False), ("due_at", True), ("estimate", True)]:
            self.page.table("item", order=[{"column": column, "isDescending": is_descending}])
            self.page.scroll("g.scrollTop = (g.scrollHeight - g.clientHeight) / 2")
            values = [text for text in self.page.column(column) if text != "nil"]
            key = float if column == "estimate" else str
            self.assertEqual(values, sorted(values, key=key, reverse=is_descending))

    def test_filters_of_many_rows(self):
        self.page.table("item", filters=[{"column": "title", "operator": "startsWith", "values": ["Oil the roof"]}])
        expected = self.sql("SELECT count(*) FROM item WHERE title LIKE 'Oil the roof%'")[0][0]
        self.page.wait(lambda: self.page.text(".page-title .badge") == f"{expected:,}", seconds=60)

    def test_what_is_loaded_has_a_limit(self):
        self.page.table("item")
        self.page.wait(lambda: self.page.text(".page-title .badge") == "1,000,000", seconds=60)
        for part in range(80):
            self.page.js("const g = document.querySelector('.grid'); g.scrollTop = (g.scrollHeight - g.clientHeight) * arguments[0]", part / 80)
            time.sleep(0.02)
        self.page.scroll("g.scrollTop += 100")
        self.assertLess(self.page.count("*"), 3_000)
        self.assertLess(self.studio.memory, 400_000_000)

    def test_a_slow_jump_shows_that_it_waits_and_can_be_stopped(self):
        self.page.table("item", order=[{"column": "estimate", "isDescending": True}])
        self.page.wait(lambda: self.page.text(".page-title .badge") == "1,000,000", seconds=60)
        self.page.js("""window.stopped = []; const plain = window.fetch;
            window.fetch = async (path, init) => {
              if (path.endsWith('/page')) await new Promise(done => { const timer = setTimeout(done, 20000); init.signal.addEventListener('abort', () => { clearTimeout(timer); done(); }); });
              if (path.endsWith('/requests/stop')) window.stopped.push(...JSON.parse(init.body).requests);
              return plain(path, init);
            }""")
        self.page.js("const g = document.querySelector('.grid'); g.scrollTop = g.scrollHeight / 2")
        self.page.wait(lambda: "Loading rows from" in self.page.text(".grid-wait"))
        self.page.click_text(".grid-wait button", "Stop")
        self.page.wait(lambda: self.page.count(".grid-wait[hidden]") == 1 and self.page.count(".is-loading") == 0, "rows that are loaded")
        self.assertEqual(self.page.cell(0, "estimate"), "9")
        self.page.wait(lambda: self.page.js("return window.stopped.length") > 0, "the server is told")
        self.page.driver.get("about:blank")
