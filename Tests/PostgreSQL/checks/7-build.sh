# the build of a target that uses the engine reports what PostgreSQL doesn't support
refused="$here/Engine/Tests/EngineTests/Models/Refused.swift"
cat >"$refused" <<'SWIFT'
import Postil

// @table
// @query(unlikely(): "WHERE quote(id) = ''")
struct Refused: Hashable, Sendable {
  let id: ID
  var name: String  // @collate(rtrim)
  var size: Double  // @check("quote(size) = '1'")
}
SWIFT
if "$root/Scripts/swift-shared" Tests/PostgreSQL/Engine build --build-tests >"$work/output" 2>&1; then
  rm -f "$refused"
  fail "the build accepts what PostgreSQL doesn't support"
fi
rm -f "$refused"
for line in "7:24: error: the collation 'RTRIM' has no PostgreSQL equivalent" "8:32: error: 'quote()' has no PostgreSQL equivalent" \
  "4:4: error: 'quote()' has no PostgreSQL equivalent"; do
  grep -qF "Refused.swift:$line" "$work/output" || {
    cat "$work/output" >&2
    fail "no diagnostic: $line"
  }
done
