# the server of the example for sync, over both engines, and devices, as processes that are killed; PostgreSQL is killed meanwhile
run "$programs/createdb" -h "$work" lists
(cd "$root" && "$postil" ddl --dialect postgresql --target Todo Examples/sync/Lists/Sources/Todo) >"$work/lists.sql"
psql lists -f "$work/lists.sql"
chmod 755 "$work"
restart=$(declare -f run); restart+="; work=$work; run $programs/pg_ctl -D $work/data -m immediate -w restart >$work/restarts 2>&1"
POSTIL_POSTGRESQL_URL="postgresql://$user@/lists?host=$work" POSTIL_POSTGRESQL_RESTART=$restart \
  "$root/Scripts/swift-shared" Examples/sync/Lists test --quiet
