# a sync server over PostgreSQL does what it does over SQLite, also in random programs of devices on a faulty network
load sync Sync/Tests/SyncTests
chmod 755 "$work"

mkdir -p "$work/Sources/Todo"
cp "$root"/Sync/Tests/SyncTests/{Todo,Payment}.swift "$work/Sources/Todo"
url="postgresql://$user@/synced?host=$work"
run "$programs/createdb" -h "$work" synced
todo() { migrate "$@" >"$work/output" 2>&1 || { cat "$work/output" >&2; fail "migrate $1"; }; }
todo new create Sources/Todo --dialect postgresql --timestamp 20261121090000
todo apply "$url" Sources/Todo

# Damaged messages are tested over SQLite.
POSTIL_SYNC_SERVER="postgresql://$user@/sync?host=$work" POSTIL_SYNC_MIGRATED=$url \
  POSTIL_SYNC_STEPS=${POSTIL_SYNC_STEPS:-2000} "$root/Scripts/swift-shared" Sync test --quiet --skip damaged

# Migrations don't see the tables of sync, and its triggers stay.
todo status "$url" Sources/Todo
todo verify Sources/Todo --server "$url"
cat >"$work/Sources/Todo/Place.swift" <<SWIFT
// @table
struct Place: Sendable {
  let id: ID
  var name: String
}
SWIFT
sed -i 's/  var color: String/&\n  var icon: String?/' "$work/Sources/Todo/Todo.swift"
todo new add_icon Sources/Todo --dialect postgresql --timestamp 20261122090000
todo apply "$url" Sources/Todo
todo status "$url" Sources/Todo
psql synced -c "INSERT INTO todo_list (id, title, color, times_opened, icon) VALUES (gen_random_uuid(), 'list', 'red', 0, 'star')"
is synced 'SELECT count(*) FROM postil_sync_row_todo_list r JOIN todo_list USING (id) WHERE version > 1' 1
is synced "SELECT count(*) FROM pg_trigger WHERE tgname = 'postil_notify_change' AND tgrelid = 'place'::regclass" 1
is synced "SELECT count(*) FROM pg_trigger WHERE tgname = 'postil_notify_change' AND tgrelid::regclass::text LIKE 'postil_sync_%'" 0
