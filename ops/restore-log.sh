#!/bin/sh
# restore_command of PostgreSQL: sh restore-log.sh "%f" "%p" FOLDER. Ends with 1 where the log ends. A piece that is damaged, or
# missing before others, ends with 255, which stops PostgreSQL: it would take 1 for the end and silently go on without the rest.
set -eu
name=$1 to=$2 folder=$3
from=$folder/$name.gz

if [ ! -d "$folder" ]; then
  echo "$folder is not there" >&2
  exit 255
fi
if [ -e "$from" ]; then
  gzip -dc "$from" >"$to" && exit 0
  echo "$from is damaged" >&2
  exit 255
fi

case $name in *.*) exit 1 ;; esac
timeline=$(printf %.8s "$name")
newest=$(ls "$folder" | LC_ALL=C grep -E "^$timeline[0-9A-F]{16}[.]gz\$" | LC_ALL=C sort | tail -n 1)
last=$(printf '%s\n' "$name.gz" "$newest" | LC_ALL=C sort | tail -n 1)
if [ "$last" = "$name.gz" ]; then exit 1; fi
echo "$from is missing, and later ones are there" >&2
exit 255
