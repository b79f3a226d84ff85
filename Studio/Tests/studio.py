"""Starts `postil-studio` over a database, and drives its page in headless Chromium."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

import database

PROGRAM = os.environ["POSTIL_STUDIO"]
POSTIL = os.environ["POSTIL"]
PAGE = os.path.join(database.HERE, "../Sources/PostilStudioServer/Page")
CONTROL = Keys.CONTROL

# Runs before the scripts of a page: counts the answers, short timers and frames that it waits for. The end of each is counted down in a task
# of its own, so after what the page does with it.
COUNTS_WORK = """
(() => {
  const later = window.setTimeout;
  let work = 0;
  window.isBusy = () => work > 0;
  const begin = () => { work += 1; let ended = false; return () => { if (!ended) { ended = true; later(() => { work -= 1; }); } }; };
  const counted = (object, name) => {
    const original = object[name];
    object[name] = function (...values) { const end = begin(); return original.apply(this, values).finally(end); };
  };
  counted(window, 'fetch');
  for (const name of ['json', 'text', 'blob', 'arrayBuffer']) counted(Response.prototype, name);
  const scheduled = (schedule, cancel, isCounted) => {
    const [start, stop, ends] = [window[schedule], window[cancel], new Map()];
    window[schedule] = (body, ...rest) => {
      if (!isCounted(...rest)) return start(body, ...rest);
      const end = begin();
      const id = start((...values) => { ends.delete(id); try { body(...values); } finally { end(); } }, ...rest);
      ends.set(id, end);
      return id;
    };
    window[cancel] = (id) => { stop(id); ends.get(id)?.(); ends.delete(id); };
  };
  scheduled('setTimeout', 'clearTimeout', (milliseconds = 0) => milliseconds < 1000);
  scheduled('requestAnimationFrame', 'cancelAnimationFrame', () => true);
})();
"""


class Studio:
    """A running studio, started by `command` or over a file with the models of the tests."""

    def __init__(self, path, *options, command=None, models=(database.MODELS,), opens=False, **process):
        self.path = path
        page = ["--page", PAGE] if os.environ.get("PAGE") else []
        self.process = subprocess.Popen(
            command or [PROGRAM, path, *models, *([] if opens else ["--no-open"]), *options, *page], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **process)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/\?token=(\w+)", line)
        if not found:
            raise AssertionError(f"the studio didn't start: {line}{self.process.stderr.read()}")
        self.address, self.port, self.token = found.group(0), int(found.group(1)), found.group(2)
        self.origin = f"http://127.0.0.1:{self.port}"

    def stop(self):
        self.process.terminate()
        try:
            self.status = self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError("the studio doesn't stop")
        self.process.stdout.close()
        self.process.stderr.close()

    @property
    def memory(self):
        """Resident bytes."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) * 1024


def chromium(width=1440, height=900):
    options = Options()
    options.binary_location = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--lang=en-US",
                     f"--window-size={width},{height}"]:
        options.add_argument(argument)
    folder = tempfile.mkdtemp()
    options.add_experimental_option("prefs", {"download.default_directory": folder})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(os.environ.get("CHROMEDRIVER", "/usr/bin/chromedriver")))
    driver.downloads = folder
    driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder})
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": COUNTS_WORK})
    return driver


