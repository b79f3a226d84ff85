# seed files fill it, repeatably, with 'postil seed'
run "$programs/createdb" -h "$work" seeded
psql seeded -f "$work/items.sql" >"$work/output" 2>&1
mkdir -p "$work/samples"
cat >"$work/samples/Models.swift" <<'SWIFT'
import Foundation

enum Size: Int, Sendable { case small = 1, large = 2 }
struct Place: Codable, Sendable { var city: String; var zip: Int? }

// @table
struct Seedling: Sendable {
  let id: UUID
  var uint64: UInt64
  var float: Float
  var data: Data
  var at: Date
  var seconds: Date  // @store(as: unixSeconds)
  var julian: Date  // @store(as: julianDay)
  var reference: Date  // @store(as: referenceDate)
  var day: DateComponents  // @store(as: day)
  var length: Duration
  var price: Decimal
  var code: UUID  // @store(as: blob)
  var size: Size
  var place: Place  // @embedded
  // @json
  var list: [String: Int]
  var samples: [Float]  // @store(as: packed)
}
SWIFT
cat >"$work/samples.json" <<'JSON'
{ "Seedling": { "all": {
  "uint64": 18446744073709551615, "float": 0.1, "data": "AP9c", "at": "2026-11-21T08:30:00.123456789Z",
  "seconds": "2026-11-21T08:30:00Z", "julian": "2026-11-21T08:30:00Z", "reference": "2026-11-21T08:30:00.25Z",
  "day": "2026-11-21", "length": 90.5, "price": 12.50, "code": "00000000-0000-0000-0000-0000000000ff", "size": "large",
  "place": { "city": "Oslo", "zip": null }, "list": { "b": 1, "a": 2 }, "samples": [1, -0.5]
} } }
JSON
cat >"$work/items.json" <<'JSON'
{
  "Item": {
    "oil": { "title": "Oil the door", "project": "home", "priority": "high", "tags": ["urgent"],
      "steps": { "buy": { "text": "Buy oil" }, "pour": { "text": "Pour it" } } },
    "rest": { "title": "Rest", "projectID": 7 }
  },
  "Project": { "home": { "name": "Home" }, "seven": { "id": 7, "name": "Seven" } },
  "Tag": { "urgent": { "name": "urgent" } }
}
JSON
# seeds DATABASE EXPECTED PATH…
seeds() {
  local database=$1 expected=$2
  shift 2
  (cd "$root" && "$server_postil" seed "$(url "$database")" "$@") >"$work/output" 2>&1 || {
    cat "$work/output" >&2
    fail "seeds in $database"
  }
  [ "$(tr -s ' ' <"$work/output")" = "$expected" ] || { cat "$work/output" >&2; fail "the report of the seeds, expected: $expected"; }
}
seeds seeded $'insert Project \'home\'\ninsert Project \'seven\'\ninsert Tag \'urgent\'\ninsert Item \'oil\'
insert Item \'rest\'\ninsert Step \'buy\'\ninsert Step \'pour\'\ninsert a pair of Item.tags: Item \'oil\', Tag \'urgent\'
Project 2 inserted\nTag 1 inserted\nItem 2 inserted\nStep 2 inserted\nItem.tags 1 inserted
Nothing was changed, because of \'--dry-run\'.' Models/Items "$work/items.json" --dry-run
is seeded "SELECT count(*) FROM project" 0
seeds seeded $'Project 2 inserted\nTag 1 inserted\nItem 2 inserted\nStep 2 inserted\nItem.tags 1 inserted' \
  Models/Items "$work/items.json"
seeds seeded $'Project 2 unchanged\nTag 1 unchanged\nItem 2 unchanged\nStep 2 unchanged\nItem.tags 1 unchanged' \
  Models/Items "$work/items.json"
is seeded "SELECT string_agg(text, ', ' ORDER BY steps_position) FROM step" "Buy oil, Pour it"
# The server's own keys go on after those of the file.
psql seeded -c "INSERT INTO project (name) VALUES ('Own')"
is seeded "SELECT id > 7 AND id < 100 FROM project WHERE name = 'Own'" t
sed -i 's/"buy": { "text": "Buy oil" }, "pour": { "text": "Pour it" }/"pour": { "text": "Pour it" }, "buy": { "text": "Buy more" }/; s/\["urgent"\]/[]/' \
  "$work/items.json"
seeds seeded $'Project 2 unchanged\nTag 1 unchanged\nItem 2 unchanged\nStep 1 updated, 1 unchanged\nItem.tags 1 deleted\nItem.steps 2 moved' \
  Models/Items "$work/items.json"
is seeded "SELECT string_agg(text, ', ' ORDER BY steps_position) FROM step" "Pour it, Buy more"

load seedlings "$work/samples"
seeds seedlings 'Seedling 1 inserted' "$work/samples" "$work/samples.json"
seeds seedlings 'Seedling 1 unchanged' "$work/samples" "$work/samples.json"
is seedlings "SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || ' ' || price || ' ' || (list ->> 'a') FROM seedling" "2026-11-21 08:30:00.123457 12.5 2"

# A mistake changes nothing.
sed -i 's/"title": "Rest"/"title": ""/' "$work/items.json"
if (cd "$root" && "$server_postil" seed "$(url seeded)" Models/Items "$work/items.json") >"$work/output" 2>&1; then
  fail "a title without letters isn't refused"
fi
grep -qF "$work/items.json:5:24: error: the row violates the check 'item_title_check'" "$work/output" || {
  cat "$work/output" >&2
  fail "the place of the mistake"
}
