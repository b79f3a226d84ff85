# rows are copied from a file of SQLite's, with 'postil copy'
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

# copy FILE DATABASE PATH…
copy() {
  local file=$1 database=$2
  shift 2
  (cd "$root" && "$server_postil" copy "$file" "$(url "$database")" "$@") >"$work/output" 2>&1
}
# copies FILE DATABASE PATH…
copies() { copy "$@" || { cat "$work/output" >&2; fail "the copy of $1"; }; }
# copy_refused PART-OF-THE-MESSAGE FILE DATABASE PATH…: nothing is copied.
copy_refused() {
  local part=$1
  shift
  if copy "$@"; then fail "the copy of $1 isn't refused: $part"; fi
  grep -qF -- "$part" "$work/output" || { cat "$work/output" >&2; fail "expected: $part"; }
}

# The other direction.
back() { # DATABASE FILE PATH…
  local database=$1 file=$2
  shift 2
  (cd "$root" && "$server_postil" copy "$(url "$database")" "$file" "$@") >"$work/output" 2>&1 || { cat "$work/output" >&2; fail "the copy of $database"; }
}
dump() { # FILE
  local table
  for table in $(sqlite3 "$1" "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"); do
    echo "$table"
    sqlite3 "$1" ".mode quote" "SELECT * FROM \"$table\"" | LC_ALL=C sort
  done
}

copy_refused "the server's database has no " "$work/moved.sqlite" postgres Models/Items
copies "$work/moved.sqlite" moved Models/Items
grep -qE '^step +[0-9a-f]{16}  5 rows$' "$work/output" || { cat "$work/output" >&2; fail "the report of the copy"; }
back moved "$work/moved.back.sqlite" Models/Items
dump "$work/moved.sqlite" | sed "s/10:00:00.000/10:00:00/" >"$work/expected"
dump "$work/moved.back.sqlite" >"$work/answer"
diff -u "$work/expected" "$work/answer" >&2 || fail "the items that come back"
copy_refused "the server's database already contains rows in 'project', 'item', 'step'" "$work/moved.sqlite" moved Models/Items
is moved "SELECT title, extract(epoch FROM due_at)::bigint, done FROM item ORDER BY id" $'a, "b"|1769853600|f\nnone||t'
# The order is that of the file, and goes on from there.
psql moved -c "INSERT INTO step (text, done, item_id) VALUES ('S6', false, 3)" \
  -c "INSERT INTO project (name) VALUES ('Work')"
is moved "SELECT string_agg(text, ' ' ORDER BY steps_position) FROM step" "S1 S2 S3 S4 S5 S6"
is moved "SELECT id FROM project ORDER BY id" $'7\n8'
refuses moved "INSERT INTO item (title, priority, done, project_id) VALUES ('', 0, false, 7)" item_title_check
refuses moved "INSERT INTO step (text, done, item_id) VALUES ('x', false, 99)" step_item_id_fkey

# Dates with exactly three digits after the seconds come back as the same bytes.
mkdir "$work/exact"
cat >"$work/exact/Visit.swift" <<'SWIFT'
import Foundation
// @table
struct Visit: Sendable {
  let id: ID
  var enteredAt: Date  // @store(as: iso8601Milliseconds)
  var leftAt: Date?  // @store(as: iso8601Milliseconds)
}
SWIFT
load exact "$work/exact"
sqlite3 -bail "$work/exact.sqlite" <"$work/exact.sqlite.sql"
sqlite3 -bail "$work/exact.sqlite" "INSERT INTO visit VALUES (1, '2026-01-31 10:00:00.000', NULL), (2, '1969-12-31 23:59:59.999', '2026-01-31 10:00:00.670')"
copies "$work/exact.sqlite" exact "$work/exact"
back exact "$work/exact.back.sqlite" "$work/exact"
dump "$work/exact.sqlite" >"$work/expected"
dump "$work/exact.back.sqlite" >"$work/answer"
diff -u "$work/expected" "$work/answer" >&2 || fail "the visits that come back"