class Page:
    """The page of a studio in a browser."""

    def __init__(self, studio, driver):
        self.studio, self.driver, self.is_waiting = studio, driver, False
        driver.get("about:blank")
        driver.get(studio.address)
        self.wait(lambda: self.count(".sidebar-link") > 0)

    # Waiting

    def wait(self, condition, what=None, seconds=float(os.environ.get("SECONDS", 60))):
        end = time.monotonic() + seconds
        error = None
        was_waiting, self.is_waiting = self.is_waiting, True
        try:
            while time.monotonic() < end:
                try:
                    value = condition()
                    if value:
                        return value
                except Exception as problem:  # The page is drawn again while it is looked at.
                    error = problem
                time.sleep(0.02)
            raise AssertionError(f"{what or 'the condition'} didn't become true; {error or ''}\n{self.state()}")
        finally:
            self.is_waiting = was_waiting

    def settle(self, seconds=5):
        """Waits until the page has drawn what it asked the server for, so that a test outside of a `wait` never sees half of it. A page that
        goes on working, as while a statement runs, is looked at as it is."""
        end = time.monotonic() + seconds
        while not self.is_waiting and self.driver.execute_script("return window.isBusy?.()") and time.monotonic() < end:
            time.sleep(0.01)

    def state(self):
        return self.js("return location.hash + '\\n' + document.body.innerText.slice(0, 400)")

    def see(self, text, css="body"):
        self.wait(lambda: text in self.text(css), f"{text!r} in {css}")

    # Looking

    def js(self, script, *values):
        self.settle()
        return self.driver.execute_script(script, *values)

    def text(self, css):
        return self.js("return [...document.querySelectorAll(arguments[0])].map(e => e.innerText).join('\\n')", css)

    def count(self, css):
        return self.js("return document.querySelectorAll(arguments[0]).length", css)

    def value(self, css):
        return self.js("return document.querySelector(arguments[0])?.value", css)

    def attribute(self, css, name):
        return self.js("return document.querySelector(arguments[0])?.getAttribute(arguments[1])", css, name)

    def element(self, css):
        return self.wait(lambda: self.js("return document.querySelector(arguments[0])", css), css)

    def cell(self, row, column):
        """The text of a cell of the grid by its position and the name of its column."""
        return self.js("""return document.querySelector(`.grid-row[data-index="${arguments[0]}"] [data-column="${CSS.escape(arguments[1])}"]`)?.innerText""",
                       row, column)

    def cell_css(self, row, column):
        return f'.grid-row[data-index="{row}"] [data-column="{column}"]'

    def column(self, name):
        """The texts of a column in all drawn rows, in their order."""
        return self.js("""return [...document.querySelectorAll('.grid-row')].sort((a, b) => a.dataset.index - b.dataset.index)
            .map(row => row.querySelector(`[data-column="${CSS.escape(arguments[0])}"]`).innerText)""", name)

    def names(self, css):
        return self.js("return [...document.querySelectorAll(arguments[0])].map(e => e.innerText)", css)

    def logs(self):
        """What the browser reported: errors of scripts and of the content security policy."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    # Doing

    def go(self, page, name="", **parameters):
        search = urllib.parse.urlencode({key: value if isinstance(value, str) else json.dumps(value) for key, value in parameters.items()})
        self.js("location.hash = arguments[0]",
                f"#/{page}" + (f"/{urllib.parse.quote(name, safe='')}" if name else "") + (f"?{search}" if search else ""))

    def table(self, name, **parameters):
        self.driver.get("about:blank")
        self.driver.get(self.studio.origin + "/#/queries")
        self.wait(lambda: self.count(".editor") > 0)
        self.go("table", name, **parameters)
        self.wait(lambda: self.count(".grid-row:not(.is-loading)") > 0 or self.count(".tree-item") > 0, f"rows of {name}")
        self.wait(lambda: self.text(".page-title .badge") not in ("", "…"))

    def click(self, css):
        self.settle()
        self.wait(lambda: (self.driver.find_element("css selector", css).click(), True)[1], f"a click on {css}")

    def click_text(self, css, text):
        def click():
            element = self.js("""return [...document.querySelectorAll(arguments[0])]
                .find(e => e.innerText.trim() === arguments[1] || e.innerText.trim().startsWith(arguments[1]))""", css, text)
            if element:
                element.click()
            return element
        # The element can be drawn again before it is clicked.
        self.settle()
        self.wait(click, f"{text!r} in {css}")

    def act(self, build, what=None):
        """Performs what `build` adds to a chain of actions; again, if an element was drawn again before it was reached."""
        def perform():
            try:
                build(ActionChains(self.driver)).perform()
            except Exception:
                # Releases a button that was pressed before.
                ActionChains(self.driver).reset_actions()
                raise
            return True
        self.settle()
        self.wait(perform, what)

    def double_click(self, css):
        self.act(lambda actions: actions.double_click(self.element(css)), f"a double-click on {css}")

    def keys(self, *keys):
        self.settle()
        ActionChains(self.driver).send_keys(*keys).perform()

    def chord(self, modifier, key):
        self.settle()
        ActionChains(self.driver).key_down(modifier).send_keys(key).key_up(modifier).perform()

    def fill(self, css, text):
        """Replaces the text of a field, as if it was typed."""
        self.element(css)
        self.js("""const field = document.querySelector(arguments[0]); field.focus(); field.value = arguments[1];
            field.dispatchEvent(new Event('input', {bubbles: true})); field.dispatchEvent(new Event('change', {bubbles: true}))""", css, text)

    def scroll(self, script, *values):
        """Scrolls the grid `g`, and waits until its rows are there."""
        self.driver.execute_async_script("const done = arguments[arguments.length - 1], g = document.querySelector('.grid'); " + script
                                         + "; requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))", *values)
        self.wait(lambda: self.count(".grid-row") > 10 and self.count(".is-loading") == 0, "rows after scrolling", 30)

    def drag(self, css, x, y):
        self.act(lambda actions: actions.click_and_hold(self.element(css)).move_by_offset(0, y // 2 or 1).move_by_offset(x, y - (y // 2 or 1)).release())

    def review(self):
        """Opens the dialog with the collected changes, and waits for its SQL; returns the SQL."""
        self.click(".review")
        self.wait(lambda: self.count(".operation pre.sql") > 0 or self.count(".dialog .field-error") > 0, "the SQL of the changes")
        return self.text(".operation pre.sql")

    def commit(self):
        """Commits the collected changes; returns their SQL."""
        sql = self.review()
        self.click(".dialog-foot .primary")
        self.wait(lambda: self.count("dialog[open]") == 0, "the commit")
        return sql

    def discard(self):
        self.js("document.querySelector('dialog[open]')?.close()")
        if self.count(".review"):
            self.click(".review")
            self.click_text(".dialog-foot button", "Discard all")
            self.click(".dialog.narrow .danger")
            self.wait(lambda: self.count(".review") == 0)

    def download(self, name):
        path = os.path.join(self.driver.downloads, name)
        self.wait(lambda: os.path.exists(path), f"the file {name}")
        with open(path, encoding="utf-8", newline="") as file:
            content = file.read()
        os.remove(path)
        return content


class StudioTest(unittest.TestCase):
    """Tests over one studio and one browser; each class has its own database."""

    items = 2_000
    options = ()
    models = (database.MODELS,)
    driver = None

    @classmethod
    def make_database(cls):
        """Creates the database; returns its path or URL."""
        return database.make(os.path.join(cls.folder, "tasks.sqlite"), POSTIL, cls.items)

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.path = cls.make_database()
        cls.studio = Studio(cls.path, *cls.options, models=cls.models)
        if StudioTest.driver is None:
            StudioTest.driver = chromium()
        cls.page = Page(cls.studio, StudioTest.driver)
        cls.page.js("localStorage.clear()")

    @classmethod
    def tearDownClass(cls):
        cls.driver.get("about:blank")
        cls.studio.stop()
        shutil.rmtree(cls.folder)

    def tearDown(self):
        problems = [message for message in self.page.logs() if "status of 4" not in message]
        self.assertEqual(problems, [], "errors in the browser")
        self.resize(1440, 900)

    def edit(self, row, column, text):
        """Edits a cell in place."""
        self.page.double_click(self.page.cell_css(row, column))
        self.page.fill(".cell-editor .field", text)
        self.page.keys(Keys.ENTER)
        self.page.wait(lambda: self.page.count(".cell-editor") == 0)

    def steps(self, item):
        """The texts of an item's steps, in their order."""
        rows = self.sql(f"SELECT text FROM step WHERE item_id = {item} ORDER BY steps_position")
        return [text.split(" (")[0] for text, in rows]

    def reorder_steps_by_keys(self):
        """Moves the last step of item 11 up by two places, and commits."""
        self.page.table("item", row=[11])
        steps = '.drawer [data-relationship="steps"] '
        self.page.wait(lambda: self.page.count(steps + ".member") == 4)
        self.page.js("document.querySelector(arguments[0]).focus()", steps + ".member:last-child")
        self.page.chord(Keys.ALT, Keys.ARROW_UP)
        self.page.chord(Keys.ALT, Keys.ARROW_UP)
        self.page.wait(lambda: self.page.names(steps + ".member-name")[1].startswith("Tidy"))
        self.page.commit()
        self.assertEqual(self.steps(11), ["Buy what is missing", "Tidy up", "Ask for help", "Do it"])

    def unfold_the_first_folder(self):
        """Shows the folders as a tree, and unfolds the first one."""
        self.page.table("folder", view="tree")
        self.page.wait(lambda: self.page.names(".tree-name") == ["Home", "Work"])
        self.page.click(".tree-item:first-child .tree-toggle")
        self.page.wait(lambda: self.page.names(".tree-name") == ["Home", "Recipes", "Letters", "Work"])

    def add_filter(self, name):
        self.page.click(".add-filter")
        self.page.click_text(".popover [role=menuitem]", name)

    def add_choice(self, column, *choices):
        """Adds a filter of a column with choices, and checks them."""
        self.add_filter(column)
        self.page.click(".filter-choice")
        for index, choice in enumerate(choices):
            self.page.click_text(".popover [role=menuitemcheckbox]", choice)
            self.page.wait(lambda: set(self.page.column(column)) == set(choices[:index + 1]))
        self.page.keys(Keys.ESCAPE)

    def run_sql(self, sql):
        """Runs statements in the editor."""
        self.page.fill(".editor-field", sql)
        self.page.keys(Keys.ESCAPE)
        self.page.click(".query-bar .primary")
        self.page.wait(lambda: "Running" not in self.page.text(".result-status")
                       and ("ms" in self.page.text(".result-status") or self.page.count(".output .notice.error, dialog[open]") > 0))

    def every_filter(self):
        """The answers for each operator of each column and relationship: table, filter, status, message, rows, count, Swift, SQL."""
        return self.page.driver.execute_async_script("""
            const done = arguments[0];
            Promise.all([import('/table/filters.js'), import('/state.js')]).then(([{operatorsOf}, {state}]) => {
              const values = {text: 'a', url: 'a', json: 'place', uuid: '00000000-0000-4000-8000-000000000001', boolean: true, integer: 2, real: 0.5,
                date: '2026-10-01T00:00:00Z'};
              const filters = [];
              for (const table of state.tables) {
                for (const column of table.columns) for (const operator of operatorsOf(table, {column: column.name})) {
                  const value = column.form === 'enum' ? column.choices[0].value : values[column.form];
                  filters.push([table.name, {column: column.name, operator, values: operator.startsWith('is') ? [] : operator === 'between' ? [value, value] : [value]}]);
                }
                for (const relationship of table.relationships) for (const operator of operatorsOf(table, {relationship: relationship.name})) {
                  const target = state.tables.find(({name}) => name === relationship.table);
                  const key = target.key.map((name) => target.columns.find((column) => column.name === name).form === 'uuid' ? values.uuid : 1);
                  filters.push([table.name, {relationship: relationship.name, operator, values: operator === 'has' ? [key] : []}]);
                }
              }
              return Promise.all(filters.map(async ([table, filter]) => {
                const request = (path, body) => fetch(`/api/tables/${encodeURIComponent(table)}/${path}`, {method: 'POST', body: JSON.stringify(body)}).then(async (r) => [r.status, await r.json()]);
                const [status, page] = await request('page', {filters: [filter], order: [], limit: 500});
                const [, {count}] = await request('count', {filters: [filter]});
                return [table, filter, status, page.error?.message ?? '', page.rows?.length, count, page.swift, page.sql];
              }));
            }).then(done, (error) => done(String(error)))""")

    def sql(self, statement, *values):
        """Runs a statement on the file, as another process would."""
        connection = sqlite3.connect(self.path, timeout=60)
        connection.execute("PRAGMA foreign_keys = ON")
        try:
            with connection:
                return connection.execute(statement, values).fetchall()
        finally:
            connection.close()

    def resize(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def theme(self, scheme):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})


def main():
    unittest.main(module=None, argv=[sys.argv[0], "discover", "-s", database.HERE, "-p", "test_*.py", *sys.argv[1:]], exit=False)
