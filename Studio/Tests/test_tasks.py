"""The daily tasks of Docs/Studio.md: each is done with the number of actions that the document states."""

import os
import re

import database
from selenium.webdriver.common.action_chains import ActionChains
from studio import CONTROL, Keys, StudioTest


def tasks():
    """The tasks of the document with their numbers of actions."""
    with open(os.path.join(database.HERE, "../../Docs/Studio.md"), encoding="utf-8") as file:
        section = file.read().split("## Daily tasks")[1].split("\n## ")[0]
    return {task.strip(): int(count) for task, count in re.findall(r"\| ([^|]+) \| (\d+) (?=\|)", section)}


class Tasks(StudioTest):
    def setUp(self):
        self.count = 0
        self.page.js("localStorage.clear()")
        self.page.table("item")

    def tearDown(self):
        self.page.discard()
        super().tearDown()

    # Each counts one action.

    def click(self, css, text=None, chain=lambda actions, element: actions.click(element)):
        self.count += 1
        find = """const found = [...document.querySelectorAll(arguments[0])].find(e => arguments[1] === null || e.innerText.trim().startsWith(arguments[1]));
            if (found?.closest('.popover')) found.scrollIntoView({block: 'nearest'});
            return found"""
        self.page.act(lambda actions: chain(actions, self.page.js(find, css, text)), f"{text} in {css}")

    def double_click(self, css):
        self.click(css, chain=lambda actions, element: actions.double_click(element))

    def shift_click(self, css):
        self.click(css, chain=lambda actions, element: actions.key_down(Keys.SHIFT).click(element).key_up(Keys.SHIFT))

    def right_click(self, css):
        self.click(css, chain=lambda actions, element: actions.context_click(element))

    def drag(self, css, to):
        self.click(css, chain=lambda actions, element: actions.click_and_hold(element).move_to_element(self.page.element(to)).release())

    def key(self, *keys):
        self.count += 1
        chain = ActionChains(self.driver)
        for modifier in keys[:-1]:
            chain.key_down(modifier)
        chain.send_keys(keys[-1])
        for modifier in keys[:-1]:
            chain.key_up(modifier)
        chain.perform()

    def type(self, text):
        self.count += 1
        self.page.keys(text)

    def done(self, task, condition):
        """The task is done, with the number of actions in the document."""
        self.page.wait(condition, task)
        self.assertEqual(self.count, tasks()[task], task)
        self.count = 0
        self.tested = getattr(self, "tested", []) + [task]

    def css(self, row, column):
        return self.page.cell_css(row, column)

    def test_the_document_lists_at_least_forty(self):
        self.assertGreaterEqual(len(tasks()), 40)

    def test_finding_and_sorting(self):
        self.click(".sidebar-link", "Tag")
        self.done("open another table", lambda: self.page.text("h1") == "Tag")
        self.click(".sidebar-search input")
        self.type("fold")
        self.key(Keys.ENTER)
        self.done("find a table by name", lambda: self.page.text("h1") == "Folder")
        self.page.fill(".sidebar-search input", "")
        self.page.table("item")
        self.click('.head-cell[data-column="title"] .sort')
        self.done("sort by a column", lambda: self.page.column("title")[0].startswith("Clean a"))
        self.page.table("item")
        self.click('.head-cell[data-column="priority"] .sort')
        self.shift_click('.head-cell[data-column="title"] .sort')
        self.done("sort by two columns", lambda: self.page.count(".sort-mark") == 2)
        self.page.table("project")
        self.click('.head-cell[data-column="relationship items"] .sort')
        self.done("sort by the number of members", lambda: "$0.items.count" in self.page.text(".code-strip"))
        self.key(CONTROL, "k")
        self.type("diagram")
        self.key(Keys.ENTER)
        self.done("find any column or command", lambda: "diagram" in self.page.js("return location.hash"))
        self.page.table("item")
        self.click(".bar-link", "Schema")
        self.done("see the diagram", lambda: self.page.count(".diagram-image") == 1)
        self.page.table("item")
        self.click(".bar-link", "Schema")
        self.page.wait(lambda: self.page.js("return document.querySelector('.diagram-image')?.style.transform"))
        self.click(".diagram-bar input")
        self.type("fold")
        self.done("find a table in the diagram", lambda: self.page.js("return document.querySelector('.diagram-image').shadowRoot.querySelector('.found')?.getAttribute('data-table')") == "folder")

    def test_filters_and_views(self):
        self.click(".add-filter")
        self.click(".popover [role=menuitem]", "title")
        self.type("bicycle")
        self.done("filter by a text", lambda: all("bicycle" in title for title in self.page.column("title")))
        self.click(".head-actions button", "Views")
        self.click(".popover [role=menuitem]", "Save this view")
        self.type("Bicycles")
        self.key(Keys.ENTER)
        self.done("save a view", lambda: "Saved" in self.page.text(".toasts"))
        self.click('.filter [aria-label="Remove the filter"]')
        self.done("remove a filter", lambda: self.page.text(".page-title .badge") == "2,000")
        self.count += 1
        self.driver.back()
        self.done("go back to the filter before", lambda: self.page.count(".filter") == 1)
        self.page.table("item")
        self.click(".head-actions button", "Views")
        self.click(".popover [role=menuitem]", "Bicycles")
        self.done("show a saved view", lambda: all("bicycle" in title for title in self.page.column("title")))
        self.page.table("item")
        self.click(".add-filter")
        self.click(".popover [role=menuitem]", "priority")
        self.click(".filter-choice")
        self.click(".popover [role=menuitemcheckbox]", "high")
        self.done("filter by a choice", lambda: set(self.page.column("priority")) == {"high"})
        self.page.keys(Keys.ESCAPE)
        self.page.table("item")
        self.click(".add-filter")
        self.click(".popover [role=menuitem]", "projectID")
        self.click(".filter-choice")
        self.page.wait(lambda: self.page.count(".picker-option") == 12)
        self.click(".picker-option", "Garden")
        self.done("filter by the row that is referenced", lambda: all(name.startswith("Garden") for name in self.page.column("project_id")))
        self.page.table("item")
        self.click(".add-filter")
        self.type("project.name")
        self.key(Keys.ENTER)
        self.type("Gard")
        self.done("filter by a column of another table", lambda: all(name.startswith("Garden") for name in self.page.column("project_id")))

    def test_columns(self):
        heads = lambda: self.page.js("return [...document.querySelectorAll('.head-cell[data-column]')].map(e => e.dataset.column)")
        self.click(".head-actions button", "Columns")
        self.click(".popover [role=menuitemcheckbox]", "notes")
        self.done("hide a column", lambda: "notes" not in heads())
        self.page.keys(Keys.ESCAPE)
        self.click(".head-actions button", "Columns")
        for name in ["photo", "version", "details", "estimate", "done"]:
            self.click(".popover [role=menuitemcheckbox]", name)
        self.done("hide five columns", lambda: len(heads()) == 8)
        self.page.keys(Keys.ESCAPE)
        self.drag('.head-cell[data-column="priority"]', '.head-cell[data-column="title"]')
        self.done("move a column", lambda: heads()[1] == "priority")
        self.double_click('.head-cell[data-column="title"] .resize')
        self.done("fit a column to its contents", lambda: True)
        self.right_click('.head-cell[data-column="title"]')
        self.click(".popover button", "Keep at the left")
        self.done("keep a column in sight", lambda: heads()[1] == "title")
        self.click(self.css(0, "title"))
        self.count = 0
        self.key(CONTROL, Keys.END)
        self.done("go to the last row", lambda: self.page.cell(1999, "id") == "2000")

    def test_rows_and_relationships(self):
        self.click('.grid-row[data-index="3"] .row-open')
        self.done("open a row in a form", lambda: self.page.text(".drawer h2") == "Order the door")
        self.page.keys(Keys.ESCAPE)
        self.page.table("step")
        self.click(self.css(2, "item_id") + " .cell-link")
        self.done("follow a reference", lambda: self.page.text(".drawer h2") == "Oil the door")
        self.page.table("item")
        self.click(self.css(0, "relationship steps") + " .unfold")
        self.done("see the members of a row", lambda: self.page.count(".grid-detail .member") == 4)
        self.page.table("item")
        self.click(self.css(0, "relationship tags") + " .unfold")
        self.click(".grid-detail .members-head button", "Add")
        self.type("urgent")
        self.page.wait(lambda: self.page.text(".picker-option").startswith("urgent"))
        self.key(Keys.ENTER)
        self.done("add a tag to a row", lambda: "urgent" in self.page.text(".grid-detail .members"))

    def test_editing(self):
        self.click(self.css(3, "title"))
        self.type("Edited")
        self.key(Keys.ENTER)
        self.done("edit a cell", lambda: self.page.cell(3, "title") == "Edited")
        self.key(CONTROL, "z")
        self.done("undo a change", lambda: self.page.cell(3, "title") == "Order the door")
        self.click(self.css(0, "notes"))
        self.key(Keys.DELETE)
        self.done("set a cell to `nil`", lambda: self.page.cell(0, "notes") == "nil")
        self.click(self.css(4, "project_id"))
        self.key(Keys.ENTER)
        self.type("attic")
        self.page.wait(lambda: self.page.text(".picker-option").startswith("Attic"))
        self.key(Keys.ENTER)
        self.done("point a reference to another row", lambda: self.page.cell(4, "project_id").startswith("Attic"))
        self.click(".review")
        self.done("see the SQL of all changes", lambda: self.page.count(".operation pre.sql") == 2)
        self.page.js("document.querySelector('dialog[open]').close()")
        self.click(".review")
        self.click(".dialog-foot .primary")
        self.done("commit", lambda: self.page.count("dialog[open]") == 0 and self.page.count(".review") == 0)
        self.click(".toast button", "Undo")
        self.click(".dialog-foot .primary")
        self.done("undo a commit", lambda: self.page.count("dialog[open]") == 0 and self.sql("SELECT project_id FROM item WHERE id = 5") == [(5,)])

    def test_ranges(self):
        self.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        self.drag(self.css(0, "title"), self.css(3, "due_at"))
        self.key(CONTROL, "c")
        self.done("copy a range for a spreadsheet", lambda: self.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])").count("\n") == 3)
        self.click(self.css(8, "title"))
        self.key(CONTROL, "v")
        self.done("paste a range from a spreadsheet", lambda: self.page.cell(8, "title") == "Oil the door")
        self.drag(self.css(4, "priority"), self.css(7, "priority"))
        self.key(CONTROL, "d")
        self.done("fill down", lambda: [self.page.cell(row, "priority") for row in range(4, 8)] == ["normal"] * 4)
        self.drag(self.css(4, "due_at"), self.css(7, "due_at"))
        self.key(Keys.DELETE)
        self.done("clear a range", lambda: [self.page.cell(row, "due_at") for row in range(4, 8)] == ["nil"] * 4)
        self.page.table("item", filters=[{"column": "id", "operator": "between", "values": [101, 200]}])
        self.click(self.css(0, "notes"))
        self.page.scroll("g.scrollTop = g.scrollHeight")
        self.shift_click(self.css(99, "notes"))
        self.type("Ask")
        self.key(CONTROL, Keys.ENTER)
        self.done("set a value in 100 rows", lambda: "113" in self.page.text(".review") or "100" in self.page.text(".review") or self.page.cell(99, "notes") == "Ask")
        self.page.table("tag")
        self.right_click(self.css(0, "name"))
        self.click(".popover button", "Duplicate row")
        self.done("duplicate a row", lambda: self.page.count(".grid-row.is-draft") == 1)
        self.page.keys(Keys.ESCAPE)
        self.page.table("step")
        self.click('.grid-row[data-index="0"] .row-number')
        self.page.wait(lambda: self.page.count(".is-selected") > 1)
        self.page.scroll("g.scrollTop = 30 * 90")
        self.shift_click('.grid-row[data-index="99"] .row-number')
        self.key(Keys.SHIFT, Keys.DELETE)
        self.done("delete 100 rows", lambda: "100 rows will be deleted" in self.page.text(".toasts"))

    def test_files_and_queries(self):
        self.click(".code-strip .code:first-child button")
        self.done("copy the query as Swift or SQL", lambda: "done" in self.page.text(".toasts"))
        self.click(".head-actions button", "Export")
        self.click(".popover [role=menuitem]", "CSV")
        self.done("export all rows as CSV", lambda: self.page.download("Item.csv").count("\n") > 2_000)
        self.click(".bar-link", "Queries")
        self.page.wait(lambda: self.page.js("return document.activeElement.className").startswith("editor"), "the editor has the focus")
        self.type("SELECT 1 ")
        self.key(CONTROL, Keys.ENTER)
        self.done("run a statement", lambda: "1 row" in self.page.text(".result-status"))
