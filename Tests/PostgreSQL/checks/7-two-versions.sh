# two versions of a program write while a change is made in two steps, neither fails, and no row differs
run "$programs/createdb" -h "$work" expanded
expanded_url="postgresql://$user@/expanded?host=$work"
mkdir -p "$work/Sources/Expanded"
expanded_models() { # PROPERTY PROPERTY
  cat >"$work/Sources/Expanded/Expanded.swift" <<SWIFT
// @table
struct Item: Sendable {
  let id: ID
  $1
  $2
}
SWIFT
}
expanded_models 'var place: String  // @index @check("length(place) > 1")' ""
migrate new create Sources/Expanded --dialect postgresql --timestamp 20261121090000 >/dev/null 2>&1 || fail "migrate new of items"
migrate apply "$expanded_url" Sources/Expanded >/dev/null || fail "migrate apply of items"
psql expanded -c "INSERT INTO item (place) SELECT 'place ' || i FROM generate_series(1, 100000) i" -c "ANALYZE item" \
  -c "CREATE TABLE written (id bigint, place text)"

# The change breaks the running version, so it needs an allowance, or two steps.
expanded_models 'var location: String  // @index @check("length(location) > 1") @renamed(from: "place")' 'var starred = false'
if migrate new rename Sources/Expanded --dialect postgresql --timestamp 20261122090000 >"$work/output" 2>&1; then fail "a rename is no finding"; fi
grep -q "renameColumn:item.place" "$work/output" || fail "$(cat "$work/output")"
grep -q "requireColumn:item.starred" "$work/output" || fail "$(cat "$work/output")"
migrate new rename Sources/Expanded --dialect postgresql --timestamp 20261122090000 --expand --batch-size 5000 >"$work/output" 2>&1 || fail "$(cat "$work/output")"
migrate verify Sources/Expanded --server "$expanded_url" >"$work/output" 2>&1 || fail "$(cat "$work/output")"

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
pgbench -n -h "$work" -U "$user" -d expanded -c 3 -T 15 -f "$work/old.sql" >"$work/old" 2>&1 &
old=$!
sleep 1
migrate apply "$expanded_url" Sources/Expanded >"$work/output" 2>&1 || fail "$(cat "$work/output")"
grep -q "20261122090001_rename_contract: waits until every instance of the program runs the new version" "$work/output" || fail "$(cat "$work/output")"
pgbench -n -h "$work" -U "$user" -d expanded -c 3 -T 25 -f "$work/new.sql" >"$work/new" 2>&1 &
new=$!
wait $old || fail "the old version: $(cat "$work/old")"
is expanded "SELECT count(*) FROM item WHERE place IS DISTINCT FROM location" 0
migrate apply "$expanded_url" Sources/Expanded --contract >"$work/output" 2>&1 || fail "$(cat "$work/output")"
wait $new || fail "the new version: $(cat "$work/new")"
is expanded "SELECT count(*) FROM written w LEFT JOIN item i ON i.id = w.id
  WHERE i.id IS NULL OR i.location <> w.place AND i.location NOT LIKE 'changed%'" 0
is expanded "SELECT count(*) FROM written WHERE place LIKE 'old%' HAVING count(*) > 100" "$(ask expanded "SELECT count(*) FROM written WHERE place LIKE 'old%'")"
psql expanded -c "DROP TABLE written"
migrate drift "$expanded_url" Sources/Expanded >"$work/output" 2>&1 || fail "$(cat "$work/output")"
migrate status "$expanded_url" Sources/Expanded >"$work/output" 2>&1 || fail "$(cat "$work/output")"
