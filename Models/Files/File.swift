import Foundation
import Postil

/// A file, with the beginning of its text if it is one.
// @table
// @unique(folderID, name)
// @index(size)
// @fullText(name, excerpt, tokenize: "unicode61 remove_diacritics 2")
public struct File: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String
  /// In bytes.
  public var size: Int64
  public var modifiedAt: Date
  /// The first lines; `nil` if the file isn't text.
  public var excerpt: String?

  // @references(inverse: files, onDelete: cascade)
  public let folderID: Folder.ID

  // @manyToMany(kinds: Kind, inverse: files)
}
