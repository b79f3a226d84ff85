import Foundation
import Postil

enum Mood: String, Codable, Sendable { case calm, wild }
enum Rank: UInt64, Codable, Sendable { case low = 0, high = 18_446_744_073_709_551_615 }

/// A row of every type that a column can have.
///
/// It's said in two paragraphs; with a quote, a semicolon and a "name".
// @table
// @index("lower(name)", "date(at)", where: "count IS NOT NULL AND done = 0")
// @index(at.descending, count)
// @unique("substr(name, 1, 3) || '-' || count", name: "sample_code")
// @check("(count IS NULL) + (day IS NULL) <= 1", name: "sample_counted")
// @check("name LIKE 'a%' OR name GLOB '[a-z]*[0-9]' OR name NOT LIKE '%\\_%' ESCAPE '\\'", name: "sample_named")
// @check("at >= '2000-01-01' AND day < '2100-01-01'", name: "sample_dates")
struct Sample: Sendable {
  let id: ID
  var name: String
  var nick: String = ""  // @collate(nocase)
  var int8: Int8 = 0  // @check("int8 <> -1")
  var int16: Int16 = 0
  var int32: Int32 = 0
  var uint8: UInt8 = 0
  var uint32: UInt32 = 0
  var uint64: UInt64 = 0
  var count: Int?
  var half: Float = 0
  var number: Double = 0
  var done = false
  var data: Data = Data()
  var at: Date  // @default(sql: "CURRENT_TIMESTAMP")
  // @store(as: unixSeconds)
  var seconds: Date  // @default(sql: "CAST(strftime('%s', 'now') AS INTEGER)")
  var day: DateComponents?  // @store(as: day)
  var length: Duration?
  var price: Decimal?  // @check("price >= 0.5 OR price = 0")
  var key: UUID?
  var moods: [Mood] = []  // @json
  var mood: Mood = .calm
  var rank: Rank = .low
  var told: String  // @default(sql: "'it''s'")
  let square: Int  // @generated("int32 * int32", stored)
  let isOdd: Bool  // @generated("square % 2 = 1")
  let year: Int  // @generated("CAST(strftime('%Y', at) AS INTEGER)")
  let title: String  // @generated("upper(name) || ' ' || coalesce(count, 0)")
  let digits: String  // @generated("hex(name)")
}

/// Arrays of every type.
// @table
struct Bag: Sendable {
  let id: ID
  var words: [String?] = []  // @json(array)
  var sizes: Set<Int>?  // @json(array)
  var counts: [Int32] = []  // @json(array)
  var small: [Int16] = []  // @json(array)
  var weights: [Double] = []  // @json(array)
  var halves: [Float] = []  // @json(array)
  var flags: [Bool] = []  // @json(array)
  var keys: [UUID] = []  // @json(array)
  var related: [Bag.ID] = []  // @json(array)
}

/// What expressions give.
// @view("""
//   SELECT id,
//     count + 1, count - 2 * int32, -count, count / 3, count % 3, count / nullif(int32, 0), int32 * 2147483647,
//     count & 6, count | 8, count << 2, count >> 1, ~int8 % 3, CAST(number AS INTEGER), CAST(done AS INTEGER) + done,
//     length(name), length(data), instr(name, 'b'), abs(count), min(int32, 3), max(int32, id),
//     CASE WHEN done THEN 1 WHEN count THEN 2 ELSE 3 END, iif(done, 1, 0), (count IS NULL) + done,
//     CASE mood WHEN 'wild' THEN 1 ELSE 0 END, CAST(strftime('%m', at) AS INTEGER), unixepoch(at), count IS NOT int32
//   FROM sample ORDER BY id
//   """)
struct Numbers: Sendable {
  var id: Sample.ID
  var a1: Int?, a2: Int?, a3: Int?, a4: Int?, a5: Int?, a6: Int?, a7: Int
  var b1: Int?, b2: Int?, b3: Int?, b4: Int?, b5: Int?, b6: Int, b7: Int
  var c1: Int, c2: Int, c3: Int, c4: Int?, c5: Int, c6: Int
  var d1: Int, d2: Int, d3: Int, d4: Int, d5: Int, d6: Int, d7: Int
}

