# migrations that stop halfway are completed or taken back, scripts do what the tool does, and changes by hand are shown
# A row that violates a constraint and is committed after the count leaves a migration incomplete. It is completed once the row is
# corrected, or taken back. Here, the file loses its pre-checks, so that the row can be written before.
run "$programs/createdb" -h "$work" repaired
repaired_url="postgresql://$user@/repaired?host=$work"
mkdir -p "$work/Sources/Repaired"
guests() { # PROPERTIES
  printf '// @table\nstruct Guest: Sendable {\n  let id: ID\n  %s\n}\n' "$1" >"$work/Sources/Repaired/Guest.swift"
}
guests 'var name: String  // @index
  var size: Int?'
migrate new create Sources/Repaired --dialect postgresql --timestamp 20261121090000 >/dev/null 2>&1 || fail "migrate new of guests"
migrate apply "$repaired_url" Sources/Repaired >/dev/null || fail "migrate apply of guests"
migrate repair "$repaired_url" Sources/Repaired >"$work/output" 2>&1 || fail "$(cat "$work/output")"
grep -q "every applied migration is complete" "$work/output" || fail "$(cat "$work/output")"
psql repaired -c "INSERT INTO guest (name, size) VALUES ('Ada', 3), ('Bob', 4)"
guests 'var name: String  // @check("length(name) < 5")
  var size: Int  // @unique
  var place: String?  // @index'
migrate new change Sources/Repaired --dialect postgresql --timestamp 20261122090000 --allow newCheck --allow newUnique \
  --allow newRequired --allow longLock >"$work/output" 2>&1 || fail "$(cat "$work/output")"
file=$work/Sources/Repaired/Migrations/20261122090000_change.postgresql.sql
cp "$file" "$work/change.sql"
interrupt() {
  # The row comes after the pre-checks, as one that a program commits meanwhile does.
  awk '/^-- @(precheck|allow)/ { next } { print }' "$work/change.sql" >"$file"
  psql repaired -c "INSERT INTO guest (name, size) VALUES ('Barbara', NULL)"
  if migrate apply "$repaired_url" Sources/Repaired >"$work/output" 2>&1; then fail "rows that violate a constraint are accepted"; fi
  grep -q "'postil migrate repair URL PATH --take-back'" "$work/output" || fail "$(cat "$work/output")"
  is repaired "SELECT is_complete FROM postil_migration WHERE name LIKE '%change'" f
}
catalog() { "$programs/pg_dump" -h "$work" -U "$user" --schema-only -T postil_migration repaired | grep -v '^\\'; }
catalog >"$work/before"
interrupt
if migrate status "$repaired_url" Sources/Repaired >"$work/output" 2>&1; then fail "an incomplete migration goes unnoticed"; fi
grep -q "this statement fails, because 1 row violates 'postil_required_size'" "$work/output" || fail "$(cat "$work/output")"
if migrate repair "$repaired_url" Sources/Repaired >"$work/output" 2>&1; then fail "a row that violates a check is accepted"; fi
if migrate down "$repaired_url" Sources/Repaired >"$work/output" 2>&1; then fail "an incomplete migration is undone"; fi
migrate repair "$repaired_url" Sources/Repaired --take-back >"$work/output" 2>&1 || fail "$(cat "$work/output")"
catalog >"$work/after"
diff -u "$work/before" "$work/after" >&2 || fail "the schema isn't the one before"
is repaired "SELECT string_agg(name, ' ') FROM postil_migration" 20261121090000_create
is repaired "SELECT count(*) FROM guest" 3
psql repaired -c "DELETE FROM guest WHERE size IS NULL"
interrupt
psql repaired -c "UPDATE guest SET size = 5, name = 'Barb' WHERE size IS NULL"
migrate repair "$repaired_url" Sources/Repaired >"$work/output" 2>&1 || fail "$(cat "$work/output")"
grep -q "20261122090000_change: completed in" "$work/output" || fail "$(cat "$work/output")"
migrate status "$repaired_url" Sources/Repaired >"$work/output" 2>&1 || fail "$(cat "$work/output")"
migrate drift "$repaired_url" Sources/Repaired >"$work/output" 2>&1 || fail "$(cat "$work/output")"

# A change by hand is shown, and an index of a DBA is allowed.
psql repaired -c "CREATE INDEX quick ON guest (place, name)"
migrate status "$repaired_url" Sources/Repaired >"$work/output" 2>&1 || fail "$(cat "$work/output")"
grep -q "  index 'quick' isn't part of the program's schema (allowed)" "$work/output" || fail "$(cat "$work/output")"
psql repaired -c "DROP INDEX quick" -c "ALTER TABLE guest ADD COLUMN remark text"
if migrate status "$repaired_url" Sources/Repaired >"$work/output" 2>&1; then fail "a change by hand goes unnoticed"; fi
grep -q "it differs from the result of its migrations:" "$work/output" || fail "$(cat "$work/output")"
grep -q "error: the schema was changed by hand" "$work/output" || fail "$(cat "$work/output")"
psql repaired -c "ALTER TABLE guest DROP COLUMN remark"

