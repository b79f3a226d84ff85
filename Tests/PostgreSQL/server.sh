# Sourced by scripts that need a PostgreSQL server of their own, behind a socket in the temporary folder "$work". The server is the one of
# Debian's packages, installed where it is missing. It runs as a user without rights where the script is run by root.

programs=/usr/lib/postgresql/15/bin
if [ ! -x "$programs/initdb" ]; then
  as_root=$([ "$(id -u)" = 0 ] || echo sudo)
  $as_root apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends postgresql-15 >/dev/null
fi

# The programs in Debian's path are a script in Perl that looks for them, three times as slow.
export PATH="$programs:$PATH"

# A socket's path has room for about a hundred bytes.
work=$(mktemp -d /tmp/postil-pg.XXXXXX)
user=$(id -un)
run() { (cd "$work" && "$@"); }
if [ "$(id -u)" = 0 ]; then
  user=postgres
  chown postgres "$work"
  run() { (cd "$work" && runuser -u postgres -- "$@"); }
fi

# start_server SETTING…
start_server() {
  local settings="-k '$work' -c listen_addresses='' -c fsync=off" setting
  for setting; do settings+=" -c $setting"; done
  run "$programs/initdb" -D "$work/data" --auth=trust --encoding=UTF8 --locale=C.UTF-8 \
    --locale-provider=icu --icu-locale=en-US --no-sync >/dev/null
  run "$programs/pg_ctl" -D "$work/data" -w -l "$work/log" -o "$settings" start >/dev/null
}

stop_server() { run "$programs/pg_ctl" -D "$work/data" -m immediate stop >/dev/null 2>&1 || true; }
