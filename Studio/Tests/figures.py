"""Measures what Docs/Studio.md says about a table with a million rows: medians, and the memory of the server."""

import os
import shutil
import statistics
import tempfile
import time

import database
from studio import POSTIL, Page, Studio, chromium

RUNS = 7
REQUEST = """
const done = arguments[arguments.length - 1], [path, body] = arguments, start = performance.now();
fetch('/api/tables/item/' + path, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)})
  .then((r) => r.json()).then((json) => done([performance.now() - start, json.rows?.length ?? json.count]));
"""


def main():
    folder = tempfile.mkdtemp()
    path = database.make(os.path.join(folder, "tasks.sqlite"), POSTIL, 1_000_000)
    studio = Studio(path, "--no-read-only")
    driver = chromium()
    page = Page(studio, driver)
    start_memory = studio.memory

    def median(name, body):
        print(f"| {name} | {statistics.median(body() for _ in range(RUNS)):,.0f} ms |", flush=True)

    def request(kind, **body):
        return driver.execute_async_script(REQUEST, kind, body)[0]

    def opened():
        driver.get("about:blank")
        start = time.monotonic()
        driver.get(studio.origin + "/#/table/item")
        page.wait(lambda: page.count(".grid-row:not(.is-loading)") > 10)
        return (time.monotonic() - start) * 1000

    def jumped():
        start = time.monotonic()
        page.scroll("g.scrollTop = (g.scrollHeight - g.clientHeight) * (g.scrollTop > 1e6 ? 0.001 : 0.6)")
        return (time.monotonic() - start) * 1000

    print(f"{os.path.getsize(path) / 1e6:,.0f} MB, {os.cpu_count()} processors\n\n| what | median of {RUNS} |\n|---|---:|")
    query = dict(order=[], limit=100)
    median("the page opened in the browser, until rows are visible", opened)
    median("the first page: 100 rows with names and counts", lambda: request("page", filters=[], **query))
    page.wait(lambda: page.text(".page-title .badge") == "1,000,000", seconds=30)
    median("a jump of the scroll bar, until rows are visible", jumped)
    median("the page at position 500,000", lambda: request("page", filters=[], position=500_000, **query))
    median("the first page ordered by a column with an index", lambda: request("page", filters=[], order=[{"column": "title", "isDescending": True}], limit=100))
    median("the first page ordered by a column without an index", lambda: request("page", filters=[], order=[{"column": "estimate", "isDescending": True}], limit=100))
    median("a filter by date, with an index", lambda: request("page", filters=[{"column": "due_at", "operator": "less", "values": ["2026-09-25T00:00:00Z"]}], **query))
    median("a text search without an index, one match per 15,000 rows", lambda: request("page", filters=[{"column": "title", "operator": "contains", "values": ["(77"]}], **query))
    median("all rows counted", lambda: request("count", filters=[]))
    for part in range(200):
        page.js("const g = document.querySelector('.grid'); g.scrollTop = (g.scrollHeight - g.clientHeight) * arguments[0]", (part * 37 % 200) / 200)
        time.sleep(0.03)
    print(f"\nMemory of the server: {start_memory / 1e6:,.0f} MB when the page is open, {studio.memory / 1e6:,.0f} MB after all this and 200 jumps.")
    driver.quit()
    studio.stop()
    shutil.rmtree(folder)


main()
