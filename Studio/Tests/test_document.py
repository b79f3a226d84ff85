"""The commands of Docs/FromCoreData.md, run as they are: from an empty folder with a store of Core Data to its rows in the browser."""

import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

import database
from studio import Page, Studio, StudioTest, chromium

ROOT = os.path.abspath(os.path.join(database.HERE, "../.."))


def commands():
    """The commands of the first `console` block about the studio, each with the output that the document shows."""
    with open(os.path.join(ROOT, "Docs/FromCoreData.md"), encoding="utf-8") as file:
        blocks = re.findall(r"```console\n(.*?)```", file.read(), re.DOTALL)
    block = next(block for block in blocks if "$ postil studio " in block)
    return [(line, output) for line, _, output in (part.partition("\n") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:])]


class Document(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        os.symlink(ROOT, os.path.join(self.folder, "postil"))
        store = os.path.join(self.folder, "default.store")
        with open(os.path.join(ROOT, "Tests/FrameworkTests/CoreData/Store.sql"), encoding="utf-8") as script, sqlite3.connect(store) as connection:
            connection.executescript(script.read())
        connection.close()
        # A file that Core Data keeps beside the store.
        os.makedirs(os.path.join(self.folder, ".default_SUPPORT/_EXTERNAL_DATA"))
        with open(os.path.join(self.folder, ".default_SUPPORT/_EXTERNAL_DATA/0A0B0C0D-0000-4000-8000-000000000001"), "w", encoding="utf-8") as photo:
            photo.write("a photo")
        self.environment = {
            **os.environ, "HOME": self.folder, "PATH": f"{self.folder}/.local/bin:{os.environ['PATH']}",
            "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")),
            # What is built already is installed.
            "CONFIGURATION": "debug", "SCRATCH": f"{ROOT}/.build", "STUDIO_SCRATCH": f"{ROOT}/.build-server",
        }

    def tearDown(self):
        shutil.rmtree(self.folder)

    def test_five_commands_lead_from_a_store_to_its_rows_in_the_browser(self):
        *before, (studio, printed) = commands()
        self.assertEqual(len(before), 4)
        for command, output in before:
            result = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment, capture_output=True, text=True)
            self.assertLess(result.returncode, 2 if command.startswith("postil check") else 1, f"{command}: {result.stdout}{result.stderr}")
            if command.startswith("postil "):
                self.assertEqual(result.stdout + result.stderr, output, command)
        running = Studio("tasks.sqlite", command=["bash", "-c", f"exec {studio}"], cwd=self.folder, env=self.environment)
        try:
            address = f"The studio is at {running.address}\n" + running.process.stdout.readline()
            self.assertEqual(address, re.sub(r":\d+/.*", lambda _: running.address[len("http://127.0.0.1"):], printed))
            StudioTest.driver = StudioTest.driver or chromium()
            page = Page(running, StudioTest.driver)
            page.table("item")
            self.assertEqual(page.column("title"), ["Oil the door", "Paint the fence", ""])
            self.assertEqual(page.column("dueat")[1], "2023-03-08 20:26:41")
        finally:
            StudioTest.driver and StudioTest.driver.get("about:blank")
            running.stop()
