import Foundation
import Postil

/// A book, in a target where everything belongs to the main actor unless it says otherwise: the struct does, its columns,
/// its draft and its queries do not.
// @table
public struct Book: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var title: String  // @unique
  public var genre: Genre = .novel
  public var addedAt: Date?

  // @references(inverse: books)
  public var authorID: Author.ID?

  /// What stands on the spine.
  public var spine: String { "\(title) [\(genre.rawValue)]" }
}

/// Who wrote it: `nonisolated`, so that its rows can be compared and encoded anywhere, and its defaults may name its
/// own members.
// @table
public nonisolated struct Author: Codable, Hashable, Identifiable, Sendable {
  /// An identifier of our own.
  public nonisolated struct ID: RawRepresentable, Codable, Hashable, Sendable {
    public var rawValue: UUID

    public init(rawValue: UUID) { self.rawValue = rawValue }
  }

  public let id: ID
  public var name: String
  public var shelf: String = Author.firstShelf

  public static let firstShelf = "new"
}

/// What kind of book it is.
public enum Genre: String, Codable, Sendable {
  case novel, poetry
}
