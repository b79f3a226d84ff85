#!/usr/bin/env bash
# What 'import Postil' costs the code beside it: 150 functions of ordinary arithmetic, string and collection code, type-checked with
# the import and without. Prints the ratio of the time (less that of an empty file with the same imports), and that of the
# constraint solver's scopes, which no other program on the machine changes.
#
#   Benchmarks/typing.sh [--rounds N]
set -euo pipefail

rounds=7
while [ $# -gt 0 ]; do
  case "$1" in
    --rounds) rounds=${2:?--rounds needs a number}; shift 2 ;;
    *) echo "usage: typing.sh [--rounds N]" >&2; exit 2 ;;
  esac
done

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$(mktemp -d "${TMPDIR:-/tmp}/postil-typing.XXXXXX")
trap 'rm -rf "$folder"' EXIT
swift build --package-path "$root" --target Postil >/dev/null
modules=$(swift build --package-path "$root" --show-bin-path)/Modules

# Ten kinds of functions, fifteen of each.
functions() {
  for number in $(seq 15); do
    sed "s/#/$number/g" <<'SWIFT'
func area#(_ width: Double, _ height: Double) -> Double { (width + 1) * (height - 0.5) / 2 + width * height * 0.25 }
func mean#(_ values: [Int]) -> Double { values.isEmpty ? 0 : Double(values.reduce(0, +)) / Double(values.count) }
func label#(_ name: String, _ count: Int) -> String { name + ": " + String(count) + (count == 1 ? " item" : " items") }
func early#(_ dates: [Date], before date: Date) -> [Date] { dates.filter { $0 < date && $0 != .distantPast }.sorted(by: >) }
func words#(_ text: String) -> [String: Int] {
  text.split(separator: " ").map { $0.lowercased() }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
}
func flags#(_ a: Bool, _ b: Bool?, _ n: Int) -> Bool { !a && (b ?? false) || n > 3 && n % 2 == 0 || n == -1 }
func clamp#(_ value: Int, _ low: Int, _ high: Int) -> Int { min(max(value, low), high) - low * 2 + high / 3 }
func greeting#(_ name: String?, _ hour: Int) -> String { "\(hour < 12 ? "Morning" : "Day"), \(name ?? "you")" + "!" }
func pairs#(_ left: [String], _ right: [Int]) -> [String] { zip(left, right).map { $0 + "=" + String($1 + 1) } }
func interval#(_ start: Date, _ hours: Double) -> Date { start.addingTimeInterval(hours * 60 * 60 + 30) }
SWIFT
  done
}

for name in with without; do
  { echo "import Foundation"; [ "$name" = without ] || echo "import Postil"; } >"$folder/$name-empty.swift"
  { cat "$folder/$name-empty.swift"; functions; } >"$folder/$name.swift"
done

check() {
  swiftc -frontend -typecheck -swift-version 6 -module-name Typing -I "$modules" \
    -Xcc "-fmodule-map-file=$root/Sources/CSQLite/module.modulemap" "$@"
}

TIMEFORMAT='%U %S'
for _ in $(seq "$rounds"); do
  for name in with with-empty without without-empty; do
    { time check "$folder/$name.swift"; } 2>>"$folder/$name.times"
  done
done
median() { awk '{ print $1 + $2 }' "$folder/$1.times" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

scopes() {
  mkdir -p "$folder/stats-$1"
  check -stats-output-dir "$folder/stats-$1" "$folder/$1.swift"
  sed -n 's/.*"Sema.NumConstraintScopes": \([0-9]*\).*/\1/p' "$folder/stats-$1"/*.json | head -1
}

awk -v a="$(median with)" -v b="$(median with-empty)" -v c="$(median without)" -v d="$(median without-empty)" \
  -v s="$(scopes with)" -v t="$(scopes without)" 'BEGIN {
  printf "time   with / without the import: %.2f (%.0f ms and %.0f ms)\n", (a - b) / (c - d), (a - b) * 1000, (c - d) * 1000
  if (t > 0) printf "scopes with / without the import: %.2f (%d and %d)\n", s / t, s, t }'
