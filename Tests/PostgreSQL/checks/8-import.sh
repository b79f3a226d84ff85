# a server's tables become structs, which create the same tables again
run "$programs/createdb" -h "$work" shop
psql shop <<'SQL'
CREATE EXTENSION citext;
CREATE TYPE mood AS ENUM ('calm', 'very "wild"');
CREATE DOMAIN code AS varchar(8) CHECK (VALUE <> '');
CREATE TABLE customers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name varchar(80) NOT NULL,
  email citext UNIQUE,
  born date,
  balance numeric(10, 2) NOT NULL DEFAULT 0,
  level smallint NOT NULL DEFAULT 1 CHECK (level BETWEEN 0 AND 255),
  mood mood NOT NULL DEFAULT 'calm',
  is_active boolean NOT NULL DEFAULT true,
  data jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  tags text[],
  seen timestamp,
  CONSTRAINT customers_born_check CHECK (born > '1900-01-01'),
  CONSTRAINT adults CHECK (length(name) > 0 AND (level < 10 OR is_active)),
  CONSTRAINT secret CHECK (name ~ '^[A-Z]')
);
COMMENT ON TABLE customers IS 'Who buys.';
COMMENT ON COLUMN customers.email IS E'As people write it.\nUnique.';
CREATE INDEX customers_lower_name_idx ON customers (lower(name)) WHERE is_active;
CREATE INDEX customers_data_idx ON customers USING gin (data);
CREATE TABLE "Product" (
  sku code PRIMARY KEY,
  "unitPrice" double precision NOT NULL,
  status text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'old')),
  photo bytea,
  replaces varchar(8) REFERENCES "Product" ON UPDATE CASCADE
);
CREATE TABLE orders (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id integer NOT NULL REFERENCES customers ON DELETE CASCADE,
  placed_at timestamptz,
  total real
);
CREATE INDEX orders_customer_id_idx ON orders (customer_id);
CREATE TABLE order_lines (
  order_id uuid NOT NULL CONSTRAINT line_order REFERENCES orders ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED,
  sku code NOT NULL REFERENCES "Product",
  quantity bigint NOT NULL CHECK (quantity > 0),
  twice bigint GENERATED ALWAYS AS (quantity * 2) STORED,
  PRIMARY KEY (order_id, sku)
);
CREATE TABLE log (line text);
CREATE VIEW active AS SELECT id, name FROM customers WHERE is_active;
SQL
"$server_postil" import "$(url shop)" --output "$work/shop" >"$work/output" 2>&1 || { cat "$work/output" >&2; fail "the import of the shop"; }
cat "$work"/shop/*.swift >"$work/answer"
if [ "${POSTIL_RECORD:-}" = 1 ]; then cp "$work/answer" "$here/Imported.txt"; fi
diff -u "$here/Imported.txt" "$work/answer" >&2 || fail "the structs of the shop"

# again DATABASE FOLDER: the structs create the imported tables again: the same columns, keys and references.
again() {
  local tables side
  run "$programs/createdb" -h "$work" "$1_again"
  "$postil" ddl --dialect postgresql "$2" >"$work/$1_again.sql" || fail "the DDL of $2"
  psql "$1_again" -f "$work/$1_again.sql" >"$work/output" 2>&1 || { cat "$work/output" >&2; fail "the server refuses the DDL of $2"; }
  tables=$(ask "$1_again" "SELECT string_agg(quote_literal(tablename), ',') FROM pg_tables WHERE schemaname = 'public'")
  for side in "$1" "$1_again"; do
    ask "$side" "SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 WHERE c.relnamespace = 'public'::regnamespace
      AND c.relname IN ($tables) ORDER BY c.relname, a.attname" >"$work/$side.columns"
    ask "$side" "SELECT conrelid::regclass, conname, contype, pg_get_constraintdef(oid) FROM pg_constraint
      WHERE contype IN ('p', 'u', 'f') AND conrelid::regclass::text IN ($tables) ORDER BY conrelid::regclass::text, conname" >>"$work/$side.columns"
  done
}
again shop "$work/shop"
# What Postil's own schemas consist of comes back unchanged, but for the triggers.
for database in items chinook tasks catalog journal properties; do
  "$server_postil" import "$(url "$database")" --output "$work/from_$database" >"$work/output" 2>&1 || {
    cat "$work/output" >&2
    fail "the import of $database"
  }
  again "$database" "$work/from_$database"
  diff -u "$work/$database.columns" "$work/${database}_again.columns" >&2 || fail "the tables of $database"
done
