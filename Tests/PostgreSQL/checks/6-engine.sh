# a program over the engine for PostgreSQL does what it does over SQLite, with a replica and behind PgBouncer
run "$programs/createdb" -h "$work" engine
(cd "$root" && "$postil" ddl --dialect postgresql --target EngineTests Tests/PostgreSQL/Engine/Tests/EngineTests) >"$work/engine.sql"
psql engine -f "$work/engine.sql"
chmod 755 "$work"
run "$programs/pg_basebackup" -h "$work" -D "$work/replica" -R -c fast --no-sync
run "$programs/pg_ctl" -D "$work/replica" -w -l "$work/replica.log" \
  -o "-k '$work' -p 5433 -c listen_addresses='' -c fsync=off" start >/dev/null
if ! command -v pgbouncer >/dev/null; then
  as_root=$([ "$(id -u)" = 0 ] || echo sudo)
  $as_root apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends pgbouncer >/dev/null
fi
# Debian 12 has version 1.18, which knows no prepared statements in transaction mode.
cat >"$work/pgbouncer.ini" <<END
[databases]
shared = host=$work dbname=engine user=$user pool_size=1
* = host=$work user=$user
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = $work
auth_type = any
pool_mode = transaction
default_pool_size = 3
logfile = $work/pgbouncer.log
pidfile = $work/pgbouncer.pid
END
bouncer=$(command -v pgbouncer || echo /usr/sbin/pgbouncer)
run "$bouncer" -q -d "$work/pgbouncer.ini"
# From version 1.21 on, PgBouncer keeps them. POSTIL_PGBOUNCER can name such a program.
keeping=""
bouncer=${POSTIL_PGBOUNCER:-$bouncer}
if [ "$("$bouncer" --version | sed -n 's/^PgBouncer 1[.]\([0-9]*\).*/\1/p')" -ge 21 ]; then
  sed "s|= 6432|= 6433|; s|/pgbouncer[.]|/keeping.|; \$ a max_prepared_statements = 20" "$work/pgbouncer.ini" >"$work/keeping.ini"
  run "$bouncer" -q -d "$work/keeping.ini"
  keeping=6433
fi
# This user needs a password.
run sed -i '1i local all postil_password scram-sha-256' "$work/data/pg_hba.conf"
run "$programs/pg_ctl" -D "$work/data" reload >/dev/null
# A server of its own, which a test kills.
run "$programs/initdb" -D "$work/crashing" --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync >/dev/null
as_user=$([ "$(id -u)" = 0 ] && echo "runuser -u $user --" || true)
cat >"$work/crash" <<END
#!/usr/bin/env bash
# crash DATA-FOLDER PORT [SETTING…]: kills the server if it runs, and starts it again.
folder=\$1 port=\$2
shift 2
settings=
for setting; do settings+=" -c \$setting"; done
# Foundation takes a program for running while a process has its files, and the server would inherit them.
for file in /proc/self/fd/*; do
  number=\${file##*/}
  [ "\$number" -le 2 ] || [ "\$number" = 255 ] || eval "exec \$number>&-"
done
cd "$work"
[ ! -f "\$folder/postmaster.pid" ] || kill -9 "\$(head -n 1 "\$folder/postmaster.pid")" 2>/dev/null
# The other processes of the server end soon after it.
for attempt in {1..300}; do
  $as_user $programs/pg_ctl -D "$work/\$folder" -w -l "$work/\$(basename \$folder).log" \
    -o "-k '$work' -p \$port -c listen_addresses=''\$settings" start >/dev/null 2>&1 && exit 0
  sleep 0.1
done
exit 1
END
chmod 755 "$work/crash"
# It has a synchronous replica that nobody is, so a commit waits until it is stopped, unless the session doesn't wait.
crash="$work/crash crashing 5434 synchronous_standby_names=nobody"
$crash
run env PGOPTIONS='-c synchronous_commit=local' "$programs/createdb" -h "$work" -p 5434 engine
PGOPTIONS='-c synchronous_commit=local' psql engine -p 5434 -f "$work/engine.sql"

# A server whose data folder is on a small disk, and the tables of 'engine' on a smaller one.
mkdir "$work/disk" "$work/tables"
full=""
if mount -t tmpfs -o size=96m,mode=777 postil "$work/disk" 2>/dev/null && mount -t tmpfs -o size=18m,mode=777 postil "$work/tables"; then
  full="$work/crash disk/data 5435 wal_keep_size=1GB min_wal_size=2MB max_wal_size=8MB"
  run "$programs/initdb" -D "$work/disk/data" --auth=trust --encoding=UTF8 --locale=C.UTF-8 --wal-segsize=1 --no-sync >/dev/null
  run mkdir "$work/tables/space"
  $full
  psql postgres -p 5435 -c "CREATE TABLESPACE small LOCATION '$work/tables/space'"
  run "$programs/createdb" -h "$work" -p 5435 -D small engine
  psql engine -p 5435 -f "$work/engine.sql"
else
  echo "No file system can be mounted here, so the tests of full disks are skipped."
fi
url="postgresql://$user@/engine?host=$work"
POSTIL_POSTGRESQL_URL="$url" POSTIL_POSTGRESQL_REPLICA_URL="$url&port=5433" \
  POSTIL_POSTGRESQL_POOLED_URL="$url&port=6432" POSTIL_POSTGRESQL_KEEPING_POOLER_URL="${keeping:+$url&port=6433}" \
  POSTIL_POSTGRESQL_UNREPLICATED_URL="$url&port=5434" \
  POSTIL_POSTGRESQL_CRASHING_URL="$url&port=5434&options=-csynchronous_commit%3Dlocal" POSTIL_POSTGRESQL_CRASH="$crash" \
  POSTIL_POSTGRESQL_FULL_URL="${full:+$url&port=5435}" POSTIL_POSTGRESQL_FULL_RESTART="$full" \
  POSTIL_POSTGRESQL_FULL_FOLDER="$work" "$root/Scripts/swift-shared" Tests/PostgreSQL/Engine test --quiet
run "$programs/pg_ctl" -D "$work/crashing" -m immediate stop >/dev/null
[ -z "$full" ] || run "$programs/pg_ctl" -D "$work/disk/data" -m immediate stop >/dev/null
