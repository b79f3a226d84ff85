import Foundation
import Postil

/// A post of the library's blog.
// @table
// @changes
struct Post: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  let slug: String  // @unique
  var title: String  // @check("length(title) > 0")
  var summary: String?
  var publishedAt: Date?  // @store(as: unixSeconds)
  var labels: [String] = []  // @json
  var marks: Marks = []
  var place: Address?  // @embedded
  var views = 0
  let version: Int  // @version
  let updatedAt: Date  // @updatedAt
  let deletedAt: Date?  // @softDelete

  // @references
  var authorID: Author.ID?
}

struct Marks: OptionSet, Codable, Hashable, Sendable {
  let rawValue: Int

  static let pinned = Marks(rawValue: 1)
  static let locked = Marks(rawValue: 2)
  static let hidden = Marks(rawValue: 4)
}

/// A word of the blog's glossary: the key is two columns, and nothing counts its versions.
// @table
// @changes
struct Term: Encodable, Decodable, Hashable, Sendable {
  let word: String  // @primaryKey
  let language: String  // @primaryKey
  var meaning: String
  var source: String?
}

/// How somebody who writes posts signs in.
// @table
// @changes
struct Login: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
  var email: String?
  var passwordHash: String  // @secret
  var home: Address?  // @embedded @secret
  var logins = 0
}
