# the catalog says what the models say
column() { # DATABASE TABLE COLUMN EXPECTED
  is "$1" "SELECT format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
      || CASE a.attidentity WHEN 'd' THEN ' IDENTITY' ELSE '' END
      || coalesce(' COLLATE ' || quote_ident(nullif(c.collname, 'default')), '')
    FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation
    WHERE a.attrelid = '\"$2\"'::regclass AND a.attname = '$3'" "$4"
}
column items item id 'bigint NOT NULL IDENTITY'
column items item title 'text NOT NULL'
column items item due_at 'timestamp with time zone'
column items item done 'boolean NOT NULL'
column items tag name 'citext NOT NULL'
column samples country code 'text NOT NULL COLLATE "C"'
column samples country name 'text NOT NULL'
column samples country path 'text NOT NULL COLLATE "C"'
column samples country nick 'citext NOT NULL'
column samples city code 'text COLLATE "C"'
column samples usage word 'citext NOT NULL'
column items item_tags item_id 'bigint NOT NULL'
column samples sample int8 'smallint NOT NULL'
column samples sample int16 'smallint NOT NULL'
column samples sample int32 'integer NOT NULL'
column samples sample uint8 'smallint NOT NULL'
column samples sample uint32 'bigint NOT NULL'
column samples sample uint64 'numeric(20,0) NOT NULL'
column samples sample half 'real NOT NULL'
column samples sample number 'double precision NOT NULL'
column samples sample data 'bytea NOT NULL'
column samples sample seconds 'bigint NOT NULL'
column samples sample day 'date'
column samples sample length 'bigint'
column samples sample price 'numeric'
column samples sample key 'uuid'
column samples sample moods 'jsonb NOT NULL'
column samples bag words 'text[] NOT NULL'
column samples bag sizes 'bigint[]'
column samples bag keys 'uuid[] NOT NULL'
column house house id 'bigint NOT NULL'

# Documentation is there to be read with '\d+'.
is items "SELECT obj_description('item'::regclass)" "Something to do."
is items "SELECT col_description('item'::regclass, 2)" "What is to be done, in a few words."
is samples "SELECT obj_description('sample'::regclass)" "A row of every type that a column can have.

It's said in two paragraphs; with a quote, a semicolon and a \"name\"."
is documents "SELECT obj_description('shelf_summary'::regclass)" "A shelf, with the number of its books."

# Every constraint that SQLite's script names has its name here, but for what a type says by itself.
is items "SELECT string_agg(conname || ' ' || contype::text, ', ' ORDER BY conname) FROM pg_constraint WHERE conrelid = 'item'::regclass" \
  "item_pkey p, item_priority_check c, item_project_id_fkey f, item_title_check c"
is house "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'house_floors_unmet_missing_fkey'" \
  "FOREIGN KEY (missing) REFERENCES house_floors_unmet(found) DEFERRABLE INITIALLY DEFERRED"

# Keys that close a circle, and the rules of deletion.
is samples "SELECT string_agg(conname || confdeltype::text, ' ' ORDER BY conname) FROM pg_constraint
  WHERE contype = 'f' AND conrelid IN ('writer'::regclass, 'letter'::regclass)" \
  "letter_answered_id_fkeya letter_writer_id_fkeyc writer_first_letter_id_fkeyn"

# Names that are too long are short and told apart; names that SQLite takes twice are made two.
is samples "SELECT max(octet_length(relname)) <= 63 FROM pg_class" t
is samples "SELECT relname FROM pg_class WHERE relname LIKE 'the\_table\_of%' AND relkind = 'r'" \
  "$(grep -oE '^CREATE TABLE "the_table_of[^"]*"' "$work/samples.sql" | cut -d'"' -f2)"
is samples "SELECT string_agg(conname, ' ' ORDER BY conname) FROM pg_constraint WHERE conname LIKE 'select%'" "select select1"

# Indexes: NULL first, conditions, expressions, words.
is items "SELECT pg_get_indexdef('item_due_at_priority_idx'::regclass)" \
  "CREATE INDEX item_due_at_priority_idx ON public.item USING btree (due_at NULLS FIRST, priority)"
is items "SELECT pg_get_indexdef('item_title_idx'::regclass)" \
  "CREATE INDEX item_title_idx ON public.item USING btree (title) WHERE (done = false)"
is documents "SELECT count(*) FROM pg_indexes WHERE indexdef LIKE '%gin_trgm_ops%'" 1
# Rows are found by a reference, not sorted by it.
is samples "SELECT pg_get_indexdef('writer_first_letter_id_idx'::regclass)" \
  "CREATE INDEX writer_first_letter_id_idx ON public.writer USING btree (first_letter_id)"