# The script of a dry run does what the tool does, and stops before anything is changed if rows are at risk.
cp "$work/change.sql" "$file"
run "$programs/createdb" -h "$work" scripted
scripted_url="postgresql://$user@/scripted?host=$work"
mkdir "$work/later"
mv "$work/Sources/Repaired/Migrations/"*_change* "$work/later"
migrate apply "$scripted_url" Sources/Repaired >"$work/output" 2>&1 && fail "models without a migration go unnoticed"
grep -q "the migrations for PostgreSQL don't produce the schema of the models" "$work/output" || fail "$(cat "$work/output")"
mv "$work/later/"* "$work/Sources/Repaired/Migrations"
psql scripted -c "INSERT INTO guest (name, size) VALUES ('Barbara', 1)"
migrate apply "$scripted_url" Sources/Repaired --dry-run >"$work/script.sql" || fail "migrate apply --dry-run"
is scripted "SELECT count(*) FROM postil_migration" 1
if psql scripted -f "$work/script.sql" >"$work/output" 2>&1; then fail "rows at risk don't stop the script"; fi
grep -q "rows are at risk: newCheck 'guest.guest_name_check'" "$work/output" || fail "$(cat "$work/output")"
is scripted "SELECT count(*) FROM postil_migration" 1
is scripted "SELECT count(*) FROM pg_attribute WHERE attrelid = 'guest'::regclass AND attname = 'place'" 0
psql scripted -c "UPDATE guest SET name = 'Barb'"
psql scripted -f "$work/script.sql" >"$work/output" 2>&1 || fail "$(cat "$work/output")"
migrate status "$scripted_url" Sources/Repaired >"$work/output" 2>&1 || fail "$(cat "$work/output")"
run "$programs/createdb" -h "$work" all_scripted
all_url="postgresql://$user@/all_scripted?host=$work"
migrate apply "$all_url" Sources/Repaired --dry-run >"$work/script.sql" || fail "migrate apply --dry-run of a new database"
psql all_scripted -f "$work/script.sql" >"$work/output" 2>&1 || fail "$(cat "$work/output")"
migrate status "$all_url" Sources/Repaired >"$work/output" 2>&1 || fail "$(cat "$work/output")"
migrate apply "$all_url" Sources/Repaired >"$work/output" 2>&1 || fail "$(cat "$work/output")"
is all_scripted "SELECT string_agg(kind || ' ' || is_complete, ', ' ORDER BY position) FROM postil_migration" "sql true, sql true"

# What is missing can be a unique index or a reference, too: 'status' counts the rows that it needs to be corrected.
run "$programs/createdb" -h "$work" keyed
keyed_url="postgresql://$user@/keyed?host=$work"
mkdir -p "$work/Sources/Keyed"
printf '// @table\nstruct Guest: Sendable {\n  let id: ID\n  var name: String?\n  var hostID: Int?\n}\n' >"$work/Sources/Keyed/Guest.swift"
migrate new create Sources/Keyed --dialect postgresql --timestamp 20261121090000 >/dev/null 2>&1 || fail "migrate new of keys"
migrate apply "$keyed_url" Sources/Keyed >/dev/null || fail "migrate apply of keys"
psql keyed -c "INSERT INTO guest (name, host_id) VALUES ('Ada', 1), ('Ada', 1), ('Ada', 77), (NULL, NULL), (NULL, 78)"
migrate new keys Sources/Keyed --dialect postgresql --timestamp 20261122090000 --empty >/dev/null 2>&1 || fail "migrate new --empty"
cat >>"$work/Sources/Keyed/Migrations/20261122090000_keys.postgresql.sql" <<'SQL'
ALTER TABLE guest ADD CONSTRAINT guest_host FOREIGN KEY (host_id) REFERENCES guest (id) NOT VALID;
ALTER TABLE guest VALIDATE CONSTRAINT guest_host;
CREATE UNIQUE INDEX CONCURRENTLY guest_once ON guest (lower(name)) WHERE id > 0;
SQL
if migrate apply "$keyed_url" Sources/Keyed >"$work/output" 2>&1; then fail "rows without a parent are accepted"; fi
if migrate status "$keyed_url" Sources/Keyed >"$work/output" 2>&1; then fail "an incomplete reference goes unnoticed"; fi
grep -q "this statement fails, because 2 rows violate 'guest_host'" "$work/output" || fail "$(cat "$work/output")"
psql keyed -c "UPDATE guest SET host_id = 1 WHERE host_id > 70"
if migrate repair "$keyed_url" Sources/Keyed >"$work/output" 2>&1; then fail "equal keys are accepted"; fi
if migrate status "$keyed_url" Sources/Keyed >"$work/output" 2>&1; then fail "an incomplete index goes unnoticed"; fi
grep -q "this statement fails, because 2 rows violate 'guest_once'" "$work/output" || fail "$(cat "$work/output")"
psql keyed -c "UPDATE guest SET name = name || id"
migrate repair "$keyed_url" Sources/Keyed >"$work/output" 2>&1 || fail "$(cat "$work/output")"
migrate status "$keyed_url" Sources/Keyed >"$work/output" 2>&1 || fail "$(cat "$work/output")"
