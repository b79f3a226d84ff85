// Models of differing shapes, drawn by `.ci/draw-models.swift` with the seed 20; what writes this file again stands there.

import Foundation
import Postil

// @table
struct Alder: Codable, Hashable, Identifiable, Sendable {
  let number: Int  // @primaryKey
  let series: String  // @primaryKey
  var narrowInt: Int
  var oddMood: Mood
  var dimString: String
  var roughInt: Int
  var upperInt: Int
  var mildGenre: Genre
  var seenAt: Date  // @store(as: unixSeconds)
  // @references(inverse: followers)
  var formerID: Alder.ID?
}

// @table
struct Birch: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var hollowDouble: Double?
  var vastDate: Date?  // @store(as: julianDay)
  var lateInt: Int
  var tallDate: Date  // @store(as: iso8601Milliseconds)
  var faintString: String?  // @collate(nocase)
  var earlyString: String?  // @collate(nocase)
  var seenAt: Date  // @store(as: julianDay)
  // @references(inverse: birches)
  var alderID: Alder.ID?
  // @references(inverse: followers)
  var formerID: Birch.ID?
}

// @table
// @manyToMany(birchLinks: Birch, inverse: cedarLinks)
struct Cedar: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var zestyDate: Date?  // @store(as: unixSeconds)
  var amberString: String?
  var youngBool: Bool?
  var paleBool: Bool?
  var keenInt: Int?
  var warmDate: Date?  // @store(as: julianDay)
  var seenAt: Date?  // @store(as: unixMilliseconds)
  // @references(inverse: cedars)
  var alderID: Alder.ID?
  // @references(inverse: cedars)
  var birchID: Birch.ID?
  // @references(inverse: followers)
  var formerID: Cedar.ID?
}

// @table
// @manyToMany(hazelLinks: Hazel, inverse: elmLinks)
struct Elm: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var slowString: String  // @collate(nocase)
  var idleDouble: Double
  var greyDate: Date  // @store(as: unixMilliseconds)
  // @references(inverse: elms)
  var alderID: Alder.ID?
}

// @table
struct Fir: Codable, Hashable, Identifiable, Sendable {
  let number: Int  // @primaryKey
  let series: String  // @primaryKey
  var upperDate: Date
  var mildDate: Date  // @store(as: iso8601Milliseconds)
  var boldString: String?  // @collate(nocase)
  var hollowDouble: Double
  var vastInt: Int
  var lateDate: Date?  // @store(as: unixMilliseconds)
  var seenAt: Date  // @store(as: iso8601Milliseconds)
  // @references(inverse: firs)
  var alderID: Alder.ID?
  // @references(inverse: firs)
  var cedarID: Cedar.ID?
}

// @table
// @manyToMany(cedarLinks: Cedar, inverse: hazelLinks)
struct Hazel: Codable, Hashable, Identifiable, Sendable {
  let id: String
  var faintGenre: Genre
  var earlyString: String
  var crispDate: Date  // @store(as: julianDay)
  var zestyDate: Date  // @store(as: unixSeconds)
  var amberInt: Int?
  var youngInt: Int
  // @references(inverse: hazels)
  var firID: Fir.ID?
}

extension Alder: Subject {
  static func keyOrder(_ columns: Columns) -> Ordering { columns.number.ascending }

  static func describe(to speaker: inout Speaker<Alder>) {
    speaker.column("number", \.number)
    speaker.column("series", \.series)
    speaker.column("narrowInt", \.narrowInt)
    speaker.column("oddMood", \.oddMood)
    speaker.column("dimString", \.dimString)
    speaker.column("roughInt", \.roughInt)
    speaker.column("upperInt", \.upperInt)
    speaker.column("mildGenre", \.mildGenre)
    speaker.column("seenAt", \.seenAt)
    speaker.column("former.narrowInt", \.former.narrowInt)
    speaker.column("former.oddMood", \.former.oddMood)
    speaker.column("former.dimString", \.former.dimString)
    speaker.column("former.former.seenAt", \.former.former.seenAt)
    speaker.toMany("followers", \.followers)
    speaker.toMany("birches", \.birches)
    speaker.toMany("cedars", \.cedars)
    speaker.toMany("elms", \.elms)
    speaker.toMany("firs", \.firs)
  }
}

extension Birch: Subject {
  static func keyOrder(_ columns: Columns) -> Ordering { columns.id.ascending }

