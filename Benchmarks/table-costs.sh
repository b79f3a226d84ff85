#!/usr/bin/env bash
# What tables cost a build: an application of 10, 100 and 500 models, each of ten columns with a reference and a
# many-to-many, built over a Postil that is built already. Prints seconds and bytes, and what one more table costs.
#
#   Benchmarks/table-costs.sh [--release] [COUNT…]
set -euo pipefail

configuration=debug
counts=()
while [ $# -gt 0 ]; do
  case "$1" in
    --release) configuration=release ;;
    [1-9]*) counts+=("$1") ;;
    *) echo "usage: table-costs.sh [--release] [COUNT…]" >&2; exit 2 ;;
  esac
  shift
done
[ ${#counts[@]} -gt 0 ] || counts=(10 100 500)

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d "${TMPDIR:-/tmp}/postil-table-costs.XXXXXX")
trap 'rm -rf "$folder"' EXIT

package=$folder/package
mkdir -p "$package"
# shellcheck source=/dev/null
. "$here/BuildTimes/generated.sh"
sed "s|\"../../..\"|\"${here%/*}\"|" "$here/BuildTimes/with-postil/Package.swift" >"$package/Package.swift"

# The sources of an application of $1 models; each refers to the one before it, the first to itself.
write_models() {
  rm -rf "$package/Sources"
  mkdir -p "$package/Sources/Tasks"
  for number in $(seq "$1"); do
    other=$((number > 1 ? number - 1 : 1))
    cat >"$package/Sources/Tasks/Model$number.swift" <<SWIFT
import Foundation
import Postil

/// Model $number of $1.
// @table
// @index(createdOn, count)
struct Model$number: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  var detail: String?
  var count = 0
  var weight: Double = 1
  var isOpen = true
  var createdOn: Date
  var endedOn: Date?
  var token: UUID

  // @references(inverse: followers$number)
  var leaderID: Model$other.ID?

  // @manyToMany(friends: Model$other, inverse: friendsOf$number)
}
SWIFT
  done
  write_main
}

# The library and the tools are nobody's tables.
write_models 1
build -c "$configuration"
base=$(wc -c <"$package/.build/$configuration/Tasks")

echo "configuration: $configuration"
printf '%8s %10s %14s %20s %20s\n' tables 'wall, s' 'processor, s' 'generated, bytes' 'program, bytes'
rows=$folder/rows
for count in "${counts[@]}"; do
  write_models "$count"
  build -c "$configuration"
  [ "$("$package/.build/$configuration/Tasks")" = "0 $count" ] || { echo "the program failed" >&2; exit 1; }
  generated=$(find "$package/.build/plugins/outputs" -name '*.swift' -print0 | xargs -0 cat | wc -c)
  program=$(($(wc -c <"$package/.build/$configuration/Tasks") - base))
  awk -v n="$count" -v g="$generated" -v p="$program" '{ print n, $1, $2 + $3, g, p }' "$folder/time" | tee -a "$rows" |
    awk '{ printf "%8d %10.1f %14.1f %20d %20d\n", $1, $2, $3, $4, $5 }'
done
awk 'NR == 1 { n = $1; w = $2; c = $3; g = $4; p = $5 }
  END { if (NR > 1) printf "one table more: %.3f s on the wall, %.3f s of processor, %d bytes generated, %d in the program\n",
    ($2 - w) / ($1 - n), ($3 - c) / ($1 - n), ($4 - g) / ($1 - n), ($5 - p) / ($1 - n) }' "$rows"