# Every value of every type, and what can't be stored.
fill_samples() { # FILE
  sqlite3 -bail "$1" <"$work/samples.sqlite.sql"
  sqlite3 -bail "$1" <<'SQL'
INSERT INTO sample (id, name, nick, int8, int16, int32, uint8, uint32, uint64, count, half, number, done, data, at, seconds, day, length,
  price, key, moods, mood, rank, told) VALUES
  (1, 'a' || char(9) || char(10) || char(13) || '\' || '\N' || char(8) || 'é𝄞', 'Anna', 127, 32767, 2147483647, 255, 4294967295,
    '18446744073709551615', NULL, 0.5, 1e308, 1, x'00ff5c0a', '2026-01-31 10:00:00', 1769853600, '2026-02-28', 9223372036854775807,
    '12345678901234567890.123', '0f8fad5b-d9cb-469f-a165-70867728950e', '["calm", "wild"]', 'wild', '18446744073709551615', 'x'),
  (7, 'ab', '', -128, -32768, -2147483648, 0, 0, 0, -9223372036854775808, -1.25, -9e999, 0, x'', '2000-01-01 00:00:00.000000001',
    -1, NULL, -1, '0', NULL, '[]', 'calm', 0, ''),
  (8, 'abc', 'x', 0, 0, 0, 0, 0, 9223372036854775807, 9007199254740993, 3.4028234663852886e38, 0.1, 0, x'41',
    '9999-12-31 23:59:59.499999', 0, '2099-12-31', 0, '0.50', NULL, '["wild","calm"]', 'calm', 0, 'it''s');
INSERT INTO bag (id, words, sizes, counts, small, weights, halves, flags, keys, related) VALUES
  (1, '["","a b","NULL",null,"{\"x\",\\}","é𝄞\n"]', '[-9223372036854775808,9223372036854775807]', '[-2147483648]', '[32767]',
    '[0.1,1e+300,5e-324,"NaN","-Infinity"]', '[0.1,"Infinity"]', '[true,false]', '["0F8FAD5B-D9CB-469F-A165-70867728950E"]', '[1,1]'),
  (2, '[]', NULL, '[]', '[]', '[]', '[]', '[]', '[]', '[]');
INSERT INTO writer (id, name) VALUES (1, 'Anna'), (2, 'Bert');
INSERT INTO letter (id, text, writer_id) VALUES (4, 'Dear', 1);
UPDATE writer SET first_letter_id = 4 WHERE id = 1;
INSERT INTO ledger (id, amount, locked) VALUES (1, 500, 1), (3, 5, 0);
SQL
}
run "$programs/createdb" -h "$work" copied
psql copied -f "$work/samples.sql"
fill_samples "$work/copied.sqlite"
copies "$work/copied.sqlite" copied Tests/PostgreSQL/Models
grep -qF 'warning: 1 date was rounded to microseconds' "$work/output" || { cat "$work/output" >&2; fail "no warning of the rounding"; }
is copied "SELECT encode(convert_to(name, 'UTF8'), 'hex') FROM sample WHERE id = 1" \
  "$(sqlite3 "$work/copied.sqlite" "SELECT lower(hex(name)) FROM sample WHERE id = 1")"
is copied "SELECT id, nick, int8, int16, int32, uint8, uint32, uint64, count, half, number, done, encode(data, 'hex'),
  extract(epoch FROM at), seconds, to_char(day, 'YYYY-MM-DD'), length, price, key, moods, mood, rank, told FROM sample ORDER BY id" \
'1|Anna|127|32767|2147483647|255|4294967295|18446744073709551615||0.5|1e+308|t|00ff5c0a|1769853600.000000|1769853600|2026-02-28|9223372036854775807|12345678901234567890.123|0f8fad5b-d9cb-469f-a165-70867728950e|["calm", "wild"]|wild|18446744073709551615|x
7||-128|-32768|-2147483648|0|0|0|-9223372036854775808|-1.25|-Infinity|f||946684800.000000|-1||-1|0||[]|calm|0|
8|x|0|0|0|0|0|9223372036854775807|9007199254740993|3.4028235e+38|0.1|f|41|253402300799.499999|0|2099-12-31|0|0.50||["wild", "calm"]|calm|0|it'"'"'s'
is copied "SELECT words, sizes, weights, flags, keys FROM bag ORDER BY id" \
'{"","a b","NULL",NULL,"{\"x\",\\}","é𝄞
"}|{-9223372036854775808,9223372036854775807}|{0.1,1e+300,5e-324,NaN,-Infinity}|{t,f}|{0f8fad5b-d9cb-469f-a165-70867728950e}
{}||{}|{}|{}'
# References that go round, triggers of people, and keys.
is copied "SELECT w.name, l.text FROM writer w JOIN letter l ON l.id = w.first_letter_id" "Anna|Dear"
is copied "SELECT rows, (SELECT string_agg(text, ',') FROM note_of_ledger) FROM total_of_ledger" "2|large: 500"
is copied "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND condeferred" \
  "$(ask samples "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND condeferred")"
