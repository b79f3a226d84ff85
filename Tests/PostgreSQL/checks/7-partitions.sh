# partitioned tables are migrated with rows in several partitions, copied and imported
url="postgresql://$user@/parts?host=$work"
run "$programs/createdb" -h "$work" parts
mkdir -p "$work/Sources/Parts"
parts() { cat >"$work/Sources/Parts/Parts.swift"; }
plan_parts() { migrate new "$2" Sources/Parts --dialect postgresql --timestamp "$1" "${@:3}" >"$work/output" 2>&1 || { cat "$work/output" >&2; fail "migrate new $2"; }; }
apply_parts() { migrate apply "$url" Sources/Parts >"$work/output" 2>&1 || fail "migrate apply: $(cat "$work/output")"; }
same_parts() {
  migrate verify Sources/Parts --server "$url" >"$work/output" 2>&1 || fail "migrate verify: $(cat "$work/output")"
  migrate drift "$url" Sources/Parts >"$work/output" 2>&1 || fail "migrate drift: $(cat "$work/output")"
}

parts <<'SWIFT'
import Foundation
// @table
struct Sensor: Sendable {
  let id: ID
  var name: String
}
// @table
// @partitioned(by: takenAt, each: month)
struct Reading: Sendable {
  let number: Int  // @primaryKey
  let takenAt: Date  // @primaryKey
  var value: Double?
  var sensorID: Int64
}
// @table
// @partitioned(by: tenant, into: 3)
struct Bill: Sendable {
  let tenant: Int  // @primaryKey
  let number: Int  // @primaryKey
}
// @table
struct Alarm: Sendable {
  let id: ID
  // @references(onDelete: cascade)
  var readingID: Reading.ID
}
SWIFT
plan_parts 20261121090000 create
apply_parts
same_parts
is parts "SELECT string_agg(concat(relname, '=', relkind), ' ' ORDER BY relname) FROM pg_class WHERE relkind IN ('r', 'p') AND relname ~ '^(bill|reading)'" \
  "bill=p bill_0=r bill_1=r bill_2=r reading=p reading_default=r"
psql parts <<'SQL'
CREATE TABLE reading_2026_01 PARTITION OF reading FOR VALUES FROM ('2026-01-01 00:00+00') TO ('2026-02-01 00:00+00');
CREATE TABLE reading_2026_02 PARTITION OF reading FOR VALUES FROM ('2026-02-01 00:00+00') TO ('2026-03-01 00:00+00');
INSERT INTO sensor (name) VALUES ('north');
INSERT INTO reading SELECT n, '2026-01-20 00:00+00'::timestamptz + n * interval '10 days', n, 1 FROM generate_series(1, 9) AS n;
INSERT INTO bill SELECT n, n FROM generate_series(1, 9) AS n;
INSERT INTO alarm (reading_number, reading_taken_at) SELECT number, taken_at FROM reading;
SQL
# The partitions of a DBA are no differences.
same_parts

# A column, a default, a required column, a check, an index, a unique key, a reference and the names change.
parts <<'SWIFT'
import Foundation
// @table
struct Sensor: Sendable {
  let id: ID
  var name: String
}
// @table
// @renamed(from: "reading")
// @partitioned(by: at, each: month)
// @unique(value, at)
struct Measurement: Sendable {
  let number: Int  // @primaryKey
  let at: Date  // @primaryKey @renamed(from: "taken_at")
  var value: Double = 0  // @check("value >= 0") @index
  var quality = 5
  // @references(inverse: measurements, onDelete: cascade)
  var sensorID: Sensor.ID
}
// @table
// @partitioned(by: tenant, into: 3)
struct Bill: Sendable {
  let tenant: Int  // @primaryKey
  let number: String  // @primaryKey
  var paid = false
}
// @table
struct Alarm: Sendable {
  let id: ID
  // @references(onDelete: cascade)
  var readingID: Measurement.ID
}
SWIFT
plan_parts 20261122090000 change $(printf -- "--allow %s " longLock tableRewrite renameTable renameColumn requireColumn changeColumn replaceNull newUnique newCheck newReference)
psql parts -c "UPDATE reading SET value = NULL WHERE number = 4"
apply_parts
same_parts
is parts "SELECT string_agg(concat_ws(':', number, value, quality, sensor_id), ' ' ORDER BY number) FROM measurement" \
  "1:1:5:1 2:2:5:1 3:3:5:1 4:0:5:1 5:5:5:1 6:6:5:1 7:7:5:1 8:8:5:1 9:9:5:1"
is parts "SELECT string_agg(number || ' ' || paid, ',' ORDER BY number) FROM bill" "1 false,2 false,3 false,4 false,5 false,6 false,7 false,8 false,9 false"
is parts "SELECT count(*) FROM alarm JOIN measurement ON reading_number = number AND reading_at = at" 9
is parts "SELECT string_agg(inhrelid::regclass::text, ' ' ORDER BY inhrelid::regclass::text) FROM pg_inherits WHERE inhparent = 'measurement'::regclass" \
  "measurement_default reading_2026_01 reading_2026_02"
refuses parts "INSERT INTO measurement (number, at, value, quality, sensor_id) VALUES (1, '2026-01-21', -1, 1, 1)" "measurement_value_check"
refuses parts "INSERT INTO measurement (number, at, value, quality, sensor_id) VALUES (1, '2026-05-21', 1, 1, 2)" "violates foreign key constraint"

# A change is undone, with all rows.
sed -i 's/^  var quality = 5/  var grade = 5  \/\/ @index @renamed(from: "quality")\n  var place: String?  \/\/ @check("place <> '"''"'")/; s/struct Measurement/struct Sample/; s/from: "reading"/from: "measurement"/; s/Measurement.ID/Sample.ID/' \
  "$work/Sources/Parts/Parts.swift"
