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

now() { python3 -c 'import time; print(time.monotonic())'; }

# Seconds of one clean build; what it built must run and print the item.
build() {
  rm -rf "$folder/$1/.build/$2" "$folder/$1/.build/plugins" "$folder/$1/.build"/*-*-*/"$2"* "$folder/$1/.build/build.db"
  local start end
  start=$(now)
  if ! swift build --package-path "$folder/$1" -c "$2" >"$folder/log" 2>&1; then
    tail -20 "$folder/log" >&2
    exit 1
  fi
  end=$(now)
  [ "$("$folder/$1/.build/$2/Tasks")" = "Oil the door" ] || { echo "$1, $2: the program failed" >&2; exit 1; }
  echo "$end - $start" | bc
}

median() { sort -n | awk '{ value[NR] = $1 } END { print (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2 }'; }

for configuration in "${configurations[@]}"; do
  : >"$folder/postil.$configuration"
  : >"$folder/grdb.$configuration"
  for _ in $(seq "$rounds"); do
    for contender in postil grdb; do build $contender "$configuration" >>"$folder/$contender.$configuration"; done
  done
  postil=$(median <"$folder/postil.$configuration")
  grdb=$(median <"$folder/grdb.$configuration")
  awk -v c="$configuration" -v p="$postil" -v g="$grdb" -v n="$rounds" 'BEGIN {
    printf "%s: Postil / GRDB %.2f  (%.1f s and %.1f s, medians of %d clean builds)\n", c, p / g, p, g, n }'
done
