#!/usr/bin/env bash
# What a clean build costs an adopter: the same small application (three models, one query), built from nothing in a temporary
# folder, in turn over
#
#   grdb        GRDB
#   postil      Postil, whose plugin builds its tool from source
#   installed   Postil with tools that are installed already ('make install')
#   prebuilt    a package of Postil whose runtime and tools are built already ('Scripts/artifact-bundle')
#
# Prints processor seconds, the ratios to GRDB's, and the processor seconds of each module of the last round.
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
root=${here%/*}
folder=$(mktemp -d "${TMPDIR:-/tmp}/postil-build-times.XXXXXX")
trap 'rm -rf "$folder"' EXIT
# Not the names alone: a package in a folder "postil" would have the name of a checkout of this repository.
contenders=(grdb postil installed prebuilt)

# Fetching is nobody's build time, nor is installing: any build of the tool will do, for it runs for milliseconds.
swift build --package-path "$root" --product postilc >/dev/null
POSTILC=$(swift build --package-path "$root" --show-bin-path)/postilc
export POSTILC
"$root/Scripts/release-runtime" "$folder/runtime" 2>/dev/null
triple=$(sed -n 's/triple=//p' "$folder/runtime/platform")
"$root/Scripts/artifact-bundle" --output "$folder/bundle" --runtime "$folder/runtime" --tools "$triple=${POSTILC%/*}" >/dev/null

mkdir "$folder/app-grdb"
cp -R "$here/BuildTimes/with-grdb/." "$folder/app-grdb"
for contender in postil installed prebuilt; do
  package=$root
  [ $contender != prebuilt ] || package=$folder/bundle/postil
  cp -R "$here/BuildTimes/with-postil" "$folder/app-$contender"
  sed -i.bak "s|\"../../..\"|\"$package\"|" "$folder/app-$contender/Package.swift"
done
sed -i.bak "s|PostilPlugin|PostilInstalledPlugin|" "$folder/app-installed/Package.swift"

for contender in "${contenders[@]}"; do swift package --package-path "$folder/app-$contender" resolve >/dev/null 2>&1; done

# A compiler that notes the processor seconds of each call, for SwiftPM: "module user system".
cat >"$folder/swiftc" <<WRAPPER
#!/usr/bin/env bash
previous= module=
for argument in "\$@"; do
  [ "\$previous" != -module-name ] || module=\$argument
  previous=\$argument
done
TIMEFORMAT="\${module:--} %U %S"
exec 3>&2
{ time "$(command -v swiftc)" "\$@" 2>&3; } 2>>"$folder/modules"
WRAPPER
chmod +x "$folder/swiftc"

TIMEFORMAT='%R %U %S'

# "wall processor" seconds of one clean build; what it built must run and print the item.
build() {
  rm -rf "$folder/app-$1/.build/$2" "$folder/app-$1/.build/plugins" "$folder/app-$1/.build"/*-*-*
  rm -f "$folder/app-$1/.build/$2.yaml" "$folder/app-$1/.build/build.db" "$folder/modules"
  if ! { time SWIFT_EXEC="$folder/swiftc" swift build --package-path "$folder/app-$1" -c "$2" >"$folder/log" 2>&1; } \
    2>"$folder/time"; then
    tail -20 "$folder/log" >&2
    exit 1
  fi
  [ "$("$folder/app-$1/.build/$2/Tasks")" = "Oil the door" ] || { echo "$1, $2: the program failed" >&2; exit 1; }
  awk '$1 != "-" { s[$1] += $2 + $3 } END { for (m in s) printf "%.1f %s\n", s[m], m }' "$folder/modules" |
    sort -rn >"$folder/modules.$1.$2"
  awk '{ print $1, $2 + $3 }' "$folder/time"
}

# The median of a column.
median() { awk -v c="$1" '{ print $c }' "$2" | sort -n |
  awk '{ value[NR] = $1 } END { print (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2 }'; }

for configuration in "${configurations[@]}"; do
  for contender in "${contenders[@]}"; do : >"$folder/app-$contender.$configuration"; done
  for _ in $(seq "$rounds"); do
    for contender in "${contenders[@]}"; do build "$contender" "$configuration" >>"$folder/app-$contender.$configuration"; done
  done
  echo "$configuration, medians of $rounds clean builds each:"
  for contender in postil installed prebuilt; do
    awk -v name="$contender" -v p="$(median 2 "$folder/app-$contender.$configuration")" \
      -v g="$(median 2 "$folder/app-grdb.$configuration")" -v pw="$(median 1 "$folder/app-$contender.$configuration")" \
      -v gw="$(median 1 "$folder/app-grdb.$configuration")" 'BEGIN {
      printf "  %-9s / grdb %.2f on the processor clock (%.1f s and %.1f s), %.2f on the wall (%.1f s and %.1f s)\n",
        name, p / g, p, g, pw / gw, pw, gw }'
  done
  for contender in "${contenders[@]}"; do
    printf '  %-9s modules: %s\n' "$contender" \
      "$(awk '$1 >= 0.3 { printf "%s%s %s", n++ ? ", " : "", $2, $1 }' "$folder/modules.$contender.$configuration")"
  done
done

# What the plugin's tool takes of that: the same three models, the tool that the last configuration built.
tool=$(find "$folder/app-postil/.build" -type f \( -name postilc -o -name postilc-tool \) -perm -u+x | head -1)
if [ -n "$tool" ]; then
  cd "$folder/app-postil/Sources/Tasks"
  : >"$folder/tool"
  for _ in 1 2 3 4 5; do
    { time "$tool" --target Tasks --schema-output "$folder/TasksSchema.swift" ./*.swift; } 2>>"$folder/tool"
  done
  echo "postilc alone, as built last (${configurations[*]: -1}): $(median 1 "$folder/tool") s"
fi