sed -i '/@unique(value, at)/d' "$work/Sources/Parts/Parts.swift"
plan_parts 20261123090000 place $(printf -- "--allow %s " longLock renameTable renameColumn newCheck dropConstraint)
apply_parts
same_parts
is parts "SELECT count(*) FROM pg_class WHERE relname IN ('sample_default', 'sample_grade_idx', 'reading_2026_01')" 3
migrate down "$url" Sources/Parts >"$work/output" 2>&1 || fail "migrate down: $(cat "$work/output")"
is parts "SELECT count(*) FROM measurement JOIN alarm ON (reading_number, reading_at) = (number, at)" 9
is parts "SELECT count(*) FROM pg_class WHERE relname IN ('sample', 'sample_default', 'sample_grade_idx')" 0
apply_parts
same_parts

# The rows are copied to a file, and from there to a server.
(cd "$work" && "$server_postil" copy "$url" "$work/parts.sqlite" Sources/Parts) >"$work/output" 2>&1 || fail "the copy to a file: $(cat "$work/output")"
run "$programs/createdb" -h "$work" parts_copied
"$postil" ddl --dialect postgresql "$work/Sources/Parts" >"$work/parts.sql" || fail "the DDL of the partitioned tables"
psql parts_copied -f "$work/parts.sql"
(cd "$work" && "$server_postil" copy "$work/parts.sqlite" "$(url parts_copied)" Sources/Parts) >"$work/output" 2>&1 || fail "the copy to a server: $(cat "$work/output")"
for table in sensor sample bill alarm; do
  is parts_copied "SELECT string_agg(to_jsonb(t)::text, ';' ORDER BY to_jsonb(t)::text) FROM $table AS t" "$(ask parts "SELECT string_agg(to_jsonb(t)::text, ';' ORDER BY to_jsonb(t)::text) FROM $table AS t")"
done

# Partitions that a table doesn't have can't be planned.
sed -i 's/into: 3/into: 4/' "$work/Sources/Parts/Parts.swift"
if migrate new more Sources/Parts --dialect postgresql >"$work/output" 2>&1; then fail "other partitions are planned"; fi
grep -q "the partitions of table 'bill' change, which PostgreSQL can only create" "$work/output" || fail "$(cat "$work/output")"
sed -i 's/into: 4/into: 3/' "$work/Sources/Parts/Parts.swift"

# A table that isn't partitioned as in the models is noticed.
psql parts -c "ALTER TABLE bill RENAME TO former" -c "CREATE TABLE bill (LIKE former INCLUDING ALL)" -c "DROP TABLE former"
if migrate drift "$url" Sources/Parts >"$work/output" 2>/dev/null; then fail "an ordinary table goes unnoticed"; fi
grep -q "table 'bill' is not partitioned, but should be partitioned by HASH (tenant)" "$work/output" || fail "$(cat "$work/output")"

# The import finds the annotation again, and says what it can't declare.
psql parts -c "DROP TABLE bill" -c "DROP TABLE postil_migration"
psql parts <<'SQL'
CREATE TABLE bill (tenant bigint NOT NULL, number text COLLATE "C" NOT NULL, PRIMARY KEY (tenant, number)) PARTITION BY HASH (tenant);
CREATE TABLE bill_a PARTITION OF bill FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE bill_b PARTITION OF bill FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE TABLE visit (day date NOT NULL, door bigint NOT NULL, PRIMARY KEY (day, door)) PARTITION BY RANGE (day);
CREATE TABLE visit_w1 PARTITION OF visit FOR VALUES FROM ('2026-01-05') TO ('2026-01-12');
CREATE TABLE visit_w2 PARTITION OF visit FOR VALUES FROM ('2026-01-12') TO ('2026-01-19');
CREATE TABLE country (code text COLLATE "C" NOT NULL PRIMARY KEY) PARTITION BY LIST (code);
CREATE TABLE country_eu PARTITION OF country FOR VALUES IN ('de', 'fr');
CREATE TABLE page (day date NOT NULL PRIMARY KEY) PARTITION BY RANGE (day);
CREATE TABLE page_1 PARTITION OF page FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
CREATE TABLE span (day date NOT NULL, door bigint NOT NULL, PRIMARY KEY (day, door)) PARTITION BY RANGE (day);
CREATE TABLE span_1 PARTITION OF span FOR VALUES FROM (MINVALUE) TO ('2026-01-12');
CREATE TABLE span_2 PARTITION OF span FOR VALUES FROM ('2026-01-12') TO ('2026-01-14');
SQL
"$server_postil" import "$url" --output "$work/imported_parts" >"$work/output" 2>&1 || fail "$(cat "$work/output")"
cat "$work"/imported_parts/*.swift >"$work/answer"
for line in '// @partitioned(by: at, each: month)' '// @partitioned(by: day, each: week)' '// @partitioned(by: tenant, into: 2)' \
  'PARTITION BY LIST (code)' 'PARTITION BY RANGE (day)' 'no default partition' "for each year, which needs a date, not 'String'"; do
  grep -qF "$line" "$work/answer" || fail "$line isn't in: $(cat "$work/answer")"
done
if grep -qE 'reading_2026|bill_a' "$work/answer"; then fail "partitions become structs"; fi
# A day as the only key is a text in Swift.
rm "$work/imported_parts/Page.swift"
"$postil" ddl --dialect postgresql "$work/imported_parts" >"$work/imported_parts.sql" || fail "the DDL of the import"
