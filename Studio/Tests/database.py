"""The database of the tests: the models of Models/ with many rows, and rows that would do harm in a careless page."""

import json
import math
import os
import sqlite3
import struct
import subprocess
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.join(HERE, "Models")
HOSTILE_TABLE = "<script>alert('table')</script>"
HOSTILE_TEXTS = [
    "<script>document.title = 'owned'</script>",
    "<img src=x onerror=\"document.title='owned'\">",
    "'\"` ${document.title='owned'} {{7*7}}",
    "before\0after",
    "\u202Eright to left\u202C and \u05E9\u05DC\u05D5\u05DD",
    "line one\nline two\ttab\r\nline three",
    "x" * 1_000_000,
    "",
    "'; DROP TABLE item; --",
    "👩‍👩‍👧‍👦 e\u0301 \uFFFD",
]



def png(width, height):
    """A picture of a sunset."""
    lines = bytearray()
    for y in range(height):
        lines.append(0)
        for x in range(width):
            sun = (x - width * 0.62) ** 2 + (y - height * 0.55) ** 2 < (height * 0.2) ** 2
            hill = y > height * (0.7 + 0.12 * math.sin(x / width * 5))
            lines += bytes((255, 214, 110) if sun and not hill else (38, 52, 66) if hill else (
                min(255, 90 + y * 160 // height), 90 + y * 60 // height, max(0, 150 - y * 70 // height)))
    chunk = lambda name, data: struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(bytes(lines), 9)) + chunk(b"IEND", b""))


PNG = png(240, 150)

VERBS = ["Oil", "Paint", "Repair", "Order", "Return", "Measure", "Clean", "Replace", "Sort", "Water", "Sharpen", "Plan"]
THINGS = ["the door", "the fence", "the bicycle", "new lamps", "library books", "the kitchen", "the windows", "a fuse",
          "old photos", "the garden", "the knives", "the trip to Lisbon", "the shelves", "a birthday party", "the roof"]
PEOPLE = ["Ada Lovelace", "Grace Hopper", "Edsger Dijkstra", "Barbara Liskov", "Donald Knuth", "Frances Allen",
          "Alan Turing", "Katherine Johnson", "John Backus", "Radia Perlman", "Niklaus Wirth", "Margaret Hamilton"]
PROJECTS = ["House", "Garden", "Lisbon", "Workshop", "Library", "Bicycle", "Kitchen", "Attic", "Office", "Choir",
            "Allotment", "Car"]
TAGS = ["urgent", "waiting", "outside", "phone", "errand", "computer", "weekend", "with help", "cheap", "expensive"]


def ddl(postil):
    """The statements of the models, as `postil ddl` prints them."""
    return subprocess.run([postil, "ddl", "--target", "Models", MODELS], check=True, capture_output=True, text=True).stdout


def person(number):
    return "00000000-0000-4000-8000-%012X" % number


def make(path, postil, items=2_000):
    """Creates the database in a new file."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON;")
    connection.executescript(ddl(postil))
    connection.execute("BEGIN")
    many = connection.executemany
    many("INSERT INTO person (id, name, email, website, is_active) VALUES (?, ?, ?, ?, ?)",
         [(person(n), name, name.split()[0].lower() + "@example.com", "https://example.com/" + str(n), int(n % 4 != 3))
          for n, name in enumerate(PEOPLE)])
    many("INSERT INTO project (id, name, color, owner_id) VALUES (?, ?, ?, ?)",
         [(n + 1, name, ["gray", "red", "orange", "green", "blue"][n % 5], person(n % 12) if n % 3 else None)
          for n, name in enumerate(PROJECTS)])
    many("INSERT INTO tag (id, name) VALUES (?, ?)", [(n + 1, name) for n, name in enumerate(TAGS)])
    connection.create_function("title", 1, lambda n: f"{VERBS[n % 12]} {THINGS[n // 12 % 15]}" +
                               (f" ({n // 180 + 1})" if n >= 180 else ""), deterministic=True)
    details = json.dumps({"place": "at home", "links": ["https://example.com/a", "https://example.com/b"],
                          "isPrivate": False})
    connection.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
        INSERT INTO item (id, title, notes, due_at, priority, done, estimate, details, project_id, assignee_id)
        SELECT i + 1, title(i), CASE WHEN i % 5 = 0 THEN 'Ask whether this can wait until ' || (2027 + i % 3) END,
          CASE WHEN i % 4 != 3 THEN strftime('%Y-%m-%d %H:%M:%S', 1790000000 + i % 1000 * 86400 / 4, 'unixepoch') END,
          i % 3, i % 7 < 2, CASE WHEN i % 2 THEN (i % 37) * 0.25 END, CASE WHEN i % 6 = 0 THEN ? END,
          i % 12 + 1, CASE WHEN i % 3 THEN printf('00000000-0000-4000-8000-%012X', i % 12) END
        FROM n""", (items, details))
    connection.execute("UPDATE item SET photo = ? WHERE id % 11 = 1 AND id < 1000", (PNG,))
    connection.execute("UPDATE item SET photo = ? WHERE id = 2", (b"plain text in a blob\n" * 20,))
    connection.execute("UPDATE item SET photo = ? WHERE id = 3", (bytes(range(256)) * 40,))
    connection.execute("INSERT INTO item_tags SELECT i.id, t.id FROM item i, tag t WHERE i.id <= 300 AND (i.id + t.id) % 4 = 0")
    connection.execute(
        """INSERT INTO step (text, done, item_id)
           SELECT column2 || ' (item ' || i.id || ')', i.id % 2, i.id
           FROM item i, (VALUES (1, 'Buy what is missing'), (2, 'Ask for help'), (3, 'Do it'), (4, 'Tidy up'))
           WHERE i.id <= 200 ORDER BY i.id, column1""")
    many("INSERT INTO folder (id, name, parent_id) VALUES (?, ?, ?)",
         [(1, "Home", None), (2, "Work", None), (3, "Recipes", 1), (4, "Letters", 1), (5, "Bread", 3), (6, "Soups", 3),
          (7, "Rye", 5), (8, "Reports", 2), (9, "2026", 8), (10, "2027", 8)])
    many("INSERT INTO note (title, text, folder_id, deleted_at) VALUES (?, ?, ?, ?)",
         [(f"Note {n}", "Some words about it.", n % 10 + 1, "2026-11-01 10:00:00" if n % 9 == 0 else None)
          for n in range(1, 61)])
    connection.execute("INSERT INTO preferences (id, greeting, account_limit) VALUES (1, 'Hello', 9007199254740993)")
    many(f'INSERT INTO "{HOSTILE_TABLE}" ("<img src=x onerror=alert(\'column\')>", "it\'s ""quoted""") VALUES (?, ?)',
         [(text, text[:40] if n % 2 else None) for n, text in enumerate(HOSTILE_TEXTS)])
    connection.execute("COMMIT")
    connection.close()
    return path


if __name__ == "__main__":
    import sys
    make(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 2_000)
