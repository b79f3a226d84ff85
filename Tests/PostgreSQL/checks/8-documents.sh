# the queries of the documents, of the music shop and of peers return on a server what they return on SQLite
load documents_engine Tests/IntegrationTests
load peers_engine Tests/PeerTests
variables=(
  POSTIL_DOCUMENTS=1 POSTIL_DOCUMENTS_URL="postgresql://$user@/documents_engine?host=$work"
  POSTIL_PEERS_URL="postgresql://$user@/peers_engine?host=$work"
)
chinook=$root/../shared/data/chinook.sql
if [ -e "$chinook" ]; then
  load chinook_engine Tests/ChinookTests
  { echo 'BEGIN;'; cat "$chinook"; echo 'COMMIT;'; } | sqlite3 -bail "$work/chinook.sqlite"
  # References are checked at the end.
  psql chinook_engine -At -c "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace" |
    while read -r table; do
      columns=$(psql chinook_engine -At -c "SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = '\"$table\"'::regclass AND attnum > 0 AND attgenerated = ''")
      sqlite3 -csv "$work/chinook.sqlite" "SELECT $columns FROM \"$table\"" >"$work/rows.csv"
      psql chinook_engine -c "SET session_replication_role = replica; SET timezone = 'UTC'" \
        -c "\\copy \"$table\" ($columns) FROM '$work/rows.csv' (FORMAT csv)"
    done
  variables+=(POSTIL_CHINOOK_FILE="$work/chinook.sqlite" POSTIL_CHINOOK_URL="postgresql://$user@/chinook_engine?host=$work")
fi
env "${variables[@]}" "$root/Scripts/swift-shared" Tests/PostgreSQL/Engine test --quiet --no-parallel \
  --filter '^(Documents|Chinook|PeerTests)\.'
