// Models of differing shapes, drawn by `.ci/draw-models.swift` with the seed 20; what writes this file again stands there.

import Foundation
import Postil

// @table
struct Alder: Codable, Hashable, Identifiable, Sendable {
  let number: Int  // @primaryKey
  let series: String  // @primaryKey
  var narrowDouble: Double
  var oddDouble: Double
  var dimDate: Date
  var roughString: String
  var upperString: String
  var mildString: String  // @collate(nocase)
  var seenAt: Date  // @store(as: unixSeconds)
  // @references(inverse: followers)
  var formerID: Alder.ID?
}

// @table
struct Birch: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var hollowDate: Date?
  var vastDate: Date?  // @store(as: unixMilliseconds)
  var lateDate: Date
  var tallDate: Date
  var faintMood: Mood?
  var earlyGenre: Genre?
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
  var zestyInt: Int?
  var amberDate: Date?  // @store(as: julianDay)
  var youngMood: Mood?
  var paleString: String?  // @collate(nocase)
  var keenBool: Bool?
  var warmDate: Date?
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
  var slowDate: Date  // @store(as: unixSeconds)
  var idleDate: Date  // @store(as: unixMilliseconds)
  var greyInt: Int
  // @references(inverse: elms)
  var alderID: Alder.ID?
}

// @table
struct Fir: Codable, Hashable, Identifiable, Sendable {
  let number: Int  // @primaryKey
  let series: String  // @primaryKey
  var upperMood: Mood
  var mildString: String  // @collate(nocase)
  var boldDate: Date?  // @store(as: julianDay)
  var hollowDate: Date  // @store(as: unixMilliseconds)
  var vastGenre: Genre
  var lateDate: Date?
  // @references(inverse: firs)
  var alderID: Alder.ID?
  // @references(inverse: firs)
  var cedarID: Cedar.ID?
}

// @table
// @manyToMany(cedarLinks: Cedar, inverse: hazelLinks)
struct Hazel: Codable, Hashable, Identifiable, Sendable {
  let id: String
  var faintString: String  // @collate(nocase)
  var earlyString: String
  var crispString: String  // @collate(nocase)
  var zestyDate: Date  // @store(as: julianDay)
  var amberDate: Date?  // @store(as: julianDay)
  var youngGenre: Genre
  // @references(inverse: hazels)
  var firID: Fir.ID?
}

extension Alder: Subject {
  static func keyOrder(_ columns: Columns) -> Ordering { columns.number.ascending }

  static func describe(to speaker: inout Speaker<Alder>) {
    speaker.column("number", \.number)
    speaker.column("series", \.series)
    speaker.column("narrowDouble", \.narrowDouble)
    speaker.column("oddDouble", \.oddDouble)
    speaker.column("dimDate", \.dimDate)
    speaker.column("roughString", \.roughString)
    speaker.column("upperString", \.upperString)
    speaker.column("mildString", \.mildString, ignoresCase: true)
    speaker.column("seenAt", \.seenAt)
    speaker.column("former.narrowDouble", \.former.narrowDouble)
    speaker.column("former.oddDouble", \.former.oddDouble)
    speaker.column("former.dimDate", \.former.dimDate)
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
    speaker.column("hollowDate", \.hollowDate)
    speaker.column("vastDate", \.vastDate)
    speaker.column("lateDate", \.lateDate)
    speaker.column("tallDate", \.tallDate)
    speaker.column("faintMood", \.faintMood)
    speaker.column("earlyGenre", \.earlyGenre)
    speaker.column("seenAt", \.seenAt)
    speaker.column("alder.narrowDouble", \.alder.narrowDouble)
    speaker.column("alder.oddDouble", \.alder.oddDouble)
    speaker.column("alder.dimDate", \.alder.dimDate)
    speaker.column("alder.former.seenAt", \.alder.former.seenAt)
    speaker.column("former.hollowDate", \.former.hollowDate)
    speaker.column("former.vastDate", \.former.vastDate)
    speaker.column("former.lateDate", \.former.lateDate)
    speaker.column("former.alder.seenAt", \.former.alder.seenAt)
    speaker.toMany("followers", \.followers)
    speaker.toMany("cedars", \.cedars)
    speaker.toMany("cedarLinks", \.cedarLinks)
  }
}

extension Cedar: Subject {
  static func keyOrder(_ columns: Columns) -> Ordering { columns.id.ascending }

