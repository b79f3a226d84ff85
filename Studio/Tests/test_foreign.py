"""A database of another program, described by the file alone: its values, checks, journal mode, and who else writes to it."""

import os
import sqlite3
import threading

import database
from studio import Keys, Studio, StudioTest

SCHEMA = """
    CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE film (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL CHECK (length(title) > 1), rating TEXT CHECK (rating IN ('G', 'PG', 'R')),
      state INTEGER NOT NULL DEFAULT 1 CHECK (state IS NULL OR state IN (1, 2, 3)),
      speed REAL, anything, seen_at TIMESTAMP, shelf_id INTEGER REFERENCES shelf (id), poster BLOB, copies INTEGER NOT NULL DEFAULT 1,
      CHECK (copies BETWEEN 0 AND 99)
    );
    CREATE TABLE actor (actor_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL);
    CREATE TABLE film_role (id INTEGER PRIMARY KEY, film_id INTEGER NOT NULL REFERENCES film (id), actor_id INTEGER NOT NULL REFERENCES actor (actor_id), words TEXT);
"""


class Foreign(StudioTest):
    """A file in SQLite's default journal mode, with tables that no model describes."""

    options = ("--no-read-only",)
    models = ()

    @classmethod
    def make_database(cls):
        path = os.path.join(cls.folder, "films.sqlite")
        file = sqlite3.connect(path)
        file.executescript(SCHEMA)
        file.executemany("INSERT INTO shelf VALUES (?, ?)", [(1, "Left"), (2, "Right")])
        file.executemany("INSERT INTO film (id, title, rating, speed, anything, seen_at, shelf_id) VALUES (?, ?, ?, ?, ?, ?, ?)", [
            (n, f"Film {n}", ["G", "PG", "R", None][n % 4], n / 4, [n, f"text {n}", n + 0.5, float(n)][n % 4], f"2026-11-{n:02} 08:30:00.{n:06}", n % 2 + 1)
            for n in range(1, 21)])
        file.execute("UPDATE film SET poster = ? WHERE id = 1", (database.png(600, 400) + os.urandom(200_000),))
        file.executemany("INSERT INTO actor VALUES (?, ?, ?)", [(1, "Ada", "Lovelace"), (2, "Grace", "Hopper"), (3, "Ada", "Yonath")])
        file.executemany("INSERT INTO film_role (film_id, actor_id, words) VALUES (?, ?, ?)", [(n % 3 + 1, n % 3 + 1, f"line {n}") for n in range(6)])
        file.commit()
        file.close()
        return path

    def tearDown(self):
        self.page.discard()
        super().tearDown()

    def film(self, id, columns):
        return self.sql(f"SELECT {columns} FROM film WHERE id = ?", id)[0]


