# two versions of a program write while a change is made in two steps, neither fails, and no row differs

# expanded_models PROPERTY…: the models of the target; STRUCT and NOTE are the struct's name and the annotations above it.
expanded_models() {
  {
    printf '// @table %s\nstruct %s: Sendable {\n  let id: ID\n' "${NOTE:-}" "${STRUCT:-Item}"
    for property; do printf '  %s\n' "$property"; done
    printf '}\n'
  } >"$sources/Expanded.swift"
}

# begin_versions DATABASE PROPERTY…: a database with the models of the old version.
begin_versions() {
  database=$1
  sources="$work/Sources/$1"
  expanded_url="postgresql://$user@/$1?host=$work"
  run "$programs/createdb" -h "$work" "$1"
  mkdir -p "$sources"
  expanded_models "${@:2}"
  migrate new create "$sources" --dialect postgresql --timestamp 20261121090000 >"$work/output" 2>&1 || fail "$(cat "$work/output")"
  migrate apply "$expanded_url" "$sources" >"$work/output" || fail "migrate apply of $1"
  psql "$1" -c "CREATE TABLE written (id bigint, value text)"
}

# plan_versions OPTION…: the files for the models of the new version.
plan_versions() {
  migrate new change "$sources" --dialect postgresql --timestamp 20261122090000 --expand --batch-size 5000 "$@" >"$work/output" 2>&1 ||
    fail "$(cat "$work/output")"
  migrate verify "$sources" --server "$expanded_url" >"$work/output" 2>&1 || fail "$(cat "$work/output")"
}

# run_versions CONTRACT QUERY: runs 'old.sql' before and after the first file, 'new.sql' before and after the second one, CONTRACT, and
# expects that QUERY finds no row before that.
run_versions() {
  pgbench -n -M prepared -h "$work" -U "$user" -d "$database" -c 3 -T 10 -f "$work/old.sql" >"$work/old" 2>&1 &
  local old=$! new
  sleep 1
  migrate apply "$expanded_url" "$sources" >"$work/output" 2>&1 || fail "$(cat "$work/output")"
  grep -q "$1: waits until every instance of the program runs the new version" "$work/output" || fail "$(cat "$work/output")"
  pgbench -n -M prepared -h "$work" -U "$user" -d "$database" -c 3 -T 16 -f "$work/new.sql" >"$work/new" 2>&1 &
  new=$!
  wait $old || fail "the old version: $(cat "$work/old")"
  is "$database" "$2" 0
  migrate apply "$expanded_url" "$sources" --contract >"$work/output" 2>&1 || fail "$(cat "$work/output")"
  wait $new || fail "the new version: $(cat "$work/new")"
}

# end_versions QUERY: expects that QUERY finds no lost row, that both versions have written, and that the schema is that of the models.
end_versions() {
  is "$database" "$1" 0
  is "$database" "SELECT count(DISTINCT split_part(value, ' ', 1)) FROM written" 2
  psql "$database" -c "DROP TABLE written"
  migrate drift "$expanded_url" "$sources" >"$work/output" 2>&1 || fail "$(cat "$work/output")"
  migrate status "$expanded_url" "$sources" >"$work/output" 2>&1 || fail "$(cat "$work/output")"
}