  static func describe(to speaker: inout Speaker<Cedar>) {
    speaker.column("zestyInt", \.zestyInt)
    speaker.column("amberDate", \.amberDate)
    speaker.column("youngMood", \.youngMood)
    speaker.column("paleString", \.paleString, ignoresCase: true)
    speaker.column("keenBool", \.keenBool)
    speaker.column("warmDate", \.warmDate)
    speaker.column("seenAt", \.seenAt)
    speaker.column("alder.narrowDouble", \.alder.narrowDouble)
    speaker.column("alder.oddDouble", \.alder.oddDouble)
    speaker.column("alder.dimDate", \.alder.dimDate)
    speaker.column("alder.former.seenAt", \.alder.former.seenAt)
    speaker.column("birch.hollowDate", \.birch.hollowDate)
    speaker.column("birch.vastDate", \.birch.vastDate)
    speaker.column("birch.lateDate", \.birch.lateDate)
    speaker.column("birch.alder.seenAt", \.birch.alder.seenAt)
    speaker.column("former.zestyInt", \.former.zestyInt)
    speaker.column("former.amberDate", \.former.amberDate)
    speaker.column("former.youngMood", \.former.youngMood)
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
    speaker.column("slowDate", \.slowDate)
    speaker.column("idleDate", \.idleDate)
    speaker.column("greyInt", \.greyInt)
    speaker.column("alder.narrowDouble", \.alder.narrowDouble)
    speaker.column("alder.oddDouble", \.alder.oddDouble)
    speaker.column("alder.dimDate", \.alder.dimDate)
    speaker.column("alder.former.seenAt", \.alder.former.seenAt)
    speaker.toMany("hazelLinks", \.hazelLinks)
  }
}

extension Fir: Subject {
  static func keyOrder(_ columns: Columns) -> Ordering { columns.number.ascending }

  static func describe(to speaker: inout Speaker<Fir>) {
    speaker.column("number", \.number)
    speaker.column("series", \.series)
    speaker.column("upperMood", \.upperMood)
    speaker.column("mildString", \.mildString, ignoresCase: true)
    speaker.column("boldDate", \.boldDate)
    speaker.column("hollowDate", \.hollowDate)
    speaker.column("vastGenre", \.vastGenre)
    speaker.column("lateDate", \.lateDate)
    speaker.column("alder.narrowDouble", \.alder.narrowDouble)
    speaker.column("alder.oddDouble", \.alder.oddDouble)
    speaker.column("alder.dimDate", \.alder.dimDate)
    speaker.column("alder.former.seenAt", \.alder.former.seenAt)
    speaker.column("cedar.zestyInt", \.cedar.zestyInt)
    speaker.column("cedar.amberDate", \.cedar.amberDate)
    speaker.column("cedar.youngMood", \.cedar.youngMood)
    speaker.column("cedar.alder.seenAt", \.cedar.alder.seenAt)
    speaker.toMany("hazels", \.hazels)
  }
}

extension Hazel: Subject {
  static func keyOrder(_ columns: Columns) -> Ordering { columns.id.ascending }

  static func describe(to speaker: inout Speaker<Hazel>) {
    speaker.column("id", \.id)
    speaker.column("faintString", \.faintString, ignoresCase: true)
    speaker.column("earlyString", \.earlyString)
    speaker.column("crispString", \.crispString, ignoresCase: true)
    speaker.column("zestyDate", \.zestyDate)
    speaker.column("amberDate", \.amberDate)
    speaker.column("youngGenre", \.youngGenre)
    speaker.column("fir.upperMood", \.fir.upperMood)
    speaker.column("fir.mildString", \.fir.mildString, ignoresCase: true)
    speaker.column("fir.boldDate", \.fir.boldDate)
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
        .key, .text, .real, .real, .date, .text, .text, .text, .seconds,
        .reference("alder", columns: 2, isOptional: true),
      ]),
    DrawnTable(
      name: "birch",
      columns: [
        .key, .optional(.date), .optional(.milliseconds), .date, .date, .optional(.mood), .optional(.genre), .julianDay,
        .reference("alder", columns: 2, isOptional: true), .reference("birch", columns: 1, isOptional: true),
      ]),
    DrawnTable(
      name: "cedar",
      columns: [
        .key, .optional(.integer), .optional(.julianDay), .optional(.mood), .optional(.text), .optional(.bool),
        .optional(.date), .optional(.milliseconds), .reference("alder", columns: 2, isOptional: true),
        .reference("birch", columns: 1, isOptional: true), .reference("cedar", columns: 1, isOptional: true),
      ]),
    DrawnTable(
      name: "elm",
      columns: [.key, .seconds, .milliseconds, .integer, .reference("alder", columns: 2, isOptional: true)]),
    DrawnTable(
      name: "fir",
      columns: [
        .key, .text, .mood, .text, .optional(.julianDay), .milliseconds, .genre, .optional(.date),
        .reference("alder", columns: 2, isOptional: true), .reference("cedar", columns: 1, isOptional: true),
      ]),
    DrawnTable(
      name: "hazel",
      columns: [
        .textKey, .text, .text, .text, .julianDay, .optional(.julianDay), .genre,
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
