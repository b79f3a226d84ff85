#!/usr/bin/env bash
# How long an adopter's build takes: the same small application (three models, one query) over Postil and over GRDB, each
# built from nothing in a temporary folder, in turn. Prints the ratios; the seconds are for orientation.
#
#   Benchmarks/build-times.sh [--rounds N] [--debug-only]
set -euo pipefail

rounds=3
configurations=(debug release)
while [ $# -gt 0 ]; do
  case "$1" in
    --rounds) rounds=${2:?--rounds needs a number}; shift 2 ;;
    --debug-only) configurations=(debug); shift ;;
    *) echo "usage: build-times.sh [--rounds N] [--debug-only]" >&2; exit 2 ;;
  esac
done

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d "${TMPDIR:-/tmp}/postil-build-times.XXXXXX")
trap 'rm -rf "$folder"' EXIT

for contender in postil grdb; do
  mkdir "$folder/$contender"
  cp -R "$here/BuildTimes/with-$contender/Package.swift" "$here/BuildTimes/with-$contender/Sources" "$folder/$contender"
done
sed -i.bak "s|\"../../..\"|\"${here%/*}\"|" "$folder/postil/Package.swift"

# Fetching is nobody's build time.
for contender in postil grdb; do swift package --package-path "$folder/$contender" resolve >/dev/null 2>&1; done

TIMEFORMAT='%R %U %S'

# "wall processor" seconds of one clean build; what it built must run and print the item.
build() {
  rm -rf "$folder/$1/.build/$2" "$folder/$1/.build/plugins" "$folder/$1/.build"/*-*-*
  rm -f "$folder/$1/.build/$2.yaml" "$folder/$1/.build/build.db"
  if ! { time swift build --package-path "$folder/$1" -c "$2" >"$folder/log" 2>&1; } 2>"$folder/time"; then
    tail -20 "$folder/log" >&2
    exit 1
  fi
  [ "$("$folder/$1/.build/$2/Tasks")" = "Oil the door" ] || { echo "$1, $2: the program failed" >&2; exit 1; }
  awk '{ print $1, $2 + $3 }' "$folder/time"
}

# The median of a column.
median() { awk -v c="$1" '{ print $c }' "$2" | sort -n |
  awk '{ value[NR] = $1 } END { print (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2 }'; }

for configuration in "${configurations[@]}"; do
  : >"$folder/postil.$configuration"
  : >"$folder/grdb.$configuration"
  for _ in $(seq "$rounds"); do
    for contender in postil grdb; do build $contender "$configuration" >>"$folder/$contender.$configuration"; done
  done
  echo "$configuration, medians of $rounds clean builds each:"
  column=0
  for clock in wall processor; do
    column=$((column + 1))
    awk -v clock="$clock" -v p="$(median $column "$folder/postil.$configuration")" \
      -v g="$(median $column "$folder/grdb.$configuration")" 'BEGIN {
      printf "  Postil / GRDB %.2f on the %s clock (%.1f s and %.1f s)\n", p / g, clock, p, g }'
  done
done

# What the plugin's tool takes of that: the same three models, the tool that the last configuration built.
tool=$(find "$folder/postil/.build" -type f \( -name postilc -o -name postilc-tool \) -perm -u+x | head -1)
if [ -n "$tool" ]; then
  cd "$folder/postil/Sources/Tasks"
  : >"$folder/tool"
  for _ in 1 2 3 4 5; do
    { time "$tool" --target Tasks --schema-output "$folder/TasksSchema.swift" ./*.swift; } 2>>"$folder/tool"
  done
  echo "postilc alone, as built last (${configurations[*]: -1}): $(median 1 "$folder/tool") s"
fi
