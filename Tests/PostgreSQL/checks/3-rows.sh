# rows are taken and refused as SQLite does, by whoever writes
psql items <<'SQL'
INSERT INTO project (name) VALUES ('Home'), ('Work');
INSERT INTO item (title, priority, done, project_id) SELECT 'Item ' || n, 0, false, 1 FROM generate_series(1, 3) n;
INSERT INTO tag (name) VALUES ('urgent');
INSERT INTO project (id, name) VALUES (7, 'Copied');
SQL
refuses items "INSERT INTO item (title, priority, done, project_id) VALUES ('', 0, false, 1)" item_title_check
refuses items "INSERT INTO item (title, priority, done, project_id) VALUES ('x', 9, false, 1)" item_priority_check
refuses items "INSERT INTO item (title, priority, done, project_id) VALUES ('x', 0, false, 99)" item_project_id_fkey
refuses items "INSERT INTO project (name) VALUES ('Home')" project_name_key
refuses items "INSERT INTO tag (name) VALUES ('URGENT')" tag_name_key
refuses items "INSERT INTO project (name) VALUES (NULL)" 'null value in column "name"'
psql items -c "DELETE FROM project WHERE id = 1"
is items "SELECT count(*) FROM item" 0

# A reference that shares the tenant with the row's own key becomes NULL without it.
psql peers <<'SQL'
BEGIN;
INSERT INTO farm (name) VALUES ('North');
INSERT INTO barn SELECT max(id), n, 'B' FROM farm, generate_series(1, 2) n GROUP BY n;
INSERT INTO animal (farm_id, number, barn_number, mother_number, name)
  SELECT max(id), n, 1 + n % 2, nullif(n - 1, 0), '' FROM farm, generate_series(1, 4) n GROUP BY n;
DELETE FROM animal WHERE number = 1;
DELETE FROM barn WHERE number = 2;
COMMIT;
SQL
is peers "SELECT string_agg(number || ' ' || coalesce(mother_number::text, '-'), ', ' ORDER BY number) FROM animal" "2 -, 4 -"

# Ordered relationships number their members and hold them to their maximum.
psql items <<'SQL'
INSERT INTO project (name) VALUES ('L');
INSERT INTO item (id, title, priority, done, project_id) SELECT n, 'I', 0, false, max(project.id) FROM project, generate_series(100, 101) n GROUP BY n;
INSERT INTO step (text, done, item_id) SELECT 'S' || n, false, 100 FROM generate_series(1, 20) n;
SQL
is items "SELECT string_agg(text, ' ' ORDER BY steps_position) FROM step WHERE item_id = 100 AND steps_position < 20480" "S1 S2 S3 S4 S5"
is items "SELECT count(*), count(DISTINCT steps_position), max(steps_position) FROM step WHERE item_id = 100" "20|20|77824"
refuses items "INSERT INTO step (text, done, item_id) VALUES ('too many', false, 100)" "MAX constraint failed: Item.steps, 20"
psql items -c "DELETE FROM step"

# A minimum is asked for when the transaction ends.
refuses house "INSERT INTO house (id, name) VALUES (1, 'Empty')" house_floors_unmet_missing_fkey

# References that go round are filled in one transaction, and deleted as they say.
psql samples <<'SQL'
BEGIN;
INSERT INTO writer (name) VALUES ('Anna');
INSERT INTO letter (text, writer_id) VALUES ('Dear', 1);
UPDATE writer SET first_letter_id = 1;
COMMIT;
DELETE FROM letter;
SQL
is samples "SELECT first_letter_id IS NULL FROM writer" t

# Triggers that people wrote.
psql samples <<'SQL'
INSERT INTO ledger (amount, locked) VALUES (5, false), (500, true);
UPDATE ledger SET amount = -1 WHERE id = 1;
SQL
is samples "SELECT text FROM note_of_ledger" "large: 500"
is samples "SELECT amount FROM ledger WHERE id = 1" 5
is samples "SELECT rows, abs(extract(epoch FROM now() - last_at)) < 60 FROM total_of_ledger" "2|t"
refuses samples "DELETE FROM ledger WHERE id = 2" "it's locked"
psql samples -c "UPDATE ledger SET locked = false" -c "DELETE FROM ledger WHERE id = 2"
is samples "SELECT rows || ' ' || (SELECT count(*) FROM note_of_ledger) FROM total_of_ledger" "1 0"
