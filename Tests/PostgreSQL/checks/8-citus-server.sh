# Citus itself, where its files are: a coordinator and two workers take the schema and its migrations, and distribute the rows
citus=${POSTIL_CITUS:-$root/../shared/citus/citus.sh}
if [ ! -f "$citus" ]; then
  echo "Skipped: there is no Citus in '$citus'; POSTIL_CITUS names another script that starts one."
  return
fi
citus() { CLUSTER=$work/citus CITUS_PORT=${CITUS_PORT:-9700} bash "$citus" "$@"; }
coordinator() { command psql -X -q -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "${CITUS_PORT:-9700}" -U postgres -d "$@"; }
[ -n "${POSTIL_CITUS:-}" ] || citus install
if ! citus start >"$work/output" 2>&1; then
  echo "Skipped: Citus doesn't start: $(grep -h -m 1 FATAL "$work/citus/"*.log 2>/dev/null || cat "$work/output")"
  citus stop
  return
fi
has() { # DATABASE QUERY ANSWER
  local answer
  answer=$(coordinator "$1" -At -c "$2")
  [ "$answer" = "$3" ] || fail "$2
  gives:    $answer
  expected: $3"
}
types="SELECT string_agg(concat_ws(' ', table_name, citus_table_type, nullif(distribution_column, '<none>')), ', ' ORDER BY table_name::text) FROM citus_tables"

citus database tenants >/dev/null
(cd "$root" && "$postil" ddl --dialect postgresql --target Tenants Tests/PostgreSQL/Citus/Models) >"$work/citus.sql"
coordinator tenants -f "$work/citus.sql" >/dev/null
has tenants "$types" "country reference, item distributed tenant_id, label reference, project distributed tenant_id, \
project_labels distributed project_tenant_id, reminder distributed customer, tenant distributed id"
# All references are there, and are checked on each server.
has tenants "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace" 6
coordinator tenants -c "INSERT INTO country (code) VALUES ('NO'); INSERT INTO label (text) VALUES ('urgent')" \
  -c "INSERT INTO tenant (id, name) SELECT number, 'tenant ' || number FROM generate_series(1, 20) number" \
  -c "INSERT INTO project (tenant_id, number, name, country_id) SELECT number, 1, 'first', 1 FROM generate_series(1, 20) number" \
  -c "INSERT INTO item (tenant_id, number, project_number, title, done) SELECT number, 1, 1, 'item', false FROM generate_series(1, 20) number" \
  -c "INSERT INTO project_labels SELECT number, 1, 1 FROM generate_series(1, 20) number"
has tenants "SELECT count(DISTINCT nodeport) > 1 FROM citus_shards WHERE table_name = 'item'::regclass" t
for statement in "INSERT INTO item VALUES (1, 2, 9, NULL, 'no project', false)" "UPDATE project SET country_id = 9 WHERE tenant_id = 2" \
  "INSERT INTO project_labels VALUES (3, 1, 9)"; do
  if coordinator tenants -c "$statement" >"$work/output" 2>&1; then fail "nothing refuses: $statement"; fi
  grep -q "violates foreign key constraint" "$work/output" || fail "$(cat "$work/output")"
done
coordinator tenants -c "DELETE FROM tenant WHERE id = 3"
has tenants "SELECT count(*) FROM item" 19
has tenants "SELECT count(*) FROM project_labels" 19

# Migrations create the same schema, and tables that reference each other later.
citus database tenants_migrated >/dev/null
citus_url="postgresql://postgres@127.0.0.1:${CITUS_PORT:-9700}/tenants_migrated"
rm -rf "$work/Sources/Tenants" && mkdir -p "$work/Sources/Tenants"
cp "$here/Citus/Models/"*.swift "$work/Sources/Tenants"
tenants 20261121090000 create
migrate apply "$citus_url" Sources/Tenants >"$work/output" 2>&1 || fail "$(cat "$work/output")"
has tenants_migrated "$types" "$(coordinator tenants -At -c "$types")"
has tenants_migrated "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace" 6
cat >"$work/Sources/Tenants/Notes.swift" <<SWIFT
// @table
// @distributed(by: tenantID)
struct Note: Sendable {
  // @primaryKey
  // @references(onDelete: cascade)
  let tenantID: Tenant.ID
  // @primaryKey
  let number: Int64
  // @references
  var labelID: Label.ID?
}
SWIFT
tenants 20261122090000 notes
migrate apply "$citus_url" Sources/Tenants >"$work/output" 2>&1 || fail "$(cat "$work/output")"
has tenants_migrated "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND conrelid = 'note'::regclass" 2
has tenants_migrated "SELECT citus_table_type FROM citus_tables WHERE table_name = 'note'::regclass" distributed
citus stop
