import Foundation
import Postil

/// An errand.
// @table
// @index(dueAt)
// @query(overdue(before day: Date, limit: Int): "WHERE due_at < :day ORDER BY due_at LIMIT :limit")
// @query(inShop(called name: String): "JOIN shop ON shop.id = errand.shop_id WHERE shop.name = :name")
// @query(newest(): """
//   SELECT *
//   FROM errand
//   WHERE noted_at = (SELECT max(noted_at) FROM errand)
//   """)
// @query(lastNoted() -> UnixSeconds?: "SELECT max(noted_at) FROM errand")
// @query(counts(ofAtLeast minimum: Int) -> (shop: String, count: Int): """
//   SELECT shop.name AS shop, count(*) AS count
//   FROM errand JOIN shop ON shop.id = errand.shop_id
//   GROUP BY shop.id
//   HAVING count(*) >= :minimum
//   ORDER BY count DESC, shop
//   """)
// @query(among(_ ids: [Errand.ID], not kinds: [Errand.Kind]): "WHERE id IN :ids AND kind NOT IN :kinds ORDER BY id")
// @query(forget(notedBefore day: Date): "DELETE FROM errand WHERE noted_at < :day")
// @query(postpone(in shop: Shop.ID, to day: Date?) -> (id: Errand.ID, title: String): """
//   UPDATE errand SET due_at = :day WHERE shop_id = :shop RETURNING id, title
//   """)
struct Errand: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var title: String
  var dueAt: Date?
  // @store(as: unixSeconds) @index
  var notedAt: Date
  var kind: Kind = .buy
  // @references
  var shopID: Shop.ID

  enum Kind: String, Codable, Sendable {
    case buy, fetch, bring
  }
}

// @table
// @query(add(_ name: String): """
//   INSERT INTO shop (name) VALUES (:name) ON CONFLICT (name) DO UPDATE SET name = name RETURNING *
//   """)
struct Shop: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique @collate(nocase)
}

/// The number of errands in a shop.
// @projection
// @query(forShops(withErrands minimum: Int): """
//   SELECT shop.name AS shop, count(errand.id) AS errands, min(errand.due_at) AS first_due_at, max(noted_at) AS noted_at
//   FROM shop LEFT JOIN errand ON errand.shop_id = shop.id
//   GROUP BY shop.id
//   HAVING errands >= :minimum
//   ORDER BY shop.name
//   """)
struct ShopLoad: Hashable, Sendable {
  var shop: String
  var errands: Int
  var firstDueAt: Date?
  // @store(as: unixSeconds)
  var notedAt: Date?
}

/// A wish that can be taken back.
// @table
// @index(madeAt)
// @query(made(before day: Date): "WHERE made_at < :day ORDER BY made_at")
// @query(madeOrUndated(before day: Date): "WHERE made_at < :day OR made_at IS NULL ORDER BY made_at")
// @query(everMade(before day: Date): "SELECT * FROM wish WHERE made_at < :day")
// @query(first(): "LIMIT 1")
struct Wish: Hashable, Identifiable, Sendable {
  let id: ID
  var text: String
  var madeAt: Date?
  let takenBackAt: Date?  // @softDelete
}

/// A moment in each of the forms that there are.
// @table
// @query(marks(at moment: Date): "WHERE text_at = :moment")
// @query(seconds(from first: Date, to last: Date): "WHERE seconds_at BETWEEN :first AND :last")
// @query(milliseconds(among moments: [Date]): "WHERE milliseconds_at IN :moments")
// @query(julian(before moment: Date): "WHERE :moment > julian_at")
// @query(sameDay(_ day: DateComponents): "WHERE day = :day")
// @query(tagged(_ tag: UUID, orKey key: UUID): "WHERE tag = :tag OR key IN (:key)")
// @query(stacked(_ stack: [UInt64]): "WHERE stack = :stack")
// @query(placed(_ place: Stamped.Place?): "WHERE place IS :place")
// @query(forms() -> (Date, Date, Date, Date, DateComponents, UUID, UUID, [UInt64], Stamped.Place?): """
//   SELECT text_at, seconds_at, milliseconds_at, julian_at, day, tag, key, stack, place FROM stamped ORDER BY id
//   """)
// @query(change(_ id: Stamped.ID, to moment: Date) -> Date: """
//   UPDATE stamped SET milliseconds_at = :moment WHERE id = :id RETURNING milliseconds_at
//   """)
// @query(copy(at moment: Date, tag: UUID, key: UUID) -> Stamped.ID: """
//   INSERT INTO stamped (text_at, seconds_at, milliseconds_at, julian_at, day, tag, key, stack)
//   SELECT text_at, seconds_at, milliseconds_at, julian_at, day, :tag, key, stack
//   FROM stamped WHERE seconds_at = :moment AND key = :key
//   RETURNING id
//   """)
struct Stamped: Hashable, Identifiable, Sendable {
  let id: ID
  var textAt: Date
  var secondsAt: Date  // @store(as: unixSeconds)
  var millisecondsAt: Date  // @store(as: unixMilliseconds)
  var julianAt: Date  // @store(as: julianDay)
  var day: DateComponents  // @store(as: day)
  var tag: UUID
  var key: UUID  // @store(as: blob)
  var stack: [UInt64]  // @store(as: packed)
  var place: Place?  // @json

  struct Place: Codable, Hashable, Sendable {
    var street: String
  }
}