class Values(Foreign):
    def test_a_number_beyond_all_numbers_is_infinite_and_not_nil(self):
        self.page.table("film")
        self.edit(0, "speed", "1e999")
        self.page.commit()
        self.assertEqual(self.film(1, "speed, typeof(speed)"), (float("inf"), "real"))

    def test_a_column_of_any_type_keeps_the_type_of_what_is_typed(self):
        self.page.table("film")
        column = "anything"
        self.assertEqual(self.film(4, "anything, typeof(anything)"), (4, "integer"))
        self.edit(3, column, "44")
        self.edit(4, column, "55")
        self.edit(5, column, "6.75")
        self.edit(6, column, "7")
        self.page.commit()
        self.assertEqual(self.sql("SELECT anything, typeof(anything) FROM film WHERE id BETWEEN 4 AND 7"),
                         [(44, "integer"), ("55", "text"), (6.75, "real"), (7, "integer")])
        # A whole number that is a real one stays one, and the kind can be chosen.
        self.assertEqual(self.page.cell(10, column), "11.0")
        self.page.table("film", row=[8])
        field = f'.drawer [data-field="{column}"] '
        self.page.fill(field + ".field", "88")
        self.page.js("const s = document.querySelector(arguments[0]); s.value = 'text'; s.dispatchEvent(new Event('change', {bubbles: true}))", field + "select")
        self.page.commit()
        self.assertEqual(self.film(8, "anything, typeof(anything)"), ("88", "text"))

    def test_the_values_of_a_check_are_choices(self):
        self.page.table("film")
        for column, choices in [("rating", ["G", "PG", "R"]), ("state", ["1", "2", "3"])]:
            self.page.double_click(self.page.cell_css(2, column))
            self.page.wait(lambda: self.page.names(".cell-editor option") == choices, column)
            # The first Escape may close the browser's list.
            self.page.wait(lambda: (self.page.keys(Keys.ESCAPE), self.page.count(".cell-editor") == 0)[1])
        self.add_filter("rating")
        self.page.click(".filter-choice")
        self.page.click_text(".popover [role=menuitemcheckbox]", "PG")
        self.page.wait(lambda: set(self.page.column("rating")) == {"PG"})
        self.page.keys(Keys.ESCAPE)
        self.add_filter("state")
        self.page.js("const s = document.querySelector('.filter:nth-child(2) .filter-operator'); s.value = 'equals'; s.dispatchEvent(new Event('change'))")
        self.page.js("const s = document.querySelector('.filter:nth-child(2) .filter-value select'); s.value = '0'; s.dispatchEvent(new Event('change'))")
        # The Swift names the case of the struct's enum, and the number of the property that has none.
        self.page.wait(lambda: "$0.rating.in([.pg]) && $0.state == 1" in self.page.text(".code-strip .code:first-child"))

    def test_a_large_image_is_shown(self):
        self.page.table("film", row=[1])
        self.page.wait(lambda: self.page.js("return document.querySelector('.drawer [data-field=poster] img')?.naturalWidth") == 600, "the image")

    def test_a_failed_check_is_shown_at_its_field(self):
        self.page.table("film")
        self.edit(11, "title", "x")
        self.page.review()
        self.page.click(".dialog-foot .primary")
        self.page.wait(lambda: "title" in self.page.text(".dialog .operation .field-error"))
        self.page.js("document.querySelector('dialog[open]').close()")
        self.page.wait(lambda: self.page.count(self.page.cell_css(11, "title") + ".has-problem") == 1)

    def test_a_refused_delete_names_the_rows_that_refer_to_it(self):
        self.page.table("film", row=[2])
        self.page.click('.drawer [aria-label="More"]')
        self.page.click_text(".popover [role=menuitem]", "Delete")
        self.page.review()
        self.page.click(".dialog-foot .primary")
        self.page.wait(lambda: "2 rows of FilmRole" in self.page.text(".dialog .operation .field-error"))
        self.assertIn("can't be deleted", self.page.text(".dialog .operation .field-error"))

    def test_people_find_rows_by_their_names(self):
        self.page.table("film_role")
        self.assertTrue(self.page.cell(0, "actor_id").startswith("Ada Lovelace"), self.page.cell(0, "actor_id"))
        self.assertTrue(self.page.cell(0, "film_id").startswith("Film 1"))
        self.page.double_click(self.page.cell_css(0, "actor_id"))
        self.page.fill(".picker input", "yon ada")
        self.page.wait(lambda: self.page.names(".picker-name") == ["Ada Yonath"])
        self.page.fill(".picker input", "2")
        self.page.wait(lambda: self.page.names(".picker-name") == ["Grace Hopper"])
        self.page.keys(Keys.ESCAPE)
        self.page.table("film_role", row=[1])
        self.page.click('.drawer [data-field="actor_id"] [title^="Open"]')
        self.page.wait(lambda: self.page.text(".drawer h2") == "Ada Lovelace")


class Files(Foreign):
    def test_an_edit_keeps_the_journal_mode_of_the_file(self):
        self.page.table("film")
        self.edit(0, "title", "Edited")
        self.page.commit()
        self.assertEqual(self.film(1, "title"), ("Edited",))
        self.assertEqual(self.sql("PRAGMA journal_mode"), [("delete",)])
        self.assertFalse(os.path.exists(self.path + "-wal"))
        # Another program writes between two edits.
        self.sql("UPDATE film SET title = 'By another program' WHERE id = 2")
        self.page.wait(lambda: self.page.cell(1, "title") == "By another program")
        self.edit(2, "title", "Edited too")
        self.page.commit()
        self.assertEqual(self.sql("PRAGMA journal_mode"), [("delete",)])

    def test_a_value_that_somebody_else_changed_is_not_overwritten_unseen(self):
        self.page.table("film")
        self.edit(14, "title", "Mine")
        self.edit(15, "copies", "7")
        self.sql("UPDATE film SET title = 'Theirs' WHERE id = 15")
        # Another column of the row, which isn't in conflict.
        self.sql("UPDATE film SET title = 'Another column' WHERE id = 16")
        self.page.review()
        self.page.click(".dialog-foot .primary")
        self.page.wait(lambda: self.page.count(".conflict") == 1)
        for text in ["Mine", "Theirs"]:
            self.assertIn(text, self.page.text(".comparison"))
        self.assertEqual(self.sql("SELECT title, copies FROM film WHERE id IN (15, 16)"), [("Theirs", 1), ("Another column", 1)])
        self.page.click_text(".conflict button", "Keep my values")
        self.page.wait(lambda: self.page.count(".conflict") == 0)
        self.page.click(".dialog-foot .primary")
        self.page.wait(lambda: self.page.count("dialog[open]") == 0)
        self.assertEqual(self.sql("SELECT title, copies FROM film WHERE id IN (15, 16)"), [("Mine", 1), ("Another column", 7)])


