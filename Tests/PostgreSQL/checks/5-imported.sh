# what 'postil import' writes of a database of somebody else's, its views among it
sqlite3 -bail "$work/meters.sqlite" <<'SQL'
CREATE TABLE house (id INTEGER PRIMARY KEY AUTOINCREMENT, street VARCHAR(40));
CREATE TABLE meter (
  code TEXT NOT NULL PRIMARY KEY, -- stamped on it
  name VARCHAR(20) NOT NULL COLLATE NOCASE UNIQUE,
  value INTEGER NOT NULL CHECK (value >= 0),
  kind TEXT NOT NULL DEFAULT 'gas' CHECK (kind IN ('gas', 'water')),
  read_at DATETIME,
  house INTEGER REFERENCES house (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT meter_named CHECK (name <> '' AND value < 1000)
);
CREATE INDEX meter_house ON meter (house);
CREATE VIEW "Meter Names" AS SELECT code, name, kind FROM meter WHERE name < 'z' ORDER BY name, code;
INSERT INTO house VALUES (4, 'a');
INSERT INTO meter VALUES ('x1', 'Zähler', 3, 'gas', '2026-01-31 10:00:00', 4), ('A2', 'anna', 5, 'water', NULL, NULL);
SQL
"$postil" import "$work/meters.sqlite" --output "$work/meters" >"$work/output" || fail "the import of the meters"
run "$programs/createdb" -h "$work" meters
"$postil" ddl --dialect postgresql "$work/meters" >"$work/meters.sql" || fail "the DDL of the meters"
psql meters -f "$work/meters.sql"
psql meters -c "INSERT INTO house VALUES (4, 'a')" -c "INSERT INTO meter VALUES ('x1', 'Zähler', 3, 'gas', '2026-01-31 10:00:00+00', 4),
  ('A2', 'anna', 5, 'water', NULL, NULL)"
is meters 'SELECT * FROM "Meter Names"' "$(sqlite3 "$work/meters.sqlite" 'SELECT * FROM "Meter Names"')"
column meters meter code 'text NOT NULL COLLATE "C"'
column meters meter name 'citext NOT NULL'
column meters meter read_at 'timestamp with time zone'
refuses meters "INSERT INTO meter VALUES ('c', 'c', -1, 'gas', NULL, NULL)" meter_value_check
refuses meters "INSERT INTO meter VALUES ('c', 'c', 1000, 'gas', NULL, NULL)" meter_named
refuses meters "INSERT INTO meter VALUES ('c', 'c', 1, 'oil', NULL, NULL)" meter_kind_check
refuses meters "INSERT INTO meter VALUES ('c', 'ANNA', 1, 'gas', NULL, NULL)" meter_name_key
refuses meters "INSERT INTO meter VALUES ('c', 'c', 1, 'gas', NULL, 5)" meter_house_fkey
psql meters -c "BEGIN; INSERT INTO meter (code, name, value, house) VALUES ('c', 'c', 1, 5); INSERT INTO house VALUES (5, 'b'); COMMIT"
is meters "SELECT kind FROM meter WHERE code = 'c'" gas

chinook=$root/../shared/data/chinook.sql
if [ ! -f "$chinook" ]; then
  echo "skipped: there is no ../shared/data/chinook.sql"
else
  sqlite3 -bail "$work/chinook.sqlite" <"$chinook" 2>/dev/null || fail "SQLite refuses chinook.sql"
  sqlite3 -bail "$work/chinook.sqlite" <<'SQL'
CREATE VIEW TrackDetails AS
  SELECT t.TrackId AS TrackId, t.Name AS Name, al.Title AS Album, ar.Name AS Artist, t.Milliseconds / 1000 AS Seconds
  FROM Track t LEFT JOIN Album al ON al.AlbumId = t.AlbumId LEFT JOIN Artist ar ON ar.ArtistId = al.ArtistId
  ORDER BY t.Name, t.TrackId;
CREATE VIEW CountryTotals AS
  SELECT BillingCountry AS Country, count(*) AS Invoices, CAST(sum(Total) * 100 + 0.5 AS INTEGER) AS Cents,
    min(BillingCity) AS FirstCity, max(BillingCity) AS LastCity, count(DISTINCT BillingCity) AS Cities
  FROM Invoice GROUP BY BillingCountry HAVING count(*) > 1 ORDER BY Cents DESC, Country;
CREATE VIEW Staff AS
  SELECT e.LastName || ', ' || e.FirstName AS Name, coalesce(b.LastName, 'nobody') AS Boss, strftime('%Y-%m-%d', e.HireDate) AS Hired,
    CASE WHEN e.Title LIKE '%manager%' THEN 'yes' ELSE 'no' END AS Manages
  FROM Employee e LEFT JOIN Employee b ON b.EmployeeId = e.ReportsTo ORDER BY Name;
CREATE VIEW Names AS
  SELECT DISTINCT Name FROM Artist WHERE Name < 'c' UNION SELECT LastName FROM Customer ORDER BY Name DESC;
CREATE VIEW LongTracks AS
  SELECT Name, Seconds FROM TrackDetails WHERE Seconds > 2500 AND Artist IS NOT NULL ORDER BY Seconds DESC, Name;
CREATE VIEW UnsoldGenres AS
  SELECT g.Name AS Name FROM Genre g WHERE NOT EXISTS (SELECT 1 FROM InvoiceLine l JOIN Track t ON t.TrackId = l.TrackId
    WHERE t.GenreId = g.GenreId) OR upper(g.Name) GLOB 'R*' ORDER BY 1;
SQL
  "$postil" import "$work/chinook.sqlite" --output "$work/chinook" >"$work/output" || fail "the import"
  run "$programs/createdb" -h "$work" imported
  "$postil" ddl --dialect postgresql "$work/chinook" >"$work/imported.sql" || fail "the DDL of the import"
  psql imported -f "$work/imported.sql" >"$work/output" 2>&1 || {
    cat "$work/output" >&2
    fail "the server refuses the DDL of the import"
  }
  copies "$work/chinook.sqlite" imported "$work/chinook"
  same_rows imported "$work/chinook.sqlite"
  views=$(sqlite3 "$work/chinook.sqlite" "SELECT name FROM sqlite_schema WHERE type = 'view'")
  is imported "SELECT count(*) FROM pg_views WHERE schemaname = 'public'" "$(echo "$views" | wc -l | tr -d ' ')"
  for view in $views; do
    sqlite3 "$work/chinook.sqlite" "SELECT * FROM \"$view\"" >"$work/expected"
    ask imported "SELECT * FROM \"$view\"" >"$work/answer"
    diff -u --label SQLite --label PostgreSQL "$work/expected" "$work/answer" | head -20 >&2 || true
    cmp -s "$work/expected" "$work/answer" || fail "the view $view"
    [ -s "$work/answer" ] || fail "no rows: $view"
  done
  printf 'imported: %s tables, %s views\n' "$(grep -c '^CREATE TABLE ' "$work/imported.sql")" "$(echo "$views" | wc -l | tr -d ' ')"
fi