  static func describe(to speaker: inout Speaker<Birch>) {
    speaker.column("hollowDouble", \.hollowDouble)
    speaker.column("vastDate", \.vastDate)
    speaker.column("lateInt", \.lateInt)
    speaker.column("tallDate", \.tallDate)
    speaker.column("faintString", \.faintString, ignoresCase: true)
    speaker.column("earlyString", \.earlyString, ignoresCase: true)
    speaker.column("seenAt", \.seenAt)
    speaker.column("alder.narrowInt", \.alder.narrowInt)
    speaker.column("alder.oddMood", \.alder.oddMood)
    speaker.column("alder.dimString", \.alder.dimString)
    speaker.column("alder.former.seenAt", \.alder.former.seenAt)
    speaker.column("former.hollowDouble", \.former.hollowDouble)
    speaker.column("former.vastDate", \.former.vastDate)
    speaker.column("former.lateInt", \.former.lateInt)
    speaker.column("former.alder.seenAt", \.former.alder.seenAt)
    speaker.toMany("followers", \.followers)
    speaker.toMany("cedars", \.cedars)
    speaker.toMany("cedarLinks", \.cedarLinks)
  }
}

extension Cedar: Subject {
  static func keyOrder(_ columns: Columns) -> Ordering { columns.id.ascending }

  static func describe(to speaker: inout Speaker<Cedar>) {
    speaker.column("zestyDate", \.zestyDate)
    speaker.column("amberString", \.amberString)
    speaker.column("youngBool", \.youngBool)
    speaker.column("paleBool", \.paleBool)
    speaker.column("keenInt", \.keenInt)
    speaker.column("warmDate", \.warmDate)
    speaker.column("seenAt", \.seenAt)
    speaker.column("alder.narrowInt", \.alder.narrowInt)
    speaker.column("alder.oddMood", \.alder.oddMood)
    speaker.column("alder.dimString", \.alder.dimString)
    speaker.column("alder.former.seenAt", \.alder.former.seenAt)
    speaker.column("birch.hollowDouble", \.birch.hollowDouble)
    speaker.column("birch.vastDate", \.birch.vastDate)
    speaker.column("birch.lateInt", \.birch.lateInt)
    speaker.column("birch.alder.seenAt", \.birch.alder.seenAt)
    speaker.column("former.zestyDate", \.former.zestyDate)
    speaker.column("former.amberString", \.former.amberString)
    speaker.column("former.youngBool", \.former.youngBool)
    speaker.column("former.alder.seenAt", \.former.alder.seenAt)
    speaker.toMany("followers", \.followers)
    speaker.toMany("firs", \.firs)
    speaker.toMany("hazelLinks", \.hazelLinks)
    speaker.toMany("birchLinks", \.birchLinks)
  }
}

extension Elm: Subject {
  static func keyOrder(_ columns: Columns) -> Ordering { columns.id.ascending }

  static func describe(to speaker: inout Speaker<Elm>) {
    speaker.column("slowString", \.slowString, ignoresCase: true)
    speaker.column("idleDouble", \.idleDouble)
    speaker.column("greyDate", \.greyDate)
    speaker.column("alder.narrowInt", \.alder.narrowInt)
    speaker.column("alder.oddMood", \.alder.oddMood)
    speaker.column("alder.dimString", \.alder.dimString)
    speaker.column("alder.former.seenAt", \.alder.former.seenAt)
    speaker.toMany("hazelLinks", \.hazelLinks)
  }
}

extension Fir: Subject {
  static func keyOrder(_ columns: Columns) -> Ordering { columns.number.ascending }

  static func describe(to speaker: inout Speaker<Fir>) {
    speaker.column("number", \.number)
    speaker.column("series", \.series)
    speaker.column("upperDate", \.upperDate)
    speaker.column("mildDate", \.mildDate)
    speaker.column("boldString", \.boldString, ignoresCase: true)
    speaker.column("hollowDouble", \.hollowDouble)
    speaker.column("vastInt", \.vastInt)
    speaker.column("lateDate", \.lateDate)
    speaker.column("seenAt", \.seenAt)
    speaker.column("alder.narrowInt", \.alder.narrowInt)
    speaker.column("alder.oddMood", \.alder.oddMood)
    speaker.column("alder.dimString", \.alder.dimString)
    speaker.column("alder.former.seenAt", \.alder.former.seenAt)
    speaker.column("cedar.zestyDate", \.cedar.zestyDate)
    speaker.column("cedar.amberString", \.cedar.amberString)
    speaker.column("cedar.youngBool", \.cedar.youngBool)
    speaker.column("cedar.alder.seenAt", \.cedar.alder.seenAt)
    speaker.toMany("hazels", \.hazels)
  }
}