is copied "SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'" 0

# The rows come back as they were, in the only text that each value has: rounded dates, decimals without zeros, JSON with spaces.
back copied "$work/back.sqlite" Tests/PostgreSQL/Models
sqlite3 "$work/copied.sqlite" "UPDATE sample SET at = '2000-01-01 00:00:00' WHERE id = 7; UPDATE sample SET price = '0.5' WHERE id = 8;
  UPDATE sample SET moods = '[\"wild\", \"calm\"]' WHERE id = 8"
dump "$work/copied.sqlite" >"$work/expected"
dump "$work/back.sqlite" >"$work/answer"
diff -u "$work/expected" "$work/answer" >&2 || fail "the rows that come back"
[ "$(sqlite3 "$work/back.sqlite" "PRAGMA integrity_check")" = ok ] || fail "the file that comes back"
if (cd "$root" && "$server_postil" copy "$(url copied)" "$work/back.sqlite" Tests/PostgreSQL/Models) >"$work/output" 2>&1; then fail "a file is overwritten"; fi
psql copied -c "INSERT INTO ledger (amount, locked) VALUES (7, false)"
is copied "SELECT max(id) FROM ledger" 4
psql copied -c "TRUNCATE bag, sample, writer, letter, ledger, note_of_ledger, total_of_ledger CASCADE"

cant_copy() { # STATEMENT PART-OF-THE-MESSAGE
  rm -f "$work/broken.sqlite"
  fill_samples "$work/broken.sqlite"
  sqlite3 -bail "$work/broken.sqlite" "PRAGMA ignore_check_constraints = 1; $1"
  copy_refused "$2" "$work/broken.sqlite" copied Tests/PostgreSQL/Models
  grep -qF "nothing was copied" "$work/output" || fail "$2: nothing says that nothing was copied"
  is copied "SELECT (SELECT count(*) FROM sample) + (SELECT count(*) FROM writer)" 0
}
cant_copy "UPDATE sample SET told = 'a' || char(0) WHERE id = 7" \
  "'sample.told' of the row with id = 7 can't be copied: it contains the character U+0000, which a 'text' of PostgreSQL can't store"
cant_copy "UPDATE sample SET told = CAST(x'ff' AS TEXT) WHERE id = 7" "it isn't valid UTF-8, which a 'text' of PostgreSQL must be"
cant_copy "UPDATE sample SET day = 'today' WHERE id = 7" "'sample.day' of the row with id = 7 can't be copied: expected a day, found a TEXT: 'today'"
cant_copy "UPDATE sample SET uint8 = 256 WHERE id = 7" "expected an unsigned integer of 8 bits, found an INTEGER: 256"
cant_copy "UPDATE sample SET moods = '[\"\\u0000\"]' WHERE id = 7" "expected JSON without the character U+0000"
cant_copy "UPDATE sample SET price = 'x' WHERE id = 7" "expected a decimal number, found a TEXT: 'x'"
cant_copy "UPDATE sample SET mood = 'sad' WHERE id = 7" "the server refuses a row of 'sample': new row for relation"
cant_copy "UPDATE letter SET writer_id = 99" "is not present in table"
cant_copy "DROP TABLE letter" "the file has no 'letter'"

# No message shows a part of the password, also of one that a URL can't contain.
for password in geheim ge@heim ge/heim 12/heim; do
  for url in "postgresql://app:$password@db.invalid/tasks" "postgresql://db.invalid/tasks?user=app&password=$password"; do
    if (cd "$root" && "$server_postil" copy "$work/copied.sqlite" "$url" Tests/PostgreSQL/Models) >"$work/output" 2>&1; then fail "$url answers"; fi
    if grep -qE "ge@|ge/|heim" "$work/output"; then fail "the message about $url: $(cat "$work/output")"; fi
  done
done
