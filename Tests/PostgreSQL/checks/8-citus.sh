# tables are distributed by Citus' functions, of which stand-ins check the documented rules
run "$programs/createdb" -h "$work" citus
psql citus -f "$here/Citus/stand-in.sql"
(cd "$root" && "$postil" ddl --dialect postgresql --target Tenants Tests/PostgreSQL/Citus/Models) >"$work/citus.sql"
psql citus -f "$work/citus.sql" >/dev/null
is citus "SELECT string_agg(concat_ws(' ', relation, distribution_column), ', ' ORDER BY relation::text) FROM stand_in.distributed" \
  "bill customer, country, item tenant_id, label, project tenant_id, project_labels project_tenant_id, receipt customer, reminder customer, tenant id, transfer customer"
# The stand-in itself refuses what Citus refuses.
distribute="SET citus.multi_shard_modify_mode = 'sequential'; SELECT create_distributed_table"
psql citus -c 'CREATE TABLE other (tenant_id bigint NOT NULL, id bigint PRIMARY KEY)'
refuses citus "$distribute('other', 'tenant_id')" "the unique index other_pkey of other does not contain tenant_id"
psql citus -c 'CREATE TABLE pair (tenant_id bigint REFERENCES other, id bigint)'
refuses citus "$distribute('pair', 'tenant_id')" "pair references other, which is local"
psql citus -c 'CREATE TABLE apart (tenant_id bigint, owner bigint REFERENCES tenant)'
refuses citus "$distribute('apart', 'tenant_id')" "does not contain both distribution columns"

# Migrations distribute new tables, and tables that weren't distributed before.
run "$programs/createdb" -h "$work" citus_migrated
psql citus_migrated -f "$here/Citus/stand-in.sql"
citus_url="postgresql://$user@/citus_migrated?host=$work"
rm -rf "$work/Sources/Tenants" && mkdir -p "$work/Sources/Tenants"
cat >"$work/Sources/Tenants/Tenants.swift" <<SWIFT
// @table
struct Tenant: Sendable {
  let id: ID
}
SWIFT
tenants 20261121090000 create
migrate apply "$citus_url" Sources/Tenants >/dev/null || fail "migrate apply"
sed 's/^struct Tenant/\/\/ @distributed(by: id)\n&/' -i "$work/Sources/Tenants/Tenants.swift"
cat >>"$work/Sources/Tenants/Tenants.swift" <<SWIFT
// @table
// @distributed(by: tenantID)
struct Item: Sendable {
  // @primaryKey
  // @references(onDelete: cascade)
  let tenantID: Tenant.ID
  // @primaryKey
  let number: Int64
}
SWIFT
tenants 20261122090000 distribute --allow tableRewrite
migrate apply "$citus_url" Sources/Tenants >"$work/output" 2>&1 || fail "$(cat "$work/output")"
is citus_migrated "SELECT count(*) FROM stand_in.distributed" 2
migrate status "$citus_url" Sources/Tenants >"$work/output" || fail "migrate status"
grep -q "wasn't compared, because a new database can't take the migrations: .*create_distributed_table" "$work/output" ||
  fail "$(cat "$work/output")"

# Temporary databases have what 'template1' has.
psql template1 -f "$here/Citus/stand-in.sql"
migrate verify Sources/Tenants --server "$citus_url" >/dev/null || fail "migrate verify"
migrate drift "$citus_url" Sources/Tenants >/dev/null || fail "migrate drift"
psql template1 -c 'DROP FUNCTION create_distributed_table, create_reference_table' -c 'SET client_min_messages = error; DROP SCHEMA stand_in CASCADE'
