import Foundation

// @table
// @check("ends_at IS NULL OR ends_at > datetime('now')")
// @check("RANDOM() > 0", name: "chance")
// @check("starts_at < CURRENT_TIMESTAMP", name: "past")
// @check("unixepoch('subsec') > 0 OR strftime('%s', 'SUBSECOND') > 0", name: "fraction")
// @check("strftime('%s', 'subsecond') > '0'", name: "fraction_of_text")
// @index(startsAt, where: "starts_at > date()")
// @index("strftime('%Y', starts_at, 'localtime')")
// @unique(name, where: "unixepoch(starts_at, 'UTC') > 0")
struct Event: Sendable {
  let id: ID
  var name: String  // @check("length(name) > (SELECT 1)")
  var startsAt: Date
  var endsAt: Date?
  var year: String  // @generated("strftime('%Y')")
  var token: Data  // @generated("randomblob(16)", stored)
  var change: Int  // @generated("abs(changes())")
  var owner: String  // @check("owner = postil_context('user')")
  // @embedded
  var place: Place
}

struct Place: Sendable {
  var name: String  // @check("name <> time('now', '+1 hour')")
}

// What follows is deterministic, or may change.
// @table
// @check("datetime(starts_at) IS NOT NULL AND date(starts_at, '+1 day') > '2000-01-01'")
// @check("strftime('%s', starts_at) > '0' AND note <> 'now' AND note <> 'CURRENT_TIMESTAMP'", name: "words")
// @check("unixepoch(starts_at, 'subsec') > 0", name: "fraction")
// @check("\"current_date\" <> \"random\"", name: "columns")
// @trigger("AFTER UPDATE", do: "UPDATE lesson SET note = datetime('now') WHERE id = NEW.id")
struct Lesson: Sendable {
  let id: ID
  var startsAt: Date
  var note: String  // @default(sql: "CURRENT_TIMESTAMP")
  var key: String  // @default(sql: "hex(randomblob(8))")
  var currentDate: String
  var random: String
}
