# rows are moved from a file of SQLite's, as Docs/PostgreSQL.md says
run "$programs/createdb" -h "$work" moved
sqlite3 -bail "$work/moved.sqlite" <"$work/items.sqlite.sql"
sqlite3 -bail "$work/moved.sqlite" <<'SQL'
INSERT INTO project (id, name) VALUES (7, 'Home');
INSERT INTO item (id, title, due_at, priority, done, project_id) VALUES
  (3, 'a, "b"', '2026-01-31 10:00:00.000', 0, 0, 7), (9, 'none', NULL, 1, 1, 7);
INSERT INTO step (text, done, item_id) SELECT 'S' || value, 0, 3 FROM json_each('[1,2,3,4,5]');
SQL
# One transaction, which a mistake undoes as a whole.
psql moved -f "$work/items.sql"
is moved "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'" \
  "$(grep -c '^CREATE TABLE ' "$work/items.sqlite.sql")"
run "$programs/createdb" -h "$work" half
sed 's/^COMMIT;$/CREATE TABLE "item" ();\nCOMMIT;/' "$work/items.sql" >"$work/half.sql"
if psql half -f "$work/half.sql" >"$work/output" 2>&1; then fail "a script with a mistake ends well"; fi
is half "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'" 0
psql half -v ON_ERROR_STOP=0 -f "$work/half.sql" >"$work/output" 2>&1 || true
is half "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'" 0
psql half -1 -v ON_ERROR_STOP=1 -f "$work/items.sql" >"$work/output" 2>&1 || fail "psql -1 takes no script"
is half "SELECT count(*) > 0 FROM pg_tables WHERE schemaname = 'public'" t

# The statements of the document, over a file for each '\copy'.
sed -n '/^```psql$/,/^```$/p' "$root/Docs/PostgreSQL.md" | grep -v '^```' >"$work/move.sql"
sed -nE 's/^\\copy "(.*)" \((.*)\) FROM .(.*\.csv).*$/\1|\2|\3/p' "$work/move.sql" | while IFS='|' read -r table columns file; do
  sqlite3 -csv "$work/moved.sqlite" "SELECT $columns FROM \"$table\"" >"$work/$file"
done
[ -s "$work/item_steps_order.csv" ] || fail "Docs/PostgreSQL.md copies no rows"
(cd "$work" && psql moved -f move.sql >/dev/null)
is moved "SELECT title, extract(epoch FROM due_at)::bigint, done FROM item ORDER BY id" $'a, "b"|1769853600|f\nnone||t'
# The counts of an ordered relationship are those of the file, and go on from there.
is moved "SELECT sum(count) FROM item_steps_order WHERE level = 32" 5
psql moved -c "INSERT INTO step (text, done, item_id) VALUES ('S6', false, 3)" \
  -c "INSERT INTO project (name) VALUES ('Work')"
is moved "SELECT string_agg(text, ' ' ORDER BY steps_position) FROM step" "S1 S2 S3 S4 S5 S6"
is moved "SELECT sum(count) FROM item_steps_order WHERE level = 32" 6
is moved "SELECT id FROM project ORDER BY id" $'7\n8'
refuses moved "INSERT INTO item (title, priority, done, project_id) VALUES ('', 0, false, 7)" item_title_check
refuses moved "INSERT INTO step (text, done, item_id) VALUES ('x', false, 99)" step_item_id_fkey
