# Citus itself, where its files are: a coordinator and two workers take the schema and its migrations, and distribute the rows
citus=${POSTIL_CITUS:-$root/../shared/citus/citus.sh}
if [ ! -f "$citus" ]; then
  echo "Skipped: there is no Citus in '$citus'; POSTIL_CITUS names another script that starts one."
  return
fi
as_postgres=$([ "$(id -u)" = 0 ] && echo "runuser -u postgres --" || true)
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
has tenants "$types" "bill distributed customer, country reference, item distributed tenant_id, label reference, project distributed tenant_id, \
project_labels distributed project_tenant_id, receipt distributed customer, reminder distributed customer, tenant distributed id, \
transfer distributed customer"
# All references are there, and are checked on each server.
has tenants "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace" 6
fill() { # DATABASE
  coordinator "$1" -c "INSERT INTO country (code) VALUES ('NO'); INSERT INTO label (text) VALUES ('urgent')" \
    -c "INSERT INTO tenant (id, name) SELECT number, 'tenant ' || number FROM generate_series(1, 20) number" \
    -c "INSERT INTO project (tenant_id, number, name, country_id) SELECT number, 1, 'first', 1 FROM generate_series(1, 20) number" \
    -c "INSERT INTO item (tenant_id, number, project_number, title, done) SELECT number, 1, 1, 'item', false FROM generate_series(1, 20) number" \
    -c "INSERT INTO project_labels SELECT number, 1, 1 FROM generate_series(1, 20) number"
}
fill tenants
has tenants "SELECT count(DISTINCT nodeport) > 1 FROM citus_shards WHERE table_name = 'item'::regclass" t
for statement in "INSERT INTO item VALUES (1, 2, 9, NULL, 'no project', false)" "UPDATE project SET country_id = 9 WHERE tenant_id = 2" \
  "INSERT INTO project_labels VALUES (3, 1, 9)"; do
  if coordinator tenants -c "$statement" >"$work/output" 2>&1; then fail "nothing refuses: $statement"; fi
  grep -q "violates foreign key constraint" "$work/output" || fail "$(cat "$work/output")"
done
# Citus refuses the statements that 'postil check --profile citus' reports, and no others.
while read -r code statement; do
  if coordinator tenants -v VERBOSITY=verbose -At -c "BEGIN; $statement; ROLLBACK" >"$work/output" 2>&1; then
    [ "$code" = - ] || fail "nothing refuses: $statement"
  elif [ "$code" = - ] || ! grep -qE "0A000|JobExecutorType" "$work/output"; then
    fail "$statement: $(cat "$work/output")"
  fi
done <"$here/Citus/statements.txt"
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
# Observation is installed, so tables that the coordinator keeps have a trigger. New ones get it if Citus doesn't distribute them.
coordinator tenants_migrated -c "CREATE FUNCTION postil_notify_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'" \
  -c "CREATE TRIGGER postil_notify_change AFTER INSERT ON log_entry FOR EACH STATEMENT EXECUTE FUNCTION postil_notify_change()"
cat >>"$work/Sources/Tenants/Notes.swift" <<SWIFT
// @table
struct Visit: Sendable {
  let id: ID
}
SWIFT
tenants 20261122090000 notes
migrate apply "$citus_url" Sources/Tenants >"$work/output" 2>&1 || fail "$(cat "$work/output")"
has tenants_migrated "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND conrelid = 'note'::regclass" 2
has tenants_migrated "SELECT citus_table_type FROM citus_tables WHERE table_name = 'note'::regclass" distributed
has tenants_migrated "SELECT string_agg(tgrelid::regclass::text, ' ' ORDER BY tgrelid::regclass::text) FROM pg_trigger WHERE tgname = 'postil_notify_change'" "log_entry visit"

