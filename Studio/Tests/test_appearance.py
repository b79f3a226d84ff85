"""Themes, widths, and what assistive technology reads."""

from studio import Keys, StudioTest

# Relative luminance and contrast. Source: WCAG 2.2.
CONTRAST = """
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const rgb = (color) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); return canvas.getImageData(0, 0, 1, 1).data; };
const luminance = ([r, g, b]) => [r, g, b].map((value) => { const v = value / 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const background = (element) => { for (let e = element; e; e = e.parentElement) { const color = getComputedStyle(e).backgroundColor; if (rgb(color)[3] === 255) return rgb(color); } return [255, 255, 255]; };
const low = [];
for (const element of document.querySelectorAll('body *')) {
  const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const box = element.getBoundingClientRect();
  if (!own || box.width === 0 || box.height === 0 || element.closest('[disabled], .unseen, .skip, .is-nil, .tree-toggle') || getComputedStyle(element).opacity < 1) continue;
  const [one, other] = [luminance(rgb(getComputedStyle(element).color)), luminance(background(element))].sort((a, b) => b - a);
  const ratio = (one + 0.05) / (other + 0.05);
  if (ratio < 4.5) low.push([element.className || element.tagName, element.textContent.slice(0, 30), ratio.toFixed(2)]);
}
return low;
"""


class Appearance(StudioTest):
    pages = [("table", "item", {}), ("table", "folder", {"view": "tree"}), ("table", "item", {"row": [1]}), ("queries", "", {"query": "Item.overdue"}), ("schema", "sizes", {}), ("schema", "ddl", {})]

    def show(self, page, name, parameters):
        if page == "table":
            self.page.table(name, **parameters)
        else:
            self.driver.get("about:blank")
            self.driver.get(self.studio.origin + "/")
            self.page.wait(lambda: self.page.count(".grid") == 1)
            self.page.go(page, name, **parameters)
            self.page.wait(lambda: self.page.count(".queries-page, .schema-page") == 1 and "Loading" not in self.page.text("main"))

    def test_texts_have_contrast_in_both_themes(self):
        for scheme in ["light", "dark"]:
            self.theme(scheme)
            for page, name, parameters in self.pages:
                self.show(page, name, parameters)
                self.assertEqual(self.page.js(CONTRAST), [], f"{page} {name} in {scheme}")
        self.theme("light")

    def test_the_switch_overrides_the_theme_of_the_system(self):
        self.theme("light")
        self.page.table("item")
        paper = lambda: self.page.js("return getComputedStyle(document.body).backgroundColor")
        light = paper()
        self.page.click('[aria-label="Theme"]')
        self.page.click_text(".popover [role=menuitemcheckbox]", "Dark")
        self.page.wait(lambda: paper() != light)
        self.page.table("item")
        self.assertNotEqual(paper(), light, "the choice is remembered")
        self.page.js("postilTheme.set('system')")
        self.assertEqual(paper(), light)

    def test_nothing_is_wider_than_the_window(self):
        for width in [360, 768, 1024, 2500]:
            self.resize(width, 800)
            for page, name, parameters in self.pages:
                self.show(page, name, parameters)
                wide = self.page.js("""return [...document.querySelectorAll('.bar *, .page-head *, .filters *, .drawer > *, .query-bar *, .tabs')].filter((e) => {
                    const box = e.getBoundingClientRect(); return box.width > 0 && !e.closest('.tabs *') && (box.right > innerWidth + 1 || box.left < -1); }).map((e) => e.outerHTML.slice(0, 120))""")
                self.assertEqual(wide, [], f"{page} {name} at {width}")
                self.assertEqual(self.page.js("return document.scrollingElement.scrollWidth <= innerWidth"), True, f"{page} {name} at {width}")

    def test_the_list_of_tables_opens_on_narrow_screens(self):
        self.resize(360, 740)
        self.page.table("item")
        hidden = lambda: self.page.js("return getComputedStyle(document.querySelector('.sidebar')).visibility")
        self.assertEqual(hidden(), "hidden")
        self.page.click(".menu-button")
        self.page.wait(lambda: hidden() == "visible")
        self.page.click('.sidebar-link[href="#/table/tag"]')
        self.page.wait(lambda: "Tag" in self.page.text("h1") and hidden() == "hidden")

    def test_every_control_has_a_name(self):
        for page, name, parameters in self.pages:
            self.show(page, name, parameters)
            self.driver.execute_cdp_cmd("Accessibility.enable", {})
            nodes = self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
            roles = {"button", "link", "textbox", "combobox", "checkbox", "radio", "searchbox", "tab", "menuitem", "treeitem", "grid", "dialog", "spinbutton"}
            unnamed = [node for node in nodes if not node.get("ignored") and node.get("role", {}).get("value") in roles and not node.get("name", {}).get("value")]
            self.assertEqual([(node["role"]["value"], node.get("properties", [])[:1]) for node in unnamed], [], f"{page} {name}")

    def test_dialogs_keep_the_focus_and_give_it_back(self):
        self.page.table("item")
        self.page.click(self.page.cell_css(0, "title"))
        self.page.keys("?")
        self.page.wait(lambda: self.page.count("dialog[open]") in (0, 1))
        if self.page.count("dialog[open]") == 0:
            self.page.keys(Keys.ESCAPE)
            self.page.js("document.querySelector('#main').focus()")
            self.page.keys("?")
        self.page.wait(lambda: self.page.count("dialog[open]") == 1)
        for _ in range(5):
            self.page.keys(Keys.TAB)
            self.assertTrue(self.page.js("return document.activeElement === document.body || document.querySelector('dialog[open]').contains(document.activeElement)"))
        self.page.keys(Keys.ESCAPE)
        self.page.wait(lambda: self.page.count("dialog[open]") == 0)