# A renamed column, and a new required one.
begin_versions expanded 'var place: String  // @index @check("length(place) > 1")'
psql expanded -c "INSERT INTO item (place) SELECT 'place ' || i FROM generate_series(1, 100000) i" -c "ANALYZE item"
expanded_models 'var location: String  // @index @check("length(location) > 1") @renamed(from: "place")' 'var starred = false'
# The change breaks the running version, so it needs an allowance, or two steps.
if migrate new rename "$sources" --dialect postgresql --timestamp 20261122090000 >"$work/output" 2>&1; then fail "a rename is no finding"; fi
grep -q "renameColumn:item.place" "$work/output" || fail "$(cat "$work/output")"
grep -q "requireColumn:item.starred" "$work/output" || fail "$(cat "$work/output")"
plan_versions
cat >"$work/old.sql" <<'SQL'
\set n random(1, 100000)
BEGIN;
INSERT INTO item (place) VALUES ('old ' || :n) RETURNING id \gset
INSERT INTO written VALUES (:id, 'old ' || :n);
COMMIT;
UPDATE item SET place = 'changed by the old one' WHERE id = :n;
SELECT place FROM item WHERE id = :n;
SQL
cat >"$work/new.sql" <<'SQL'
\set n random(1, 100000)
BEGIN;
INSERT INTO item (location, starred) VALUES ('new ' || :n, true) RETURNING id \gset
INSERT INTO written VALUES (:id, 'new ' || :n);
COMMIT;
UPDATE item SET location = 'changed by the new one' WHERE id = :n;
SELECT location, starred FROM item WHERE id = :n;
SQL
run_versions 20261122090001_change_contract "SELECT count(*) FROM item WHERE place IS DISTINCT FROM location"
end_versions "SELECT count(*) FROM written w LEFT JOIN item i ON i.id = w.id
  WHERE i.id IS NULL OR i.location <> w.value AND i.location NOT LIKE 'changed%'"

# A renamed column with another type: the values are converted in both directions. Under the same name, it is refused.
begin_versions expanded_type 'var size: Int  // @index @default(sql: "7")' 'var note: String?'
psql expanded_type -c "INSERT INTO item (size) SELECT i FROM generate_series(1, 100000) i" -c "ANALYZE item"
expanded_models 'var size: String' 'var note: String?'
if migrate new change "$sources" --dialect postgresql --timestamp 20261122090000 --expand >"$work/output" 2>&1; then fail "one name for two types"; fi
grep -q "write '// @column(\"size_text\") @renamed(from: \"size\")' above the property of 'size'" "$work/output" || fail "$(cat "$work/output")"
expanded_models '// @column("size_text") @renamed(from: "size") @index' 'var size: String' 'var note: String?'
if migrate new change "$sources" --dialect postgresql --timestamp 20261122090000 --expand >"$work/output" 2>&1; then fail "a type is no finding"; fi
grep -q -- "--allow changeColumn:item.size" "$work/output" || fail "$(cat "$work/output")"
plan_versions --allow changeColumn:item.size
cat >"$work/old.sql" <<'SQL'
\set n random(1, 100000)
BEGIN;
INSERT INTO item (size) VALUES (:n) RETURNING id \gset
INSERT INTO written VALUES (:id, 'old ' || :n);
COMMIT;
INSERT INTO item (note) VALUES ('the default') RETURNING size;
UPDATE item SET size = size + 1000000 WHERE id = :n AND size < 1000000;
UPDATE item SET note = 'old' WHERE id = :n;
SELECT size FROM item WHERE id = :n;
SQL
cat >"$work/new.sql" <<'SQL'
\set n random(1, 100000)
BEGIN;
INSERT INTO item (size_text) VALUES ('' || :n) RETURNING id \gset
INSERT INTO written VALUES (:id, 'new ' || :n);
COMMIT;
UPDATE item SET size_text = '2000000' WHERE id = :n;
UPDATE item SET note = 'new' WHERE id = :n;
SELECT size_text FROM item WHERE id = :n;
SQL
run_versions 20261122090001_change_contract "SELECT count(*) FROM item WHERE size::text IS DISTINCT FROM size_text"
end_versions "SELECT count(*) FROM written w LEFT JOIN item i ON i.id = w.id
  WHERE i.id IS NULL OR i.size_text <> split_part(w.value, ' ', 2) AND length(i.size_text) < 7"
is expanded_type "SELECT count(*) FROM item WHERE note = 'the default' AND size_text <> '7'" 0

