import Foundation
import Postil

/// A post of a discussion, and the answers to it.
// @table
struct Post: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var text: String
  let deletedAt: Date?  // @softDelete

  // @references(inverse: answers, onDelete: cascade)
  var postID: Post.ID?
}

/// A folder, which contains files.
// @table
struct Folder: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String

  // @references(inverse: folders, onDelete: cascade)
  var fileID: File.ID?
}

/// A file, which can be an archive of folders.
// @table
struct File: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String

  // @references(inverse: files, onDelete: cascade)
  var folderID: Folder.ID
}
