# migrations are planned, applied, interrupted and compared, and random ones keep the rows
url="postgresql://$user@/migrated?host=$work"
run "$programs/createdb" -h "$work" migrated
mkdir -p "$work/Sources/Tasks"
models() { # NOTE PROPERTY
  cat >"$work/Sources/Tasks/Tasks.swift" <<SWIFT
// @table
struct Project: Sendable {
  let id: ID
  var name: String
}
// @table
struct Item: Sendable {
  let id: ID
  var title: String  $1
  $2
  // @references(inverse: items, onDelete: cascade)
  var projectID: Project.ID
}
SWIFT
}
migrate() { (cd "$work" && "$server_postil" migrate "$@"); }
plan() { migrate new "$2" Sources/Tasks --dialect postgresql --timestamp "$1" "${@:3}" >"$work/output" 2>&1 || { cat "$work/output" >&2; fail "migrate new $2"; }; }

models "" ""
plan 20261121090000 create
migrate apply "$url" Sources/Tasks >"$work/output" || fail "migrate apply"
psql migrated -c "INSERT INTO project (name) VALUES ('Home'); INSERT INTO item (title, project_id) VALUES ('Oil the door', 1), ('', 1)"

# A row that violates a new check refuses the migration, and nothing is changed.
models '// @check("length(title) > 0")' 'var place: String?  // @index'
plan 20261122090000 add_place --allow newCheck
if migrate apply "$url" Sources/Tasks >"$work/output" 2>&1; then fail "a row that violates a check is accepted"; fi
grep -q "newCheck 'item.item_title_check': 1 row" "$work/output" || fail "$(cat "$work/output")"
is migrated "SELECT count(*) FROM pg_attribute WHERE attrelid = 'item'::regclass AND attname = 'place'" 0
psql migrated -c "DELETE FROM item WHERE title = ''"

# An index whose build is interrupted is built again. It waits for a transaction that could still see the table as it was.
psql migrated -c "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM project; SELECT pg_sleep(600)" >/dev/null 2>&1 &
holder=$!
for _ in $(seq 100); do
  [ "$(ask migrated "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)' AND pid <> pg_backend_pid()")" = 1 ] && break
  sleep 0.1
