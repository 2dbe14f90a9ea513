#!/bin/sh
# sh restore-base.sh BASE DATA [TIME], as the account of PostgreSQL: unpacks the base backup BASE into the empty folder DATA and has
# the next start play the log after it, to its end or to the last commit before TIME ('2026-01-31 02:14:59+01').
set -eu
base=$1 data=$2 time=${3:-}

mkdir -p -m 700 "$data"
if [ -n "$(ls -A "$data")" ]; then
  echo "$data is not empty: move away what is in it first" >&2
  exit 1
fi
chmod 700 "$data"
tar -xzf "$base/base.tar.gz" -C "$data"
tar -xzf "$base/pg_wal.tar.gz" -C "$data/pg_wal"
pg_verifybackup --quiet --no-parse-wal --manifest-path="$base/backup_manifest" "$data"
touch "$data/recovery.signal"
# Also without a time: the server that was backed up may itself have been restored to one.
echo "recovery_target_time = '$time'" >>"$data/postgresql.auto.conf"
if [ -n "$time" ]; then
  # A copy inspected beside the live service must not write into its log archive.
  cat >>"$data/postgresql.auto.conf" <<END
recovery_target_inclusive = off
recovery_target_action = promote
archive_mode = off
END
fi
echo "$data is unpacked and as it was backed up. The next start plays the log."
