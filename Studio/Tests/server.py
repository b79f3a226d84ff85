"""A database of a PostgreSQL server with the models' tables and the rows of the SQLite file."""

import http.client
import json
import os
import sqlite3
import subprocess
import unittest

import database
from studio import POSTIL, Studio, StudioTest

FOLDER = os.environ.get("POSTIL_SERVER_FOLDER")
USER = os.environ.get("POSTIL_SERVER_USER", "postgres")
FIELD, ROW, NULL = "\x1f", "\x1e", "\x1d"
if FOLDER is None:
    print("No PostgreSQL 15 is installed in /usr/lib/postgresql/15, so the tests over a server are skipped.")


def url(name):
    return f"postgresql://{USER}@/{name}?host={FOLDER}"


def command(name, *options):
    return ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", FOLDER, "-U", USER, "-d", name, *options]


def psql(name, sql):
    """Runs statements as another session; returns the rows as tuples of texts."""
    result = subprocess.run(command(name, "-At", "-F", FIELD, "-R", ROW, "-P", f"null={NULL}", "-f", "-"), input=sql, capture_output=True, text=True,
                            env={**os.environ, "PGTZ": "UTC", "PGDATESTYLE": "ISO"})
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    lines = result.stdout.removesuffix("\n").removesuffix(ROW).split(ROW) if result.stdout else []
    return [tuple(None if value == NULL else value for value in line.removeprefix("\n").split(FIELD)) for line in lines]


def make(name, path):
    """Creates a database with the rows of a file."""
    psql("postgres", f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    psql("postgres", f'CREATE DATABASE "{name}"')
    ddl = subprocess.run([POSTIL, "ddl", "--dialect", "postgresql", "--target", "Models", database.MODELS], check=True, capture_output=True, text=True).stdout
    quoted = lambda text: '"' + text.replace('"', '""') + '"'
    # The rows of a file satisfy the constraints, and contain what triggers write.
    script = [ddl, "SET session_replication_role = replica; SET timezone = 'UTC';"]
    file = sqlite3.connect(path)
    tables = [table for table, in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
    for table in tables:
        columns = [row[1] for row in file.execute(f"PRAGMA table_info({quoted(table)})")]
        script.append(f"COPY {quoted(table)} ({', '.join(map(quoted, columns))}) FROM stdin;")
        script += ["\t".join(map(copied, row)) for row in file.execute(f"SELECT {', '.join(map(quoted, columns))} FROM {quoted(table)}")]
        script.append("\\.")
    script.append("""DO $$ DECLARE c record; BEGIN
        FOR c IN SELECT attrelid::regclass AS name, attname FROM pg_attribute WHERE attidentity <> '' LOOP
          EXECUTE format('SELECT setval(pg_get_serial_sequence(%L, %L), (SELECT coalesce(max(%I), 1) FROM %s))', c.name, c.attname, c.attname, c.name);
        END LOOP; END $$; ANALYZE;""")
    file.close()
    psql(name, "\n".join(script))
    return url(name)


def copied(value):
    """A value in the format of COPY. PostgreSQL's texts can't contain NUL."""
    if value is None:
        return "\\N"
    if isinstance(value, bytes):
        return "\\\\x" + value.hex()
    text = str(value).replace("\0", "").replace("\\", "\\\\")
    return text.replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


@unittest.skipIf(FOLDER is None, "no PostgreSQL is installed")
class ServerTest(StudioTest):
    """Tests over a studio of a server's database; each class has its own."""

    options = ("--no-read-only",)

    @classmethod
    def make_database(cls):
        cls.name = cls.__name__.lower()
        return make(cls.name, super().make_database())

    def sql(self, statement):
        return psql(self.name, statement)

    def tearDown(self):
        self.page.discard()
        super().tearDown()

    def request(self, path, body=None):
        """The answer to a request that no page makes: its status and its JSON or text."""
        connection = http.client.HTTPConnection("127.0.0.1", self.studio.port, timeout=60)
        headers = {"Cookie": f"postil-studio-{self.studio.port}={self.studio.token}", "Origin": self.studio.origin}
        connection.request("GET" if body is None else "POST", "/api" + path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        content = response.read().decode()
        connection.close()
        return response.status, json.loads(content) if response.getheader("content-type", "").startswith("application/json") else content

    def post(self, path, **body):
        return self.request(path, body)[1]
