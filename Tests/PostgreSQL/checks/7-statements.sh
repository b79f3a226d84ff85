# statements that people write are examined, and integer keys become UUIDs
run "$programs/createdb" -h "$work" written
written_url="postgresql://$user@/written?host=$work"
mkdir -p "$work/Sources/Written"
people() { # PROPERTIES
  cat >"$work/Sources/Written/Written.swift" <<SWIFT
// @table
struct Person: Sendable {
  $1
  var name: String
}
// @table
struct Letter: Sendable {
  let id: ID
  // @references(onDelete: cascade)
  var fromID: Person.ID
}
SWIFT
}
folder=$work/Sources/Written/Migrations
written() { # NAME TIMESTAMP OPTION…
  migrate new "$1" Sources/Written --dialect postgresql --timestamp "$2" "${@:3}" >"$work/output" 2>&1 || fail "$(cat "$work/output")"
}
people 'let id: ID'
written create 20261121090000
migrate apply "$written_url" Sources/Written >/dev/null || fail "migrate apply of people"
psql written -c "INSERT INTO person (name) VALUES ('Ada'), ('Bob'); INSERT INTO letter (from_id) VALUES (2), (1), (2)"

# A statement by hand is refused with its place, by 'verify' and 'apply', until the file accepts it.
written clean_up 20261122090000 --empty
printf 'DELETE FROM letter WHERE id > 100;\n  TRUNCATE letter;\n' >>"$folder/20261122090000_clean_up.postgresql.sql"
for command in "verify Sources/Written --dialect postgresql" "apply $written_url Sources/Written"; do
  # shellcheck disable=SC2086 # The words of the command.
  if migrate $command >"$work/output" 2>&1; then fail "a TRUNCATE by hand is accepted"; fi
  grep -q "clean_up.postgresql.sql:6:3: error: 'TRUNCATE' deletes all rows of 'letter' \[deleteRows\]" "$work/output" || fail "$(cat "$work/output")"
done
is written "SELECT count(*) FROM letter" 3
rm "$folder/20261122090000_clean_up"*

# Integer keys become UUIDs, and references follow them.
people 'let id: UUID'
if migrate new uuids Sources/Written --dialect postgresql >"$work/output" 2>&1; then fail "integers become UUIDs"; fi
grep -q "pass '--allow dropColumn:person.id' \[dropColumn\]" "$work/output" || fail "$(cat "$work/output")"
written new_keys 20261123090000 --allow dropColumn --allow longLock --allow tableRewrite --allow changeColumn
migrate apply "$written_url" Sources/Written >"$work/output" 2>&1 || fail "$(cat "$work/output")"
is written "SELECT string_agg(p.name, ' ' ORDER BY l.id) FROM letter l JOIN person p ON p.id = l.from_id" "Bob Ada Bob"
is written "SELECT pg_typeof(id) FROM person LIMIT 1" uuid
migrate drift "$written_url" Sources/Written >"$work/output" 2>&1 || fail "$(cat "$work/output")"
