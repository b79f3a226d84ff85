# the example server runs with the roles of the document, over TLS, and its unit is accepted by systemd
block() { # FIRST-LINE: a code block of the document
  awk -v first="$1" '
    /^```/ { if (inside && found) exit; inside = !inside; start = inside; next }
    inside && start { found = ($0 == first); start = 0 }
    inside && found' "$root/Docs/PostgreSQL.md"
}
block '-- The owner of the tables, who migrates, and the role of the program.' | sed 's/\btasks\b/deployed/' >"$work/roles.sql"
psql postgres -f "$work/roles.sql"
psql deployed -U tasks_owner -f "$work/server.sql"
refuses deployed "SET ROLE app; DROP TABLE item" "must be owner of table item"

(cd "$work" && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
  -keyout server.key -out server.crt 2>/dev/null && cp server.crt ca.crt && chmod 644 ca.crt && chmod 600 server.key)
[ "$(id -u)" != 0 ] || chown "$user" "$work/server.key" "$work/server.crt"
port=$((20000 + RANDOM % 10000))
run "$programs/pg_ctl" -D "$work/data" -w -l "$work/log" -o "-k '$work' -c listen_addresses=127.0.0.1 -c fsync=off -c ssl=on \
  -c ssl_cert_file=$work/server.crt -c ssl_key_file=$work/server.key -p $port" restart >/dev/null
program=$root/.build-server/debug/Tasks
tls="postgresql://app@localhost:$port/deployed?hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert=$work/ca.crt"
DATABASE_URL=$tls PORT=$((port + 1)) "$program" >"$work/output" 2>&1 &
server=$!
curl -sf --retry 30 --retry-delay 1 --retry-connrefused "http://127.0.0.1:$((port + 1))/projects" --json '{"name": "Home"}' >/dev/null ||
  fail "$(cat "$work/output")"
encrypted=$(command psql -X -At -h "$work" -p "$port" -U "$user" -d deployed \
  -c "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'app'")
[ "$encrypted" = t ] || fail "the program's connections have no TLS"
kill -TERM $server
wait $server || fail "the server doesn't stop: $(cat "$work/output")"

# What can't succeed is refused at once, with the reason and without the password.
rejects() { # TEXT URL: the program ends with this text in its error
  DATABASE_URL=$2 PORT=$((port + 1)) timeout 60 "$program" >"$work/output" 2>&1 && fail "the program runs with $2"
  grep -qF "$1" "$work/output" || fail "no '$1' in: $(cat "$work/output")"
  ! grep -q 5ecret "$work/output" || fail "a password is in the error"
  ! grep -q 'was lost' "$work/output" || fail "it is taken for a lost connection: $(cat "$work/output")"
}
command psql -X -q -h "$work" -p "$port" -U "$user" -d deployed -c "ALTER ROLE app PASSWORD '5ecret'"
run sed -i '1i hostssl all app all scram-sha-256' "$work/data/pg_hba.conf"
command psql -X -q -h "$work" -p "$port" -U "$user" -d deployed -c 'SELECT pg_reload_conf()' >/dev/null
(cd "$work" && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout other.key -out other.crt 2>/dev/null)
verified="$port/deployed?hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert=$work"
rejects 'certificate verify failed' "postgresql://app:5ecret@localhost:$verified/other.crt"
rejects 'does not match host name "db.example"' "postgresql://app:5ecret@db.example:$verified/ca.crt"
rejects 'none.crt" does not exist' "postgresql://app:5ecret@localhost:$verified/none.crt"
rejects 'password authentication failed' "postgresql://app:5ecret2@localhost:$verified/ca.crt"
rejects 'needs a password' "postgresql://app@localhost:$verified/ca.crt"
rejects 'definition of service "nothing" not found' "postgresql:///?service=nothing"
rejects 'invalid sslmode value' "postgresql://app:5ecret@localhost:$port/deployed?sslmode=verified"
printf '[%s]\n' tasks >"$work/services"
printf '%s\n' host=localhost hostaddr=127.0.0.1 "port=$port" dbname=deployed user=app password=5ecret sslmode=verify-full \
  "sslrootcert=$work/ca.crt" >>"$work/services"
PGSERVICEFILE=$work/services DATABASE_URL="postgresql:///?service=tasks" PORT=$((port + 1)) "$program" >"$work/output" 2>&1 &
server=$!
curl -sf --retry 30 --retry-delay 1 --retry-connrefused "http://127.0.0.1:$((port + 1))/projects" >/dev/null || fail "$(cat "$work/output")"
kill -TERM $server
wait $server || fail "the server doesn't stop: $(cat "$work/output")"
! grep -q 5ecret "$work/log" || fail "a password is in the server's log"

libraries=$(ldd "$program")
for library in libpq.so.5 libsqlite3.so.0; do
  case "$libraries" in *"$library"*) ;; *) fail "$library isn't needed" ;; esac
done

if command -v systemd-analyze >/dev/null; then
  block '[Unit]' | sed 's|/opt/tasks/Tasks|/bin/true|' >"$work/tasks.service"
  systemd-analyze verify "$work/tasks.service" >"$work/output" 2>&1 || fail "$(cat "$work/output")"
  [ ! -s "$work/output" ] || fail "$(cat "$work/output")"
fi
