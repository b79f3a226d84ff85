# the example server answers HTTP requests in the same way over both engines
run "$programs/createdb" -h "$work" server
(cd "$root" && "$postil" ddl --dialect postgresql --target Tasks Examples/server/Sources/Tasks) >"$work/server.sql"
psql server -f "$work/server.sql"
chmod 755 "$work"
POSTIL_POSTGRESQL_URL="postgresql://$user@/server?host=$work" "$root/Scripts/swift-shared" Examples/server test --quiet