# Changes of every kind, with rows: of a reference table and of distributed ones, to which the program adds references to reference tables.
fill tenants_migrated
models=$work/Sources/Tenants/Tenants.swift
changed() { # TIMESTAMP NAME
  # shellcheck disable=SC2046 # an allowance each
  tenants "$1" "$2" $(printf ' --allow %s' renameTable renameColumn requireColumn changeColumn dropTable dropColumn narrowType newRequired newCheck tableRewrite)
  local step steps="apply"
  # It can be undone, and applied again.
  [ ! -f "$work/Sources/Tenants/Migrations/$1_$2.postgresql.down.sql" ] || steps="apply down apply"
  for step in $steps; do migrate "$step" "$citus_url" Sources/Tenants >"$work/output" 2>&1 || fail "$step $2: $(cat "$work/output")"; done
}
sed -i 's|  var code: String|  var isoCode: String  // @renamed(from: "code") @check("length(iso_code) = 2")\n  var name = ""|; s|@unique(code)|@unique(isoCode)|' "$models"
changed 20261123090000 reference
sed -i 's/ @renamed(from: "code")//; s|  var title: String .*|  var text: String  // @renamed(from: "title") @check("length(text) > 0", name: "item_has_text")\n  var priority = 0\n  var labelID: Label.ID?  // @references|
  /@query(/d; /var done/d' "$models"
changed 20261123100000 distributed
sed -i 's/ @renamed(from: "title")//; s|^struct Project|// @renamed(from: "project")\n&|; s/\bProject\b/Venture/g' "$models"
changed 20261123110000 names
sed -i '/@renamed/d; s|projects, onDelete: nullify|projects, onDelete: deny|; s|var countryID: Country.ID?|var countryID: Country.ID|
  s|var priority = 0|var priority = 0.5|; s|// @unique(tenantID, name)|&\n// @check("length(name) < 100")\n// @index(name)|' "$models"
changed 20261123120000 types
cat >>"$models" <<SWIFT
// @table
// @referenceTable
struct Language: Sendable {
  let id: ID
  var name: String
}
SWIFT
sed -i 's|  var isoCode|  var languageID: Language.ID?  // @references\n&|; /^\/\/\/ An entry of the log/,/^}/d' "$models"
changed 20261123130000 tables
has tenants_migrated "SELECT string_agg(conname, ' ' ORDER BY conname) FROM pg_constraint WHERE contype = 'f' AND conrelid IN ('venture'::regclass, 'venture_labels'::regclass)" \
  "venture_country_id_fkey venture_labels_label_id_fkey venture_labels_venture_tenant_id_venture_number_fkey venture_tenant_id_fkey"
has tenants_migrated "SELECT count(*), min(text), min(priority) FROM item JOIN venture ON venture.tenant_id = item.tenant_id AND venture.number = project_number" "20|item|0"

# Rows are copied to Citus and back.
(cd "$root" && "$postil" ddl --target Tenants Tests/PostgreSQL/Citus/Models) | sqlite3 "$work/tenants.sqlite"
sqlite3 "$work/tenants.sqlite" "PRAGMA foreign_keys = ON;
  INSERT INTO country (code) VALUES ('NO'), ('SE'); INSERT INTO label (text) VALUES ('urgent'); INSERT INTO log_entry (text) VALUES ('started');
  INSERT INTO tenant (id, name) SELECT value, 'tenant ' || value FROM generate_series(1, 200);
  INSERT INTO project (tenant_id, number, name, country_id) SELECT id, 1, 'first', 1 + id % 2 FROM tenant;
  INSERT INTO item (tenant_id, number, project_number, parent_number, title, done, cost)
    SELECT id, value, 1, NULL, 'item', value % 2, value || '.5' FROM tenant, generate_series(1, 10);
  UPDATE item SET parent_number = 10 WHERE number < 10;
  INSERT INTO project_labels SELECT id, 1, 1 FROM tenant; INSERT INTO reminder SELECT id, 1, '2026-11-28' FROM tenant"
citus database tenants_copied >/dev/null
coordinator tenants_copied -f "$work/citus.sql" >/dev/null
for direction in "$work/tenants.sqlite ${citus_url%/*}/tenants_copied" "${citus_url%/*}/tenants_copied $work/back.sqlite"; do
  # shellcheck disable=SC2086 # two arguments
  (cd "$root" && "$server_postil" copy $direction Tests/PostgreSQL/Citus/Models) >"$work/output" 2>&1 || fail "copy $direction: $(cat "$work/output")"
done
has tenants_copied "SELECT count(DISTINCT nodeport) > 1 FROM citus_shards WHERE table_name = 'item'::regclass" t
for file in tenants back; do sqlite3 "$work/$file.sqlite" .dump | LC_ALL=C sort >"$work/$file.dump"; done
cmp "$work/tenants.dump" "$work/back.dump" >&2 || fail "the rows of the copy differ: $(diff "$work/tenants.dump" "$work/back.dump" | head -5)"

# A program. Its tests make the servers answer late, and kill them.
cat >"$work/servers" <<END
#!/usr/bin/env bash
# servers hang [NODES]: the commits of the workers wait after they are done, until servers release [NODES]
# servers restart [NODES]: they are killed, and start again
# Foundation takes a program for running while a process has its files, and the servers would inherit them.
for file in /proc/self/fd/*; do
  number=\${file##*/}
  [ "\$number" -le 2 ] || [ "\$number" = 255 ] || eval "exec \$number>&-"
done
cd "$work"
for node in \${2:-1 2}; do
  data=$work/citus/node\$node
  control=\$(dirname "\$(readlink "/proc/\$(head -n 1 "\$data/postmaster.pid")/exe")")/pg_ctl
  if [ "\$1" = hang ]; then
    echo "synchronous_standby_names = 'nobody'" >>"\$data/postgresql.auto.conf"
    $as_postgres "\$control" -D "\$data" reload
  elif [ "\$1" = release ]; then
    sed -i /synchronous_standby_names/d "\$data/postgresql.auto.conf"
    $as_postgres "\$control" -D "\$data" reload
  else
    $as_postgres "\$control" -D "\$data" -m immediate stop
    sed -i /synchronous_standby_names/d "\$data/postgresql.auto.conf"
    $as_postgres "\$control" -D "\$data" -w -l "\$data.log" start
  fi
done >/dev/null 2>&1
# Until the servers have read the setting.
[ "\$1" != hang ] || sleep 0.5
END
chmod 755 "$work/servers"
POSTIL_CITUS_URL="${citus_url%/*}/tenants" POSTIL_CITUS_SERVERS=$work/servers \
  "$root/Scripts/swift-shared" Tests/PostgreSQL/Engine test --quiet
citus stop
