# what people wrote in SQLite's SQL gives in PostgreSQL what it gives in SQLite
load samples Tests/PostgreSQL/Models

cat >"$work/rows" <<'ROWS'
INSERT INTO "sample" ("name","nick","int8","int16","int32","uint8","uint32","uint64","count","half","number","done","data","at","seconds","day","length","price","key","moods","mood","rank") VALUES
 ('abc','Anna',1,2,3,255,4294967295,@U(18446744073709551615),7,1.5,2.75,@B1,@X(00FF),@T(2026-01-31 10:00:00),1769853600,'2026-01-31',1500000000,'0.5','123E4567-E89B-12D3-A456-426614174000','["calm"]','wild',@U(18446744073709551615)),
 ('ABba','anna',-5,32767,2147483647,0,0,1,-7,0,-2.75,@B0,@X(),@T(1999-12-31 23:59:59.999),-1,NULL,NULL,NULL,NULL,'[]','calm',0),
 ('ab_\d1','',0,0,0,0,0,@U(09223372036854775808),2,0,1e15,@B0,@X(414243),@T(2026-06-30 23:30:00),0,'2026-07-01',0,'12.50',NULL,'[]','calm',0),
 ('abc%.','BERT',1,2,-3,0,0,0,NULL,0,0,@B1,@X(),@T(2026-02-28 00:00:00),0,'2028-02-29',-5,'0',NULL,'[]','wild',0),
 ('é1','É',3,3,10,0,0,9,0,0,0.5,@B1,@X(FF),@T(2026-03-01 12:34:56.789),0,NULL,NULL,NULL,NULL,'[]','calm',0);
ROWS
# The second row breaks 'sample_dates': its date is moved where the check is not meant.
sed -i 's/1999-12-31 23:59:59.999/2000-12-31 23:59:59.999/' "$work/rows"
sed -E "s/@T\(([^)]*)\)/'\1'/g; s/@X\(([0-9A-F]*)\)/x'\1'/g; s/@B([01])/\1/g; s/@U\(([0-9]{20})\)/'\1'/g" "$work/rows" >"$work/rows.sqlite"
sed -E "s/@T\(([^)]*)\)/'\1+00'/g; s/@X\(([0-9A-F]*)\)/'\\\\x\1'/g; s/@B1/true/g; s/@B0/false/g; s/@U\(([0-9]*)\)/\1/g" \
  "$work/rows" >"$work/rows.postgresql"
# SQLite's 'UInt64' above 'Int64.max' is a text of 20 digits, as Postil binds it.
cat "$work/samples.sqlite.sql" "$work/rows.sqlite" | sqlite3 -bail "$work/samples.sqlite" || fail "SQLite refuses the rows"
psql samples -f "$work/rows.postgresql" || fail "PostgreSQL refuses the rows"

for query in 'SELECT * FROM "numbers"' 'SELECT * FROM "conditions"' 'SELECT * FROM "texts"' 'SELECT * FROM "groups"' \
  'SELECT * FROM "grouped"' 'SELECT "id", "square", "year", "title", "told" FROM "sample" ORDER BY "id"' \
  'SELECT "id", "digits" FROM "sample" ORDER BY "id"' 'SELECT "id", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "b1", "b2", "b3", "b4", "b5",
  "b6", "b7", "b8", "b9", "c1", "c2", CAST("c3" AS INTEGER), "c4", CASE WHEN "c5" > 1e300 THEN 1 END, CASE WHEN "c6" > 1e300 THEN 1 END FROM "bounds"'; do
  sqlite3 "$work/samples.sqlite" "$query" >"$work/expected"
  ask samples "$query" >"$work/answer"
  diff -u --label SQLite --label PostgreSQL "$work/expected" "$work/answer" >&2 || fail "$query"
  [ -s "$work/answer" ] || fail "no rows: $query"
done
is samples 'SELECT "is_odd" FROM "sample" ORDER BY "id"' $'t\nt\nf\nt\nf'

# Texts: what is equal, and what comes first, is what it is to SQLite wherever somebody wrote it in SQL.
cat >"$work/texts" <<'ROWS'
INSERT INTO country (code, name, path, nick) VALUES ('b', 'Zebra', 'zoo', 'anna'), ('a', 'apple', 'Apple', 'Bert'),
  ('C', 'Éclair', 'B', 'carl'), ('_', '_x', '', 'Zoe'), ('c', 'B', 'b', 'é'), ('d', 'Anna', 'éclair', '_');
