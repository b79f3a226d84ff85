#!/usr/bin/env bash
# How many instructions an operation of a case takes, and how often it asks for memory, as valgrind's callgrind counts them:
# figures that repeat on a busy machine. Small sizes; what opens and fills the file is not in them, because each case is run
# for two rounds and for six, and the difference is counted.
#
#   Benchmarks/instructions.sh [CASE…]
set -euo pipefail

[ $# -gt 0 ] || set -- scan-stream lookup-key add-to-tags-1000 path-query built-query eager-loading insert-ordered-1000
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d "${TMPDIR:-/tmp}/postil-instructions.XXXXXX")
trap 'rm -rf "$folder"' EXIT
command -v valgrind >/dev/null || { echo "instructions.sh: valgrind is not installed" >&2; exit 1; }

swift build -c release --package-path "$here" --product benchmarks >&2
program=$(swift build -c release --package-path "$here" --show-bin-path)/benchmarks

# Prints "operations instructions allocations" of $3 rounds of the case $1 by the contender $2.
count() {
  local profile=$folder/profile
  local operations
  operations=$(valgrind --tool=callgrind --compress-strings=no --compress-pos=no --callgrind-out-file="$profile" \
    "$program" --quick --folder "$folder" --only "$1" --work "$2" "$3" 2>"$folder/log" | awk '{ n += $2 } END { print n }') ||
    { tail -20 "$folder/log" >&2; exit 1; }
  awk -v operations="$operations" '
    /^summary:|^totals:/ { instructions = $2 }
    /^cfn=/ { called = substr($0, 5); sub(/\x27[0-9]+$/, "", called) }
    /^calls=/ && (called == "malloc" || called == "calloc" || called == "realloc" || called == "posix_memalign") {
      sub(/^calls=/, "", $1); allocations += $1
    }
    END { printf "%d %.0f %d\n", operations, instructions, allocations }' "$profile"
}

printf '%-16s %-8s %16s %14s\n' case by instructions allocations
for case in "$@"; do
  for contender in 'C API' Postil GRDB; do
    few=$(count "$case" "$contender" 2)
    many=$(count "$case" "$contender" 6)
    printf '%s %s\n' "$few" "$many" | awk -v case="$case" -v by="$contender" '
      { n = $4 - $1; printf "%-16s %-8s %16.0f %14.1f\n", case, by, ($5 - $2) / n, ($6 - $3) / n }'
  done
done
