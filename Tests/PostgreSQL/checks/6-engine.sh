# a program over the engine for PostgreSQL does what it does over SQLite
run "$programs/createdb" -h "$work" engine
(cd "$root" && "$postil" ddl --dialect postgresql --target EngineTests Tests/PostgreSQL/Engine/Tests/EngineTests) >"$work/engine.sql"
psql engine -f "$work/engine.sql"
chmod 755 "$work"
(cd "$here/Engine" && POSTIL_POSTGRESQL_URL="postgresql://$user@/engine?host=$work" swift test --quiet)

# Random queries, compared with their evaluation in Swift.
load properties_engine Tests/PropertyTests
(cd "$here/Engine" && POSTIL_PROPERTIES_URL="postgresql://$user@/properties_engine?host=$work" swift test --quiet --skip-build \
  --filter 'Properties.PropertyTests/agreement')
