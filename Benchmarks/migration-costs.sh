#!/usr/bin/env bash
# What everyday changes of models cost a database of 1,000,000 rows: the time of 'postil migrate apply' and the size of the file, beside
# the same change as a rebuild, which writes every row of each table that is concerned to a new table (SQLite, "ALTER TABLE", section 7).
#
#   Benchmarks/migration-costs.sh [ROWS]
#
# POSTIL names a tool that is built already; otherwise it is built for release.
set -euo pipefail

rows=${1:-1000000}
case "$rows" in '' | *[!0-9]*) echo "usage: migration-costs.sh [ROWS]" >&2; exit 2 ;; esac
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [ -z "${POSTIL:-}" ]; then
  swift build -c release --package-path "${here%/*}" --product postil >&2
  POSTIL=$(swift build -c release --package-path "${here%/*}" --show-bin-path)/postil
fi
folder=$(mktemp -d "${TMPDIR:-/tmp}/postil-migration-costs.XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p App

# The models: $1 is the struct's name of a project, $2 what references to it begin with, $3 and $4 are their notes, $5 and $6 the notes of
# two columns, $7 is one more property of an entry.
write_models() {
  cat >App/Models.swift <<SWIFT
enum Priority: String, Codable, Sendable { case low, normal, high }

// @table $3
struct $1: Sendable { let id: ID; var name: String }

// @table @index(day)
struct Entry: Sendable {
  let id: ID
  var title: String
  var text: String
  var day: String
  var first: Int  $5
  var second: Int  $6
  var weight: Double
  var $2ID: $1.ID  // @references(inverse: entries, onDelete: cascade) $4
  ${7:-}
}

// @table
struct Visit: Sendable {
  let id: ID
  var seconds: Int
  var $2ID: $1.ID  // @references(inverse: visits, onDelete: cascade) $4
}
SWIFT
}

plain() { write_models Project project '' '' '' '' "${1:-}"; }

plain
"$POSTIL" migrate new create App --timestamp 20260101000000 >/dev/null
"$POSTIL" migrate apply original.sqlite App >/dev/null
sqlite3 original.sqlite <<SQL
INSERT INTO project (id, name) SELECT value, 'Project ' || value FROM generate_series(1, 1000);
INSERT INTO entry (id, title, text, day, first, second, weight, project_id)
SELECT value, 'Entry number ' || value, hex(randomblob(60)), date('2020-01-01', (value % 2000) || ' days'), value, value % 17, value / 7.0,
  value % 1000 + 1 FROM generate_series(1, $rows);
INSERT INTO visit (id, seconds, project_id) SELECT value, value % 3600, value % 1000 + 1 FROM generate_series(1, $rows);
SQL

# How long a command takes on the wall, in seconds, in the file 'time'.
TIMEFORMAT=%R
timed() { sync; { time "$@" >/dev/null; } 2>time || { cat time >&2; exit 1; }; }
run_rebuild() { sqlite3 -bail rebuilt.sqlite <rebuild.sql; }
megabytes() { wc -c <"$1" | awk '{ printf "%.0f", $1 / 1000000 }'; }

# The rebuild of a table: old name, new name, the columns of the new table, and the values from the old one. Its statement and indexes
# are those of the database that Postil migrated.
rebuild() {
  local sql
  sql=$(sqlite3 migrated.sqlite "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = '$2'")
  echo "${sql/\"$2\"/\"rebuilt\"};"
  echo "INSERT INTO rebuilt ($3) SELECT $4 FROM \"$1\"; DROP TABLE \"$1\"; ALTER TABLE rebuilt RENAME TO \"$2\";"
  sqlite3 migrated.sqlite "SELECT sql || ';' FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = '$2'"
}

# Measures the change that the models have: its name, then for 'rebuild' the arguments for each table, four of them.
measure() {
  local name=$1
  shift
  cp original.sqlite migrated.sqlite
  "$POSTIL" migrate new change App --timestamp 20260201000000 >/dev/null
  timed "$POSTIL" migrate apply migrated.sqlite App
  local postil rebuild
  postil=$(cat time)
  {
    echo "PRAGMA legacy_alter_table = ON; PRAGMA foreign_keys = OFF; BEGIN;"
    while [ $# -gt 0 ]; do
      rebuild "$1" "$2" "$3" "$4"
      shift 4
    done
    echo "COMMIT;"
  } >rebuild.sql
  cp original.sqlite rebuilt.sqlite
  timed run_rebuild
  rebuild=$(cat time)
  [ "$(sqlite3 migrated.sqlite 'SELECT count(*), sum(first), sum(second) FROM entry')" = \
    "$(sqlite3 rebuilt.sqlite 'SELECT count(*), sum(first), sum(second) FROM entry')" ] || { echo "the rows differ" >&2; exit 1; }
  printf '%-36s %9.2f %10.2f %7s %11s %11s %11s\n' "$name" "$postil" "$rebuild" \
    "$(awk -v a="$postil" -v b="$rebuild" 'BEGIN { printf "%.2f", a / b }')" \
    "$(megabytes original.sqlite)" "$(megabytes migrated.sqlite)" "$(megabytes rebuilt.sqlite)"
  rm -f App/Migrations/20260201000000_*
}

echo "rows: $rows, SQLite $(sqlite3 --version | cut -d' ' -f1)"
printf '%-36s %9s %10s %7s %11s %11s %11s\n' change 'apply, s' 'rebuild, s' ratio 'before, MB' 'after, MB' 'rebuilt, MB'
all='"id", "title", "text", "day", "first", "second", "weight", "project_id"'
plain 'var isOpen = false'
measure 'a Bool with a default is added' entry entry "$all, \"is_open\"" "$all, 0"
plain 'var priority: Priority = .normal'
measure 'an enum with a default is added' entry entry "$all, \"priority\"" "$all, 'normal'"
write_models Folder folder '@renamed(from: "project")' '@renamed(from: "project_id")' '' ''
measure 'a table with two children is renamed' project folder '"id", "name"' '"id", "name"' \
  entry entry "${all/project/folder}" "$all" visit visit '"id", "seconds", "folder_id"' '"id", "seconds", "project_id"'
write_models Project project '' '' '// @renamed(from: "second")' '// @renamed(from: "first")'
measure 'two columns change places' entry entry "$all" \
  '"id", "title", "text", "day", "second", "first", "weight", "project_id"'
