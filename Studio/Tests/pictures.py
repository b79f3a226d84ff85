"""Draws the pictures of Docs/Studio.md, or each page in four widths: in light and dark."""

import base64
import os
import shutil
import sys
import tempfile
import time

import database
from studio import POSTIL, Page, Studio, chromium

FOLDER = os.path.join(database.HERE, "../../Docs/Studio") if len(sys.argv) < 2 else sys.argv[1]
WIDTHS = [360, 768, 1280, 2500] if sys.argv[2:] == ["widths"] else [1280]


def table(page):
    page.table("item", filters=[{"column": "priority", "operator": "in", "values": [1, 2]}, {"column": "due_at", "operator": "less", "values": ["2027-01-01T00:00:00Z"]}],
               order=[{"column": "due_at", "isDescending": False}])


def editing(page):
    page.table("item", row=[1])
    page.wait(lambda: page.count(".drawer .member") >= 6 and page.js("return document.querySelector('.blob img')?.naturalWidth"))
    page.double_click(page.cell_css(2, "title"))
    page.fill(".cell-editor .field", "Repair the door of the shed")
    page.keys("\ue007")
    page.wait(lambda: page.count(".review") == 1)
    page.js("document.querySelector('[data-field=details]').scrollIntoView()")


def members(page):
    page.table("item")
    page.click(page.cell_css(1, "relationship steps") + " .unfold")
    page.wait(lambda: page.count(".grid-detail .member") == 4)
    page.js("document.querySelector('.grid').scrollLeft = 1400")


def changes(page):
    page.table("item")
    for row, text in [(1, "Paint the door in blue"), (3, "Order a new door")]:
        page.double_click(page.cell_css(row, "title"))
        page.fill(".cell-editor .field", text)
        page.keys("\ue007")
    page.click(page.cell_css(5, "done"))
    page.keys("\ue007")
    page.review()


def queries(page):
    page.table("tag")
    page.go("queries")
    page.wait(lambda: page.count(".editor-field") == 1)
    page.fill(".editor-field", """-- Open items by project
SELECT project.name, count(*) AS items, min(item.due_at) AS next_due, round(sum(item.estimate), 1) AS hours
FROM item JOIN project ON project.id = item.project_id
WHERE item.done = 0
GROUP BY project.id ORDER BY items DESC""")
    page.click(".query-bar .primary")
    page.wait(lambda: page.count(".output .grid-row") > 5)
    page.js("document.activeElement.blur()")


def schema(page):
    page.table("tag")
    page.go("schema", "diagram")
    page.wait(lambda: page.count(".diagram-image") == 1)


def narrow(page):
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": False})
    page.table("item")


def form(page):
    page.table("item", row=[1])
    page.wait(lambda: page.count(".drawer .member") >= 6)


def tree(page):
    page.table("folder", view="tree")
    page.click(".tree-item:first-child .tree-toggle")
    page.wait(lambda: page.count(".tree-name") == 4)


def picker(page):
    page.table("item", row=[2])
    page.click('.drawer [data-field="assignee_id"] .reference')
    page.wait(lambda: page.count(".picker-option") > 3)


def palette(page):
    page.table("tag")
    page.chord("\ue009", "k")
    page.keys("it")
    page.wait(lambda: page.count(".palette-option") > 2)


def shortcuts(page):
    page.table("tag")
    page.js("document.querySelector('#main').focus()")
    page.keys("?")
    page.wait(lambda: page.count("dialog[open]") == 1)


def plan(page):
    page.table("tag")
    page.go("queries")
    page.wait(lambda: page.count(".editor-field") == 1)
    page.fill(".editor-field", "SELECT * FROM item JOIN project ON project.id = project_id WHERE notes = 'x' ORDER BY due_at")
    page.click_text(".query-bar button", "Plan")
    page.wait(lambda: page.count(".plan-line") > 1)


def named(page):
    page.table("tag")
    page.go("queries")
    page.js("[...document.querySelectorAll('.side-link')].find((e) => e.innerText.startsWith('Item.overdue')).click()")
    page.wait(lambda: page.count(".query-fields .form-field") == 2)


def part(name):
    def show(page):
        page.table("tag")
        page.go("schema", name)
        page.wait(lambda: page.count(".schema-content") == 1 and "Loading" not in page.text(".schema-content"))
    show.__name__ = name
    return show


PICTURES = [table, editing, members, changes, queries, schema, narrow]
OTHERS = [form, tree, picker, palette, shortcuts, plan, named, *map(part, ["ddl", "migrations", "drift", "findings", "sizes", "integrity"])]


def main():
    os.makedirs(FOLDER, exist_ok=True)
    folder = tempfile.mkdtemp()
    path = database.make(os.path.join(folder, "tasks.sqlite"), POSTIL, 20_000)
    driver = chromium()
    is_wide = len(WIDTHS) > 1
    for scheme in ["light", "dark"]:
        studio = Studio(path)
        page = Page(studio, driver)
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        for picture in [*PICTURES[:-1], *OTHERS] if is_wide else PICTURES:
            name = f"{picture.__name__}-{scheme}"
            resize(driver, 1280)
            picture(page)
            for width in WIDTHS:
                if is_wide:
                    resize(driver, width)
                time.sleep(0.7)
                data = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": False})["data"]
                with open(os.path.join(FOLDER, f"{name}-{width}.png" if is_wide else f"{name}.png"), "wb") as file:
                    file.write(base64.b64decode(data))
            page.js("window.onbeforeunload = null")
            print(name)
        studio.stop()
    driver.quit()
    shutil.rmtree(folder)


def resize(driver, width):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 800 if width < 2000 else 1200, "deviceScaleFactor": 1, "mobile": False})


main()