/// What conditions give, as texts, for every program writes truth otherwise.
// @view("""
//   SELECT id,
//     CASE WHEN name LIKE 'AB%' THEN 'y' WHEN name NOT LIKE 'AB%' THEN 'n' END,
//     CASE WHEN name LIKE '_\\%' THEN 'y' ELSE 'n' END,
//     CASE WHEN name GLOB '[^a-c]?*.' THEN 'y' ELSE 'n' END,
//     CASE WHEN nick = 'ANNA' THEN 'y' ELSE 'n' END,
//     CASE WHEN nick LIKE 'an%' THEN 'y' ELSE 'n' END,
//     CASE WHEN nick IN ('anna', 'BERT') THEN 'y' ELSE 'n' END,
//     CASE WHEN nick = name THEN 'y' ELSE 'n' END,
//     CASE WHEN lower(nick) = nick AND nullif('x', nick) <> 'X' THEN 'y' ELSE 'n' END,
//     CASE WHEN upper(name) IN (nick, 'BERT') OR CAST(int32 AS TEXT) || 'a' < 'B' THEN 'y' ELSE 'n' END,
//     CASE WHEN count BETWEEN 1 AND 3 THEN 'y' ELSE 'n' END,
//     CASE WHEN NOT done AND count > 1 OR int8 = -5 THEN 'y' ELSE 'n' END,
//     CASE WHEN done IS TRUE THEN 'y' ELSE 'n' END,
//     CASE WHEN count IS NULL THEN 'y' ELSE 'n' END,
//     CASE WHEN at > '2026-01-01 10:00:00' THEN 'y' ELSE 'n' END,
//     CASE WHEN at < datetime('now') THEN 'y' ELSE 'n' END,
//     CASE WHEN at < datetime('now', '-10 days') THEN 'y' ELSE 'n' END,
//     CASE WHEN date(at) = '2026-01-31' THEN 'y' ELSE 'n' END,
//     CASE WHEN day = date(at, '+1 day') THEN 'y' ELSE 'n' END,
//     CASE WHEN data = x'00FF' THEN 'y' ELSE 'n' END,
//     CASE WHEN EXISTS (SELECT 1 FROM sample AS other WHERE other.id > sample.id) THEN 'y' ELSE 'n' END,
//     CASE WHEN id IN (SELECT max(id) FROM sample) THEN 'y' ELSE 'n' END,
//     CASE WHEN (int8, int16) = (1, 2) THEN 'y' ELSE 'n' END,
//     CASE WHEN uint64 > 9223372036854775807 THEN 'y' ELSE 'n' END
//   FROM sample ORDER BY name DESC
//   """)
struct Conditions: Sendable {
  var id: Sample.ID
  var a1: String?, a2: String, a3: String, a4: String, a5: String, a6: String, a7: String, a8: String, a9: String
  var b1: String, b2: String, b3: String, b4: String, b5: String, b6: String, b7: String
  var c1: String, c2: String, c3: String, c4: String, c5: String, c6: String, c7: String
}

/// What bounds, shifts and patterns give where the two databases differ.
// @view("""
//   SELECT id,
//     CASE WHEN name BETWEEN 'A' COLLATE binary AND 'b' THEN 'y' ELSE 'n' END,
//     CASE WHEN nick BETWEEN 'A' COLLATE binary AND 'b' THEN 'y' ELSE 'n' END,
//     CASE WHEN nick NOT BETWEEN 'a' AND 'Z' COLLATE binary THEN 'y' ELSE 'n' END,
//     CASE WHEN name BETWEEN 'a' AND nick THEN 'y' ELSE 'n' END,
//     CASE WHEN 'abd' BETWEEN nick AND name THEN 'y' ELSE 'n' END,
//     CASE WHEN name LIKE 'abc!' ESCAPE '!' THEN 'y' ELSE 'n' END,
//     CASE WHEN name NOT LIKE '%' || nick ESCAPE 'a' THEN 'y' ELSE 'n' END,
//     1 << 64, -1 >> 64, int32 << count, int32 >> count, int16 << -2, int32 >> 70, -int16, abs(-int8), hex(NULL), hex(nick),
//     CAST(number AS INTEGER), CAST(name AS REAL), CAST(substr(name, 2) || 'e999' AS INTEGER), pow(number, 30), exp(number)
//   FROM sample ORDER BY id
//   """)
struct Bounds: Sendable {
  var id: Sample.ID
  var a1: String, a2: String, a3: String, a4: String, a5: String, a6: String, a7: String
  var b1: Int, b2: Int, b3: Int?, b4: Int?, b5: Int, b6: Int, b7: Int, b8: Int, b9: String, c1: String
  var c2: Int, c3: Double, c4: Int, c5: Double?, c6: Double?
}

/// What functions of texts and dates give.
// @view("""
//   SELECT id, upper(name), lower(nick), trim('  ' || name || ' '), trim(name, 'a'), ltrim(name, 'ab'), rtrim(name, 'c'),
//     replace(name, 'b', 'x'), substr(name, 2), substr(name, 1, 2), name || count || done, hex(data), nullif(name, 'abc'),
//     ifnull(nullif(nick, ''), name), strftime('%Y-%m-%d %H:%M', at), strftime('%j', at), date(at), datetime(at),
//     time(at, '+90 minutes'), date(day, 'start of month'), CAST(count AS TEXT)
//   FROM sample ORDER BY nick, id
//   """)
struct Texts: Sendable {
  var id: Sample.ID
  var a1: String, a2: String, a3: String, a4: String, a5: String, a6: String
  var b1: String, b2: String, b3: String, b4: String?, b5: String, b6: String?
  var c1: String?, c2: String, c3: String, c4: String, c5: String, c6: String, c7: String?, c8: String?
}

/// What groups give.
// @view("""
//   WITH half (flag, total) AS (SELECT done, sum(int32) FROM sample GROUP BY done)
//   SELECT mood, count(*), count(count), count(DISTINCT int8), sum(count), sum(done), max(name), min(int32),
//     group_concat(mood, ''), count(*) FILTER (WHERE done), (SELECT total FROM half WHERE flag = 0),
//     CAST(avg(int32) * 100 AS INTEGER), CAST(total(count) AS INTEGER)
//   FROM sample LEFT JOIN (SELECT 1 AS one) AS x ON x.one = sample.id
//   GROUP BY mood HAVING count(*) > 0
//   UNION ALL SELECT 'all', count(*), NULL, 0, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 0 FROM sample
//   ORDER BY 2, mood
//   """)
struct Groups: Sendable {
  var mood: String
  var a1: Int, a2: Int?, a3: Int, a4: Int?, a5: Int?, a6: String?, a7: Int?
  var b1: String?, b2: Int, b3: Int?, b4: Int?, b5: Int
}

/// What the groups of another view give.
// @view("SELECT DISTINCT mood, a1 + 1 FROM groups WHERE a1 > 0 ORDER BY mood DESC LIMIT 10 OFFSET 0")
struct Grouped: Sendable {
  var mood: String
  var more: Int
}