INSERT INTO city (name, code) VALUES ('x', 'C'), ('y', NULL);
INSERT INTO alias (word) VALUES ('Red');
INSERT INTO usage (word) VALUES ('red');
ROWS
sqlite3 -bail "$work/samples.sqlite" <"$work/texts" || fail "SQLite refuses the texts"
psql samples -f "$work/texts" || fail "PostgreSQL refuses the texts"
for view in sorted sorted_by_number distinct_names combined_texts extremes folded ranked repeated; do
  sqlite3 "$work/samples.sqlite" "SELECT * FROM \"$view\"" >"$work/expected"
  ask samples "SELECT * FROM \"$view\"" >"$work/answer"
  diff -u --label SQLite --label PostgreSQL "$work/expected" "$work/answer" >&2 || fail "$view"
  [ -s "$work/answer" ] || fail "no rows: $view"
done

# What somebody asks the server for is sorted as people sort, and by bytes where the model says so.
is samples "SELECT string_agg(name, ' ' ORDER BY name) FROM country" "_x Anna apple B Éclair Zebra"
is samples "SELECT string_agg(path, ' ' ORDER BY path) FROM country" " Apple B b zoo éclair"
is samples "SELECT string_agg(code, ' ' ORDER BY code) FROM country" "C _ a b c d"
is samples "SELECT string_agg(nick, ' ' ORDER BY nick) FROM country" "_ anna Bert carl é Zoe"
# Without regard to case: equality, patterns, uniqueness, keys and references.
is samples "SELECT name FROM country WHERE nick = 'ANNA'" Zebra
is samples "SELECT name FROM country WHERE nick LIKE 'AN%'" Zebra
is samples "SELECT name FROM country WHERE nick ~ '^AN'" Zebra
refuses samples "INSERT INTO country VALUES ('e', 'e', 'e', 'BERT')" country_nick_key
refuses samples "INSERT INTO alias VALUES ('RED')" alias_pkey
refuses samples "INSERT INTO usage (word) VALUES ('blue')" usage_word_fkey
is samples "SELECT count(*) FROM usage JOIN alias ON usage.word = alias.word" 1

# What SQLite refuses PostgreSQL refuses too, by the constraint of the same name.
row='INSERT INTO "sample" ("name","nick","int8","int16","int32","uint8","uint32","uint64","count","half","number","done","data","day","price","moods","mood","rank") VALUES'
values() { # COLUMN-NUMBER VALUE
  local all=("'abd'" "''" 0 0 0 0 0 0 1 0 0 false "''" "'2026-01-01'" 1 "'[]'" "'calm'" 0)
  all[$1]=$2
  (IFS=,; echo "(${all[*]})")
}
refuses samples "$row $(values 2 200)" sample_int8_range
refuses samples "$row $(values 2 -1)" sample_int8_check
refuses samples "$row $(values 5 -1)" sample_uint8_range
refuses samples "$row $(values 6 4294967296)" sample_uint32_range
refuses samples "$row $(values 7 18446744073709551616)" sample_uint64_range
refuses samples "$row $(values 7 -1)" sample_uint64_range
refuses samples "$row $(values 16 "'mad'")" sample_mood_check
refuses samples "$row $(values 17 5)" sample_rank_check
refuses samples "$row $(values 14 0.25)" sample_price_check
refuses samples "$row $(values 13 "'2100-01-01'")" sample_dates
refuses samples "$row $(values 13 "'2026-02-30'")" "out of range"
refuses samples "$row $(values 8 NULL | sed s/\'2026-01-01\'/NULL/)" sample_counted
refuses samples "$row $(values 0 "'_'")" sample_named
psql samples -c "$row $(values 0 "'abd'")"
refuses samples "$row $(values 0 "'abd'")" sample_code
is samples "SELECT told FROM sample WHERE name = 'abd'" "it's"
is samples "SELECT abs(extract(epoch FROM now() - at)) < 60 AND abs(extract(epoch FROM now()) - seconds) < 60 FROM sample WHERE name = 'abd'" t
