# the scripts for CockroachDB and YugabyteDB, of which no server is available, also run on PostgreSQL
for dialect in cockroachdb yugabytedb; do
  run "$programs/createdb" -h "$work" "$dialect"
  (cd "$root" && "$postil" ddl --dialect "$dialect" Tests/PostgreSQL/OtherServers/Models) >"$work/$dialect.sql"
  psql "$dialect" -f "$work/$dialect.sql"
  is "$dialect" "SELECT string_agg(tablename, ' ' ORDER BY tablename) FROM pg_tables WHERE schemaname = 'public'" \
    "order order_parcels parcel product"
done