# A value that the old type doesn't have is refused until the contract, and a less precise one doesn't replace the value that was written.
begin_versions expanded_precision 'var size: Int' 'var note: String?'
psql expanded_precision -c "INSERT INTO item (size) VALUES (1)"
expanded_models 'var width: Double  // @renamed(from: "size")' 'var note: String?'
plan_versions --allow changeColumn:item.size --allow narrowType:item.width
migrate apply "$expanded_url" "$sources" >"$work/output" 2>&1 || fail "$(cat "$work/output")"
psql expanded_precision -c "UPDATE item SET width = 2.5" -c "UPDATE item SET note = 'old'"
is expanded_precision "SELECT size || ' ' || width FROM item" "2 2.5"
refuses expanded_precision "UPDATE item SET width = 1e30" "'item.size' can't store this value as bigint"
psql expanded_precision -c "UPDATE item SET size = 4"
is expanded_precision "SELECT size || ' ' || width FROM item" "4 4"

# A renamed table with a renamed column: the new version inserts, updates and upserts through a view.
begin_versions expanded_table 'var place: String  // @unique' 'var count: Int = 0'
psql expanded_table -c "INSERT INTO item (place, count) SELECT 'place ' || i, 0 FROM generate_series(1, 10000) i" -c "ANALYZE item"
STRUCT=Thing NOTE='@renamed(from: "item")' expanded_models 'var location: String  // @unique @renamed(from: "place")' 'var count: Int = 0'
plan_versions
cat >"$work/old.sql" <<'SQL'
\set n random(1, 10000)
BEGIN;
INSERT INTO item (place, count) VALUES ('old ' || :n, 1) ON CONFLICT (place) DO UPDATE SET count = item.count + 1 RETURNING id \gset
INSERT INTO written VALUES (:id, 'old ' || :n);
COMMIT;
UPDATE item SET count = count + 1 WHERE id = :n;
SELECT place FROM item WHERE id = :n;
SQL
cat >"$work/new.sql" <<'SQL'
\set n random(1, 10000)
BEGIN;
INSERT INTO thing (location, count) VALUES ('new ' || :n, 1) ON CONFLICT (location) DO UPDATE SET count = thing.count + 1 RETURNING id \gset
INSERT INTO written VALUES (:id, 'new ' || :n);
COMMIT;
UPDATE thing SET count = count + 1 WHERE id = :n;
SELECT location FROM thing WHERE id = :n FOR UPDATE;
SQL
run_versions 20261122090001_change_contract "SELECT count(*) FROM item WHERE place IS NULL"
end_versions "SELECT count(*) FROM (SELECT id, value, count(*) FROM written GROUP BY id, value) AS w (id, value, number)
  LEFT JOIN thing t USING (id) WHERE t.id IS NULL OR t.location <> w.value OR t.count < w.number"

# A dropped default, and a column that becomes optional: there is nothing to do before the new version.
begin_versions expanded_optional 'var note: String' 'var size: Int  // @default(sql: "7")'
expanded_models 'var note: String?' 'var size: Int'
plan_versions
[ "$(ls "$sources/Migrations" | grep -c 20261122)" = 2 ] || fail "more than one migration: $(ls "$sources/Migrations")"
cat >"$work/old.sql" <<'SQL'
\set n random(1, 10000)
BEGIN;
INSERT INTO item (note) VALUES ('old ' || :n) RETURNING id \gset
INSERT INTO written VALUES (:id, 'old ' || :n);
COMMIT;
SQL
sed "s/(note) VALUES ('old ' || :n)/(note, size) VALUES ('new ' || :n, 7)/; s/'old '/'new '/" "$work/old.sql" >"$work/new.sql"
run_versions 20261122090000_change "SELECT count(*) FROM item WHERE note IS NULL OR size <> 7"
psql expanded_optional -c "INSERT INTO item (note, size) VALUES (NULL, 8)"
end_versions "SELECT count(*) FROM written w LEFT JOIN item i ON i.id = w.id WHERE i.id IS NULL OR i.note <> w.value"
