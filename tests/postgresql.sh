#!/usr/bin/env bash
# A throw-away PostgreSQL server for tests and benchmarks, on a free port of this machine, for whoever may log in here.
#
#   export LUDARIUM_TEST_DATABASE=$(tests/postgresql.sh start)      starts it and prints its address
#   tests/postgresql.sh stop "$LUDARIUM_TEST_DATABASE"              stops it and deletes all that it held
#
# PostgreSQL does not run as root: where root calls, it runs as the user postgres, or else nobody.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin # for runuser, where root has a short path
cd / # the other user may not read the folder that this was called from

complain() {
    echo "$0: $1" >&2
    exit 2
}

programs=$(ls -d /usr/lib/postgresql/*/bin 2> /dev/null | sort -V | tail -n 1)
programs=${programs:-$(dirname "$(command -v initdb || echo /nowhere/initdb)")}
[ -x "$programs/initdb" ] || complain "found no initdb: install PostgreSQL (Debian: apt install postgresql)"

as_user=()
if [ "$(id -u)" -eq 0 ]; then
    user=$(id -un postgres 2> /dev/null || echo nobody)
    as_user=(runuser -u "$user" --)
fi

start() {
    local folder port
    folder=$("${as_user[@]}" mktemp -d "${TMPDIR:-/tmp}/ludarium-postgresql-XXXXXXXX")
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    "${as_user[@]}" "$programs/initdb" --pgdata "$folder/data" --username ludarium --auth trust --encoding UTF8 --locale C > "$folder.log" 2>&1 ||
        complain "initdb failed: $(tail -n 3 "$folder.log")"
    "${as_user[@]}" "$programs/pg_ctl" start --wait --silent --pgdata "$folder/data" --log "$folder/log" \
        --options "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$folder -c max_connections=200" > /dev/null ||
        complain "PostgreSQL did not start: $(tail -n 3 "$folder/log")"
    rm -f "$folder.log"
    echo "postgresql://ludarium@127.0.0.1:$port/postgres"
}

stop() {
    local data
    data=$("$programs/psql" "$1" --no-psqlrc --tuples-only --no-align --command 'SHOW data_directory') || complain "no server answers at $1"
    case $data in
        */ludarium-postgresql-*/data) ;;
        *) complain "$1 was not started by this script" ;;
    esac
    "${as_user[@]}" "$programs/pg_ctl" stop --wait --silent --mode immediate --pgdata "$data"
    rm -rf "$(dirname "$data")"
}

case "${1:-} $#" in
    "start 1") start ;;
    "stop 2") stop "$2" ;;
    *) complain "expected start, or stop ADDRESS" ;;
esac
