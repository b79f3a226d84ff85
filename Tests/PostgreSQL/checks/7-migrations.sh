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

# A schema that was changed by hand isn't migrated, and one that the migrations leave in another state is an error. A user who may not
# create databases migrates without the comparison, which the output says.
models "$check" "$place"$'\n'"$stars"$'\n'"$colour"$'\n  var size: Int?\n  var weight: Int?'
plan 20261126090000 add_weight
psql migrated -c "ALTER TABLE item DROP COLUMN size" -c "CREATE TABLE other_program (id bigint)" -c "CREATE INDEX quick ON item (title)"
if migrate apply "$url" Sources/Tasks >"$work/output" 2>&1; then fail "a changed schema is migrated"; fi
grep -q "the schema was changed since the last migration, so nothing was applied" "$work/output" || fail "$(cat "$work/output")"
grep -q "note: column 'item.size' is missing" "$work/output" || fail "$(cat "$work/output")"
! grep -q "other_program\|quick" "$work/output" || fail "$(cat "$work/output")"
is migrated "SELECT count(*) FROM pg_attribute WHERE attrelid = 'item'::regclass AND attname = 'weight'" 0
psql migrated -c "ALTER TABLE item ADD COLUMN size bigint"
cp "$work/Sources/Tasks/Migrations/20261126090000_add_weight.postgresql.sql" "$work/weight.sql"
echo "DO \$\$ BEGIN IF current_database() = 'migrated' THEN ALTER TABLE item ALTER COLUMN title SET DEFAULT 'x'; END IF; END \$\$;" \
  >>"$work/Sources/Tasks/Migrations/20261126090000_add_weight.postgresql.sql"
if migrate apply "$url" Sources/Tasks >"$work/output" 2>&1; then fail "another schema than that of the migrations goes unnoticed"; fi
grep -q "the migrations were applied, but the schema isn't what they produce in a new database" "$work/output" || fail "$(cat "$work/output")"
psql migrated -c "ALTER TABLE item ALTER COLUMN title DROP DEFAULT"
models "$check" "$place"$'\n'"$stars"$'\n'"$colour"$'\n  var size: Int?\n  var weight: Int?\n  var width: Int?'
plan 20261127090000 add_width
psql migrated -c "CREATE ROLE modest LOGIN" -c "GRANT CREATE, USAGE ON SCHEMA public TO modest" \
  -c "DO \$\$ DECLARE t record; BEGIN FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('ALTER TABLE %I OWNER TO modest', t.tablename); END LOOP; END \$\$"
migrate apply "postgresql://modest@/migrated?host=$work" Sources/Tasks >"$work/output" 2>&1 || fail "$(cat "$work/output")"
grep -q "20261127090000_add_width: applied in" "$work/output" || fail "$(cat "$work/output")"
grep -q "the schema wasn't compared with the result of the migrations, because the user may not create a database for that" "$work/output" ||
  fail "$(cat "$work/output")"
psql migrated -c "REASSIGN OWNED BY modest TO $user"

# A migration that waits for another process names it once.
psql migrated -c "SET application_name = deployer" -c "SELECT pg_advisory_lock(hashtextextended('public', 8101828347286874473)), pg_sleep(3)" >/dev/null &
deployer=$!
for _ in $(seq 100); do
  [ "$(ask migrated "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted")" = 1 ] && break
  sleep 0.1
done
migrate apply "$url" Sources/Tasks >"$work/output" 2>"$work/messages" || fail "$(cat "$work/output" "$work/messages")"
wait $deployer
grep -qE "^postil: waiting for process [0-9]+ of the server \('deployer' at the server itself, connected since [0-9:]{8} UTC\), which is migrating 'migrated.public'$" \
  "$work/messages" || fail "$(cat "$work/messages")"
[ "$(wc -l <"$work/messages")" = 1 ] || fail "$(cat "$work/messages")"

# Tenants with a schema each: a command changes and shows one of them, although 'public' has the same tables.
run "$programs/createdb" -h "$work" tenants
tenants_url="postgresql://$user@/tenants?host=$work"
mkdir -p "$work/Sources/Tenants"
notes() { printf '// @table\nstruct Note: Sendable {\n  let id: ID\n  var text: String\n  %s\n}\n' "$1" >"$work/Sources/Tenants/Note.swift"; }
tenant() { migrate "$1" "$tenants_url" Sources/Tenants "${@:2}" >"$work/output" 2>&1; }
columns() { ask tenants "SELECT string_agg(table_schema, ' ' ORDER BY table_schema) FROM information_schema.columns WHERE table_name = 'note' AND column_name = '$1'"; }
notes ""
migrate new create Sources/Tenants --dialect postgresql --timestamp 20261121090000 >/dev/null 2>&1 || fail "migrate new of tenants"
tenant apply || fail "$(cat "$work/output")"
psql tenants -c "INSERT INTO note (text) VALUES ('of nobody')" -c 'CREATE SCHEMA tenant_1' -c 'CREATE SCHEMA "Tenant 2"' -c 'CREATE SCHEMA tenant_3'
for schema in tenant_1 "Tenant 2" tenant_3; do
  if tenant status --schema "$schema"; then fail "an empty tenant counts as migrated"; fi
  grep -q "pending  20261121090000_create" "$work/output" || fail "$(cat "$work/output")"
  tenant apply --schema "$schema" || fail "$(cat "$work/output")"
  tenant status --schema "$schema" || fail "$(cat "$work/output")"