class Start(Foreign):
    """What stays from one start to the next."""

    def restart(self):
        self.page.driver.get("about:blank")
        self.studio.stop()
        type(self).studio = self.page.studio = Studio(self.path, "--no-read-only", models=())
        self.page.driver.get(self.studio.address)
        self.page.wait(lambda: self.page.count(".sidebar-link") > 0)

    def test_settings_stay_when_the_studio_is_started_again_at_once(self):
        port = self.studio.port
        self.page.table("film")
        self.page.drag('.head-cell[data-column="title"] .resize', 61, 0)
        width = self.page.js("return document.querySelector('.head-cell[data-column=title]').offsetWidth")
        self.page.js("postilTheme.set('dark')")
        self.page.go("queries")
        self.page.wait(lambda: self.page.count(".editor") > 0)
        self.run_sql("SELECT 'from before'")
        self.restart()
        self.assertEqual(self.studio.port, port)
        self.page.table("film")
        self.assertEqual(self.page.js("return document.querySelector('.head-cell[data-column=title]').offsetWidth"), width)
        self.assertEqual(self.page.js("return document.documentElement.dataset.theme"), "dark")
        self.page.go("queries")
        self.page.wait(lambda: "from before" in self.page.text(".query-side"))
        self.page.js("postilTheme.set('system')")

    def test_another_studio_of_the_same_file_gets_another_port(self):
        other = Studio(self.path, "--read-only", models=())
        try:
            self.assertNotEqual(other.port, self.studio.port)
        finally:
            other.stop()

    def test_the_settings_of_two_databases_on_one_port_are_separate(self):
        self.page.table("film")
        self.page.js("""return import('/ui/dom.js').then(({stored}) => stored.set('test', 'films'))""")
        path = os.path.join(self.folder, "other.sqlite")
        sqlite3.connect(path).executescript("CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT)")
        port = self.studio.port
        self.page.driver.get("about:blank")
        self.studio.stop()
        other = Studio(path, "--port", str(port), models=())
        try:
            self.page.driver.get(other.address)
            self.page.wait(lambda: self.page.count(".sidebar-link") > 0)
            self.assertIsNone(self.page.js("return import('/ui/dom.js').then(({stored}) => stored.get('test', null))"))
        finally:
            self.page.driver.get("about:blank")
            other.stop()
            self.restart_after(other)
        self.assertEqual(self.page.js("return import('/ui/dom.js').then(({stored}) => stored.get('test', null))"), "films")

    def restart_after(self, other):
        type(self).studio = self.page.studio = Studio(self.path, "--no-read-only", models=())
        self.page.driver.get(self.studio.address)
        self.page.wait(lambda: self.page.count(".sidebar-link") > 0)

    def test_the_browser_opens_at_the_start_without_showing_the_token_to_others(self):
        bin = os.path.join(self.folder, "bin")
        os.makedirs(bin)
        opened = os.path.join(self.folder, "opened")
        with open(os.path.join(bin, "xdg-open"), "w") as script:
            # The arguments can be read by others, the file can't.
            script.write(f'#!/bin/sh\necho "$1" > {opened}.new\nstat -c %a "$1" >> {opened}.new\nmv {opened}.new {opened}\n')
        os.chmod(os.path.join(bin, "xdg-open"), 0o755)
        environment = {**os.environ, "PATH": bin + ":" + os.environ["PATH"], "DISPLAY": ":99"}
        other = Studio(self.path, models=(), opens=True, env=environment)
        try:
            self.page.wait(lambda: os.path.exists(opened))
            with open(opened) as lines:
                file, mode = lines.read().split()
            self.assertEqual(mode, "600")
            self.page.driver.get("file://" + file)
            self.page.wait(lambda: self.page.count(".sidebar-link") > 0, "the page of the studio")
            self.assertEqual(self.page.js("return location.origin"), other.origin)
            self.assertNotIn("token", self.page.js("return location.href"))
        finally:
            self.page.driver.get("about:blank")
            other.stop()
        self.assertFalse(os.path.exists(file))
