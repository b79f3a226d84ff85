import Foundation
import Postil

/// A scanned film, whose frames are megabytes in size.
// @table
// @check("length(frames) < 100000000")
struct Reel: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var title: String  // @unique
  // @lazy(frames: Data)
  // @lazy(poster: [UInt8]?, column: "poster_image")
}

/// A text that is read by its parts, with columns that the database fills.
// @table
struct Transcript: Codable, Hashable, Identifiable, Sendable {
  let id: UUID
  var length: Int = 0
  let version: Int  // @version
  let updatedAt: Date  // @updatedAt
  let deletedAt: Date?  // @softDelete
  let size: Int?  // @generated("length(sound)", stored)
  // @lazy(sound: Data?)
  // @lazy(words: String)
}

/// A track whose blob follows a virtual column.
// @table
struct Soundtrack: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  let size: Int  // @generated("length(sound)")
  // @lazy(sound: Data)
}