done
[ "$(columns text)" = "Tenant 2 public tenant_1 tenant_3" ] || fail "$(columns text)"
notes 'var place: String?  // @index'
migrate new place Sources/Tenants --dialect postgresql --timestamp 20261122090000 >/dev/null 2>&1 || fail "migrate new of tenants"
tenant apply --schema "Tenant 2" --dry-run || fail "$(cat "$work/output")"
cp "$work/output" "$work/script.sql"
tenant apply --schema tenant_1 || fail "$(cat "$work/output")"
[ "$(columns place)" = tenant_1 ] || fail "$(columns place)"
psql tenants -f "$work/script.sql" >"$work/output" 2>&1 || fail "$(cat "$work/output")"
[ "$(columns place)" = "Tenant 2 tenant_1" ] || fail "$(columns place)"
for schema in tenant_1 "Tenant 2"; do
  tenant status --schema "$schema" || fail "$(cat "$work/output")"
  tenant drift --schema "$schema" || fail "$(cat "$work/output")"
done
psql tenants -c 'ALTER TABLE tenant_1.note ADD COLUMN odd text'
if tenant drift --schema tenant_1; then fail "a change by hand goes unnoticed"; fi
grep -q "^column 'note.odd' is not expected" "$work/output" || fail "$(cat "$work/output")"
tenant drift --schema "Tenant 2" || fail "$(cat "$work/output")"
psql tenants -c 'ALTER TABLE tenant_1.note DROP COLUMN odd'
tenant down --schema "Tenant 2" || fail "$(cat "$work/output")"
[ "$(columns place)" = tenant_1 ] || fail "$(columns place)"
# The first schema of the search path is the default, whatever the others contain.
migrate apply "$tenants_url&options=-csearch_path%3Dtenant_3,tenant_1,public" Sources/Tenants >"$work/output" 2>&1 || fail "$(cat "$work/output")"
[ "$(columns place)" = "tenant_1 tenant_3" ] || fail "$(columns place)"
migrate verify Sources/Tenants --server "$tenants_url" --schema "Tenant 2" >"$work/output" 2>&1 || fail "$(cat "$work/output")"
if tenant apply --schema tenant_9; then fail "a schema that doesn't exist"; fi
grep -q "schema 'tenant_9' doesn't exist; create it with 'CREATE SCHEMA" "$work/output" || fail "$(cat "$work/output")"
is tenants "SELECT text FROM note" "of nobody"
psql tenants -c 'DROP TABLE public.note CASCADE'
(cd "$work" && "$server_postil" import "$tenants_url" --schema tenant_1 --output "$work/imported_tenant") >"$work/output" 2>&1 || fail "$(cat "$work/output")"
grep -q "var place: String?" "$work/imported_tenant/"*.swift || fail "the import of a schema"
if (cd "$work" && "$server_postil" import "$tenants_url" --output "$work/imported_public") >"$work/output" 2>&1 &&
  grep -qr "var place" "$work/imported_public"; then fail "the import reads another schema"; fi

# While programs read a view all the time, a migration that drops it gets its locks.
run "$programs/createdb" -h "$work" viewed
viewed_url="postgresql://$user@/viewed?host=$work"
mkdir -p "$work/Sources/Viewed"
viewed() {
  cat >"$work/Sources/Viewed/Part.swift" <<SWIFT
// @table
struct Part: Sendable {
  let id: ID
  var weight: $1
}
// @view("SELECT weight FROM part WHERE weight > 3")
struct HeavyPart: Sendable {
  let weight: $1
}
SWIFT
}
viewed Int
migrate new create Sources/Viewed --dialect postgresql --timestamp 20261121090000 >"$work/output" 2>&1 || fail "$(cat "$work/output")"
migrate apply "$viewed_url" Sources/Viewed >/dev/null || fail "migrate apply of a view"
psql viewed -c "INSERT INTO part (weight) SELECT generate_series(1, 2000)"
viewed Double
migrate new change Sources/Viewed --dialect postgresql --timestamp 20261122090000 --allow tableRewrite --allow narrowType --allow changeColumn >"$work/output" 2>&1 || fail "$(cat "$work/output")"
grep -A1 '^LOCK TABLE "heavy_part"' "$work/Sources/Viewed/Migrations/20261122090000_change.postgresql.sql" | grep -q '^LOCK TABLE "part"' ||
  fail "the view isn't locked first"
echo "SELECT count(*), pg_sleep(0.01) FROM heavy_part;" >"$work/view.sql"
pgbench -n -h "$work" -U "$user" -d viewed -c 8 -T 600 -f "$work/view.sql" >"$work/bench" 2>&1 &
readers=$!
sleep 1
migrate apply "$viewed_url" Sources/Viewed --attempts 10 >"$work/output" 2>&1 || { kill $readers; fail "$(cat "$work/output")"; }
kill $readers
wait $readers || true
! grep -q ERROR "$work/bench" || fail "$(cat "$work/bench")"

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

# The same pairs in each run; others with another seed.
"$root/Tests/PostgreSQL/migrations" "${POSTIL_SERVER_PAIRS:-300}"