extension Hazel: Subject {
  static func keyOrder(_ columns: Columns) -> Ordering { columns.id.ascending }

  static func describe(to speaker: inout Speaker<Hazel>) {
    speaker.column("id", \.id)
    speaker.column("faintGenre", \.faintGenre)
    speaker.column("earlyString", \.earlyString)
    speaker.column("crispDate", \.crispDate)
    speaker.column("zestyDate", \.zestyDate)
    speaker.column("amberInt", \.amberInt)
    speaker.column("youngInt", \.youngInt)
    speaker.column("fir.upperDate", \.fir.upperDate)
    speaker.column("fir.mildDate", \.fir.mildDate)
    speaker.column("fir.boldString", \.fir.boldString, ignoresCase: true)
    speaker.column("fir.alder.seenAt", \.fir.alder.seenAt)
    speaker.toMany("cedarLinks", \.cedarLinks)
    speaker.toMany("elmLinks", \.elmLinks)
  }
}

/// What the evaluation has to know of the drawn models.
enum Drawn {
  static let subjects: [any (Subject & Model).Type] = [
    Alder.self, Birch.self, Cedar.self, Elm.self, Fir.self, Hazel.self,
  ]

  /// The tables, each behind those that it refers to, with what its columns hold.
  static let tables: [DrawnTable] = [
    DrawnTable(
      name: "alder",
      columns: [
        .key, .text, .integer, .mood, .text, .integer, .integer, .genre, .seconds,
        .reference("alder", columns: 2, isOptional: true),
      ]),
    DrawnTable(
      name: "birch",
      columns: [
        .key, .optional(.real), .optional(.julianDay), .integer, .digits, .optional(.text), .optional(.text),
        .julianDay, .reference("alder", columns: 2, isOptional: true),
        .reference("birch", columns: 1, isOptional: true),
      ]),
    DrawnTable(
      name: "cedar",
      columns: [
        .key, .optional(.seconds), .optional(.text), .optional(.bool), .optional(.bool), .optional(.integer),
        .optional(.julianDay), .optional(.milliseconds), .reference("alder", columns: 2, isOptional: true),
        .reference("birch", columns: 1, isOptional: true), .reference("cedar", columns: 1, isOptional: true),
      ]),
    DrawnTable(
      name: "elm", columns: [.key, .text, .real, .milliseconds, .reference("alder", columns: 2, isOptional: true)]),
    DrawnTable(
      name: "fir",
      columns: [
        .key, .text, .date, .digits, .optional(.text), .real, .integer, .optional(.milliseconds), .digits,
        .reference("alder", columns: 2, isOptional: true), .reference("cedar", columns: 1, isOptional: true),
      ]),
    DrawnTable(
      name: "hazel",
      columns: [
        .textKey, .genre, .text, .julianDay, .seconds, .optional(.integer), .integer,
        .reference("fir", columns: 2, isOptional: true),
      ]),
  ]

  /// The property that refers to each table.
  static let toOne: [String: [String: (String, String)]] = [
    "alder": ["former": ("formerID.number", "alder")],
    "birch": ["alder": ("alderID.number", "alder"), "former": ("formerID", "birch")],
    "cedar": ["alder": ("alderID.number", "alder"), "birch": ("birchID", "birch"), "former": ("formerID", "cedar")],
    "elm": ["alder": ("alderID.number", "alder")],
    "fir": ["alder": ("alderID.number", "alder"), "cedar": ("cedarID", "cedar")],
    "hazel": ["fir": ("firID.number", "fir")],
  ]

  static let foreignKeys: [String: String] = [
    "alder.followers": "formerID.number",
    "alder.birches": "alderID.number",
    "birch.followers": "formerID",
    "alder.cedars": "alderID.number",
    "birch.cedars": "birchID",
    "cedar.followers": "formerID",
    "alder.elms": "alderID.number",
    "alder.firs": "alderID.number",
    "cedar.firs": "cedarID",
    "fir.hazels": "firID.number",
  ]

  static let links: [Link] = [
    Link(table: "hazel_cedar_links", near: "hazel", far: "cedar", name: "cedarLinks", inverse: "hazelLinks"),
    Link(table: "cedar_birch_links", near: "cedar", far: "birch", name: "birchLinks", inverse: "cedarLinks"),
    Link(table: "elm_hazel_links", near: "elm", far: "hazel", name: "hazelLinks", inverse: "elmLinks"),
  ]
}
