#!/usr/bin/env bash
# What a change costs a debug build: an application of 17 models in 17 files, with references, many-to-many, a view and named queries, and
# of 20 files of queries. Prints seconds for each kind of change, and the files that the compiler compiled for it.
#
#   Benchmarks/edit-times.sh [--rounds N] [--installed]
set -euo pipefail

rounds=3
installed=
while [ $# -gt 0 ]; do
  case "$1" in
    --rounds) rounds=${2:?--rounds needs a number}; shift ;;
    --installed) installed=1 ;;
    *) echo "usage: edit-times.sh [--rounds N] [--installed]" >&2; exit 2 ;;
  esac
  shift
done

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=${here%/*}
folder=$(mktemp -d "${TMPDIR:-/tmp}/postil-edit-times.XXXXXX")
trap 'rm -rf "$folder"' EXIT

package=$folder/package
sources=$package/Sources/Tasks
objects=$package/.build/debug/Tasks.build
# shellcheck source=/dev/null
. "$here/BuildTimes/generated.sh"
mkdir -p "$sources"
sed "s|\"../../..\"|\"$root\"|" "$here/BuildTimes/with-postil/Package.swift" >"$package/Package.swift"
if [ -n "$installed" ]; then
  # The tool of the last build of this checkout.
  sed -i.bak 's|PostilPlugin|PostilInstalledPlugin|' "$package/Package.swift"
  POSTILC=${POSTILC:-$root/.build/debug/postilc}
  export POSTILC
fi

# Models 1 to 16 are tables, each with a reference to the one before it; model 17 is a view.
for number in $(seq 16); do
  other=$((number > 1 ? number - 1 : 1))
  cat >"$sources/Model$number.swift" <<SWIFT
import Foundation
import Postil

/// Model $number.
// @table
// @index(createdOn, count)
// @query(counted(atLeast minimum: Int): "WHERE count >= :minimum ORDER BY name")
struct Model$number: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
  var detail: String?
  var count = 0
  var weight: Double = 1
  var isOpen = true
  var createdOn: Date
  var endedOn: Date?

  // @references(inverse: followers$number)
  var leaderID: Model$other.ID?

  // @manyToMany(friends: Model$other, inverse: friendsOf$number)
}
SWIFT
done
cat >"$sources/Model17.swift" <<'SWIFT'
import Postil

/// The open rows of two tables.
// @view("SELECT model3.id, model3.name, model2.name AS leader FROM model3 JOIN model2 ON model2.id = model3.leader_id WHERE model3.is_open")
struct Model17: Hashable, Sendable {
  let id: Model3.ID
  let name: String
  let leader: String
}
SWIFT
for number in $(seq 20); do
  model=$(((number - 1) % 16 + 1))
  cat >"$sources/Queries$number.swift" <<SWIFT
import Foundation
import Postil

enum Queries$number {
  static func late(before day: Date, in db: some ReadTransaction) throws -> [Model$model] {
    try Model$model.where { \$0.isOpen && \$0.createdOn < day && \$0.friends.any { \$0.isOpen } }.order { \$0.name }.limit(10).fetchAll(in: db)
  }

  static func names(in db: some ReadTransaction) throws -> [String] {
    try Model$model.where { \$0.leader.name.hasPrefix("A") }.select { \$0.name }.fetchAll(in: db)
  }

  static func close(_ limit: Int, in db: some WriteTransaction) throws -> Int {
    try Model$model.where { \$0.count > limit }.update(in: db) { [\$0.isOpen.set(false), \$0.count.set(0)] }
  }
}
SWIFT
done
write_main

# The kinds of change. $1 is the number of the round, so that each one is a change.
nothing() { :; }
query() { sed -i.bak "s|limit([0-9]*)|limit($(($1 + 10)))|" "$sources/Queries5.swift"; }
outside() { printf '\nextension Model5 { static var round%s: Int { %s } }\n' "$1" "$1" >>"$sources/Model5.swift"; }
comment() { sed -i.bak "s|^/// Model 5.*|/// Model 5. Round $1.|" "$sources/Model5.swift"; }
column() {
  sed -i.bak "s|^  var endedOn: Date?|&\n  var added$1: String?|" "$sources/Model5.swift"
  query "$(($1 + 50))"
}

# SwiftPM links the tools of plugins a second time in the build after the first.
build
build
printf '%-10s %10s %14s  %s\n' change 'wall, s' 'processor, s' compiled
for change in nothing query outside comment column; do
  for round in $(seq "$rounds"); do
    touch "$folder/mark"
    sleep 1
    "$change" "$round"
    build
    compiled=$(cd "$objects" && find . -name '*.o' -newer "$folder/mark" | sed 's|^\./||; s|\.swift\.o$||' | LC_ALL=C sort | tr '\n' ' ')
    awk -v change="$change" -v files="$compiled" '{ printf "%-10s %10.1f %14.1f  %s\n", change, $1, $2 + $3, files }' "$folder/time"
  done
done
