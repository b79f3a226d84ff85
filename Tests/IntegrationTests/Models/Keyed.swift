import Foundation
import Postil

// A pair of models for each kind of key that is not an integer; what refers to them is loaded by it.

/// A word, which is its own key.
// @table
struct Word: Hashable, Identifiable, Sendable {
  let id: String
  var language: String
}

/// What it means.
// @table
struct Meaning: Hashable, Identifiable, Sendable {
  let id: ID
  var text: String

  // @references(inverse: meanings, onDelete: cascade)
  var wordID: Word.ID
}

/// A page of somebody's ledger.
// @table
struct LedgerPage: Hashable, Sendable {
  let owner: UUID  // @primaryKey @store(as: blob)
  let region: String  // @primaryKey
  let number: Int  // @primaryKey
  var title: String
}

/// A line of a page.
// @table
struct LedgerLine: Hashable, Identifiable, Sendable {
  let id: ID
  var cents: Int

  // @references(inverse: lines, onDelete: cascade)
  var pageID: LedgerPage.ID?
}
