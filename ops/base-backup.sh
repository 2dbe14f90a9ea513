#!/bin/sh
# sh base-backup.sh SAFE KEEP, as the account of PostgreSQL: makes a base backup in SAFE/base, named by the time (UTC), keeps the
# newest KEEP of them, and of the log in SAFE/log what the oldest of these needs.
set -eu
safe=$1 keep=$2
base=$safe/base/$(date -u +%Y-%m-%dT%H%M%SZ)

if [ "$keep" -lt 1 ]; then
  echo "Keep at least one base backup" >&2
  exit 2
fi
rm -rf "$safe"/base/*.draft
pg_basebackup --pgdata="$base.draft" --format=tar --gzip --wal-method=stream --checkpoint=fast
mv "$base.draft" "$base"
sync "$safe/base"

ls -d "$safe"/base/*Z | head -n "-$keep" | while read -r old; do rm -r "$old"; done
oldest=$(ls -d "$safe"/base/*Z | head -n 1)
begins=$(tar -xzOf "$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p')
pg_archivecleanup -x .gz "$safe/log" "$begins"
echo "$base"
