import Postil

/// A country, whose key is a text.
// @table
// @index("name COLLATE binary", name: "country_name_bytes")
struct Country: Sendable {
  let code: String  // @primaryKey
  /// What people read.
  var name: String  // @unique
  var path: String  // @collate(binary)
  var nick: String  // @collate(nocase) @unique
  let folded: String  // @generated("lower(nick)", stored)
}

/// A city of a country, or of none.
// @table
struct City: Sendable {
  let id: ID
  var name: String
  var code: String?
  // @references(country: Country, from: code, inverse: cities)
}

/// A name that is the same in any case, for a key.
// @table
struct Alias: Sendable {
  let word: String  // @primaryKey @collate(nocase)
}

/// A use of one.
// @table
struct Usage: Sendable {
  let id: ID
  var word: String
  // @references(alias: Alias, from: word, inverse: uses)
}

/// What is sorted, in its order.
// @view("""
//   SELECT code, name, CASE WHEN name < 'b' THEN 'y' ELSE 'n' END, CASE WHEN 'a' <= nick THEN 'y' ELSE 'n' END,
//     CASE WHEN name BETWEEN 'A' AND 'Z' THEN 'y' ELSE 'n' END, CASE WHEN (name, code) > ('b', '') THEN 'y' ELSE 'n' END,
//     min(name, path), max(name, 'b')
//   FROM country ORDER BY name DESC
//   """)
struct Sorted: Sendable {
  var code: String, name: String
  var a1: String, a2: String, a3: String, a4: String, a5: String, a6: String
}

/// What is sorted by the number of a result, or by what a result is called.
// @view("SELECT nick, name AS n FROM country ORDER BY 2, nick")
struct SortedByNumber: Sendable {
  var nick: String, name: String
}

/// Rows that are told apart, in order.
// @view("SELECT DISTINCT name FROM country WHERE name NOT LIKE '\\_%' ORDER BY name")
struct DistinctNames: Sendable {
  var name: String
}

/// Rows of two kinds, in order.
// @view("SELECT name AS n, 'a name' FROM country UNION SELECT path, 'a path' FROM country ORDER BY n DESC, 2")
struct CombinedTexts: Sendable {
  var text: String, kind: String
}

/// The first and last.
// @view("SELECT min(name), max(name), min(path), max(path), max(nick), count(DISTINCT nick) FROM country")
struct Extremes: Sendable {
  var a1: String?, a2: String?, a3: String?, a4: String?, a5: String?
  var a6: Int
}

/// What is equal in any case.
// @view("""
//   SELECT code, CASE WHEN nick IN (SELECT name FROM country) THEN 'y' ELSE 'n' END,
//     CASE WHEN name IN (SELECT nick FROM country) THEN 'y' ELSE 'n' END, CASE WHEN nick = name THEN 'y' ELSE 'n' END,
//     CASE WHEN name = nick THEN 'y' ELSE 'n' END, CASE WHEN nick LIKE 'an%' THEN 'y' ELSE 'n' END,
//     CASE WHEN nick GLOB 'an*' THEN 'y' ELSE 'n' END, CASE WHEN name = 'ANNA' COLLATE nocase THEN 'y' ELSE 'n' END,
//     CASE WHEN nick COLLATE binary = 'Anna' THEN 'y' ELSE 'n' END, CASE WHEN nick < 'B' THEN 'y' ELSE 'n' END,
//     CASE nick WHEN 'ANNA' THEN 1 ELSE 0 END, nick || path, coalesce(nullif(nick, 'ANNA'), path)
//   FROM country ORDER BY nick
//   """)
struct Folded: Sendable {
  var code: String
  var a1: String, a2: String, a3: String, a4: String, a5: String, a6: String, a7: String, a8: String, a9: String
  var b1: Int
  var b2: String, b3: String
}

// @view("""
//   SELECT id, row_number() OVER (ORDER BY name, id), dense_rank() OVER (PARTITION BY done ORDER BY mood DESC),
//     sum(int32) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), count(*) OVER (),
//     lag(int32, 1, 0) OVER (ORDER BY id), first_value(name) OVER (PARTITION BY mood ORDER BY count, id)
//   FROM sample ORDER BY id
//   """)
struct Ranked: Sendable {
  var id: Sample.ID
  var number: Int
  var rank: Int
  var sum: Int?
  var all: Int
  var previous: Int?
  var first: String?
}

// @view("""
//   WITH RECURSIVE days (day, number) AS (SELECT '2026-01-01', 1 UNION ALL SELECT day, number * 3000000 FROM days WHERE number < 9000)
//   SELECT day, number FROM days ORDER BY number
//   """)
struct Repeated: Sendable {
  var day: String
  var number: Int
}
