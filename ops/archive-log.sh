#!/bin/sh
# archive_command of PostgreSQL: sh archive-log.sh "%p" "%f" FOLDER. Puts a piece of the log, packed, into FOLDER, which has to
# exist: one that is not mounted must not be filled. Succeeds only once the piece is on the disk, and never replaces one.
set -eu
piece=$1 name=$2 folder=$3
to=$folder/$name.gz

if [ -e "$to" ]; then
  # After a crash PostgreSQL asks again for what it may have archived already.
  if gzip -dc "$to" | cmp -s - "$piece"; then
    sync "$to" "$folder"
    exit 0
  fi
  echo "$to is there with other contents: does another server archive into this folder?" >&2
  exit 1
fi

draft=$folder/.$name.draft
trap 'rm -f "$draft"' EXIT
gzip -1 <"$piece" >"$draft"
sync "$draft"
mv "$draft" "$to"
sync "$folder"
