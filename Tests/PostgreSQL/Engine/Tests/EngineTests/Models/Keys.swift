import Foundation
import Postil

// Models with keys of different types, whose changes are observed.

// @table
struct Word: Hashable, Identifiable, Sendable {
  let id: String
  var language: String
}

// @table
struct Digest: Hashable, Identifiable, Sendable {
  let id: Data
  var file: String
}

// @table
struct Page: Hashable, Identifiable, Sendable {
  let id: String
}

/// A mark on a page. Each change has another number.
// @table
// @references(page: Page, from: pageID, inverse: marks, onDelete: cascade)
struct Mark: Hashable, Sendable {
  // @primaryKey
  let pageID: Page.ID
  // @primaryKey
  let at: Date
  // @primaryKey
  let line: Int
  var change: Int
}

/// A sound and its words, which are read and written in parts.
// @table
// @lazy(sound: Data?)
// @lazy(words: String)
struct Clip: Hashable, Identifiable, Sendable {
  let id: ID
  var title: String
  var version: Int  // @version
}
