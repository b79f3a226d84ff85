# a sync server over PostgreSQL does what it does over SQLite, also in random programs of devices on a faulty network
load sync Sync/Tests/SyncTests
chmod 755 "$work"
POSTIL_SYNC_SERVER="postgresql://$user@/sync?host=$work" POSTIL_SYNC_STEPS=${POSTIL_SYNC_STEPS:-2000} \
  "$root/Scripts/swift-shared" Sync test --quiet