done
migrate apply "$url" Sources/Tasks >"$work/output" 2>&1 &
applier=$!
for _ in $(seq 300); do
  [ "$(ask migrated "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'")" = 1 ] && break
  sleep 0.1
done
ask migrated "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX CONCURRENTLY%'" >/dev/null
if wait $applier; then fail "a terminated connection goes unnoticed"; fi
is migrated "SELECT indisvalid FROM pg_index WHERE indexrelid = 'item_place_idx'::regclass" f
if migrate status "$url" Sources/Tasks >"$work/output" 2>&1; then fail "an interrupted migration goes unnoticed"; fi
grep -q "'20261122090000_add_place' was interrupted after its transaction" "$work/output" || fail "$(cat "$work/output")"
ask migrated "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)' AND pid <> pg_backend_pid()" >/dev/null
wait $holder || true
migrate apply "$url" Sources/Tasks >"$work/output" 2>&1 || fail "$(cat "$work/output")"
is migrated "SELECT indisvalid FROM pg_index WHERE indexrelid = 'item_place_idx'::regclass" t
migrate status "$url" Sources/Tasks >/dev/null || fail "migrate status"

# The migrations lead to the models, and a change by hand is noticed.
migrate verify Sources/Tasks --server "$url" >/dev/null || fail "migrate verify"
migrate drift "$url" Sources/Tasks >/dev/null || fail "migrate drift"
psql migrated -c "CREATE INDEX quick ON item (title)"
migrate drift "$url" Sources/Tasks >"$work/output" 2>&1 || fail "an index of a DBA: $(cat "$work/output")"
grep -q "index 'quick' isn't part of the program's schema (allowed)" "$work/output" || fail "$(cat "$work/output")"
psql migrated -c "DROP INDEX quick" -c "ALTER TABLE item ALTER COLUMN place SET DEFAULT 'hall'"
if migrate drift "$url" Sources/Tasks >"$work/output" 2>/dev/null; then fail "a change by hand goes unnoticed"; fi
[ "$(cat "$work/output")" = "column 'item.place' is text DEFAULT 'hall'::text, but should be text" ] || fail "$(cat "$work/output")"
is migrated "SELECT count(*) FROM pg_database WHERE datname LIKE 'postil_scratch%'" 0

# The last migration is undone, unless rows would lose values, and applied again.
psql migrated -c "ALTER TABLE item ALTER COLUMN place DROP DEFAULT" -c "UPDATE item SET place = 'hall'"
if migrate down "$url" Sources/Tasks >"$work/output" 2>&1; then fail "an undo loses values"; fi
grep -q "dropColumn 'item.place': 1 row" "$work/output" || fail "$(cat "$work/output")"
psql migrated -c "UPDATE item SET place = NULL"
migrate down "$url" Sources/Tasks >"$work/output" 2>&1 || fail "$(cat "$work/output")"
is migrated "SELECT string_agg(name, ' ') FROM postil_migration" 20261121090000_create
is migrated "SELECT count(*) FROM pg_attribute WHERE attrelid = 'item'::regclass AND attname = 'place'" 0
is migrated "SELECT title FROM item" "Oil the door"
migrate apply "$url" Sources/Tasks >"$work/output" 2>&1 || fail "$(cat "$work/output")"
migrate drift "$url" Sources/Tasks >/dev/null || fail "migrate drift after an undo"

# A checkpoint is recorded where its migrations are, and creates a new database.
migrate squash Sources/Tasks --dialect postgresql --timestamp 20261123090000 >/dev/null || fail "migrate squash"
migrate apply "$url" Sources/Tasks >"$work/output" 2>&1 || fail "$(cat "$work/output")"
is migrated "SELECT string_agg(kind, ' ' ORDER BY position) FROM postil_migration" "sql sql checkpoint"
migrate drift "$url" Sources/Tasks >/dev/null || fail "migrate drift after a checkpoint"
run "$programs/createdb" -h "$work" squashed
squashed_url="postgresql://$user@/squashed?host=$work"
migrate apply "$squashed_url" Sources/Tasks >"$work/output" 2>&1 || fail "$(cat "$work/output")"
is squashed "SELECT string_agg(name, ' ') FROM postil_migration" 20261123090000_checkpoint
migrate drift "$squashed_url" Sources/Tasks >/dev/null || fail "migrate drift of a new database"
migrate verify Sources/Tasks --server "$url" >/dev/null || fail "migrate verify after a checkpoint"

# Two branches are merged, and each of two databases that has one of them gets the other.
check='// @check("length(title) > 0")' place='var place: String?  // @index' stars='var starred = false' colour='var colour: String?  // @index'
cp -R "$work/Sources" "$work/colleague"
models "$check" "$place"$'\n'"$stars"
plan 20261124090000 add_stars --allow requireColumn
migrate apply "$url" Sources/Tasks >"$work/output" 2>&1 || fail "$(cat "$work/output")"
mv "$work/Sources" "$work/ours"
mv "$work/colleague" "$work/Sources"
models "$check" "$place"$'\n'"$colour"
plan 20261124100000 add_colours
migrate apply "$squashed_url" Sources/Tasks >"$work/output" 2>&1 || fail "$(cat "$work/output")"
cp "$work/ours/Tasks/Migrations/"*add_stars* "$work/Sources/Tasks/Migrations"
models "$check" "$place"$'\n'"$stars"$'\n'"$colour"
if migrate apply "$url" Sources/Tasks >"$work/output" 2>&1; then fail "branches are applied without a merge"; fi
grep -q "run 'postil migrate merge PATH --dialect postgresql'" "$work/output" || fail "$(cat "$work/output")"
migrate merge Sources/Tasks --dialect postgresql --timestamp 20261124110000 >"$work/output" 2>&1 || fail "$(cat "$work/output")"
for database in "$url" "$squashed_url"; do
  migrate apply "$database" Sources/Tasks >"$work/output" 2>&1 || fail "$(cat "$work/output")"
  migrate drift "$database" Sources/Tasks >/dev/null || fail "migrate drift after a merge"
done
migrate verify Sources/Tasks --server "$url" >"$work/output" 2>&1 || fail "$(cat "$work/output")"
grep -q "2 undos restore the previous schema on PostgreSQL" "$work/output" || fail "$(cat "$work/output")"

# A declared step in Swift stops the tool until the program has run it.
echo '-- @step(after: "20261124110000_merge")' >"$work/Sources/Tasks/Migrations/fill_colours.postgresql.step"
models "$check" "$place"$'\n'"$stars"$'\n'"$colour"$'\n  var size: Int?'
plan 20261125090000 add_size
if migrate apply "$url" Sources/Tasks >"$work/output" 2>&1; then fail "a step in Swift is skipped"; fi
grep -q "the next one is 'fill_colours', a step in Swift, which only the program can run; start the program, which runs it and then applies the 1 migration after it" "$work/output" || fail "$(cat "$work/output")"
psql migrated -c "INSERT INTO postil_migration (name, checksum, applied_at, duration_ms, kind, is_complete)
  VALUES ('fill_colours', '', now(), 0, 'swift', true)"
migrate apply "$url" Sources/Tasks >"$work/output" 2>&1 || fail "$(cat "$work/output")"
migrate drift "$url" Sources/Tasks >/dev/null || fail "migrate drift after a step"
migrate verify Sources/Tasks --server "$url" >/dev/null || fail "migrate verify with a step"

# While the pairs of a relationship are copied to the table of a join model, the program goes on writing: no acknowledged pair is lost.
mkdir -p "$work/Sources/Shop"
tagged_items() { # RELATIONSHIP MODEL
  cat >"$work/Sources/Shop/Shop.swift" <<SWIFT
// @table
struct Tag: Sendable {
  let id: ID
}
// @table
struct Item: Sendable {
  let id: ID
  // @manyToMany(tags: Tag, inverse: items$1)
}
$2
SWIFT
}
run "$programs/createdb" -h "$work" meanwhile
meanwhile_url="postgresql://$user@/meanwhile?host=$work"
tagged_items "" ""
migrate new create Sources/Shop --dialect postgresql --timestamp 20261121090000 >/dev/null 2>&1 || fail "migrate new of pairs"
migrate apply "$meanwhile_url" Sources/Shop >/dev/null || fail "migrate apply of pairs"
psql meanwhile -c "CREATE TABLE written (item_id bigint, tag_id bigint)" -c "CREATE SEQUENCE written_pairs" \
  -c "INSERT INTO item SELECT generate_series(1, 500); INSERT INTO tag SELECT generate_series(1, 1000)" \
  -c "INSERT INTO item_tags SELECT i, t FROM generate_series(1, 250) i, generate_series(1, 1000) t"
cat >"$work/pairs.sql" <<'SQL'
SELECT nextval('written_pairs') AS n \gset
BEGIN;
INSERT INTO item_tags VALUES (251 + :n / 1000, 1 + :n % 1000);
INSERT INTO written VALUES (251 + :n / 1000, 1 + :n % 1000);
COMMIT;
SQL
tagged_items ", through: Tagging" '// @table @unique(itemID, tagID)
struct Tagging: Sendable {
  let id: ID
  var itemID: Item.ID  // @references(onDelete: cascade)
  var tagID: Tag.ID  // @references(onDelete: cascade)
}'
if migrate new through Sources/Shop --dialect postgresql --timestamp 20261122090000 >"$work/output" 2>&1; then fail "a copied table is no finding"; fi
grep -q "longLock:item_tags" "$work/output" || fail "$(cat "$work/output")"
migrate new through Sources/Shop --dialect postgresql --timestamp 20261122090000 --allow longLock --allow dropTable >"$work/output" 2>&1 || fail "$(cat "$work/output")"
# The writers end when the table is gone.
pgbench -n -h "$work" -U "$user" -d meanwhile -c 4 -t 40000 -f "$work/pairs.sql" >"$work/bench" 2>&1 &
writers=$!
for _ in $(seq 100); do
  [ "$(ask meanwhile "SELECT count(*) > 200 FROM written")" = t ] && break
  sleep 0.1
done
migrate apply "$meanwhile_url" Sources/Shop >"$work/output" 2>&1 || fail "$(cat "$work/output")"
wait $writers || true
is meanwhile "SELECT count(*) FROM written w WHERE NOT EXISTS (SELECT FROM tagging t WHERE t.item_id = w.item_id AND t.tag_id = w.tag_id)" 0
is meanwhile "SELECT count(*) > 250200 FROM tagging" t

run "$programs/createdb" -h "$work" random
psql random -c 'CREATE EXTENSION citext' -c 'CREATE EXTENSION pg_trgm' -c 'CREATE EXTENSION unaccent'
# The same pairs in each run; others with another seed.
(cd "$root" && POSTIL_PSQL="psql -h $work -U $user -d random" POSTIL_SERVER_PAIRS="${POSTIL_SERVER_PAIRS:-250}" \
  POSTIL_SEED="${POSTIL_SEED:-95141}" \
  swift test --quiet --filter 'RandomServerTests|ServerConversionTests|ServerTypePairTests|ServerPlanTests')
