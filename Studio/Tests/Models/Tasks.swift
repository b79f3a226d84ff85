import Foundation
import Postil

/// A project that items belong to, such as the house or a trip.
// @table
public struct Project: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @unique
  /// The color of its mark in lists.
  public var color: Color = .gray

  // @references(inverse: projects)
  public var ownerID: Person.ID?

  /// A color of the palette.
  public enum Color: String, Codable, Sendable, CaseIterable {
    case gray, red, orange, green, blue
  }
}

/// Somebody who owns projects and does items.
// @table
public struct Person: Codable, Hashable, Identifiable, Sendable {
  public let id: UUID
  public var name: String
  public var email: String?  // @unique @collate(nocase)
  public var website: URL?
  public var isActive = true
}

/// Something to do.
// @table
// @index(dueAt, priority)
// @query(overdue(before day: Date, atLeast priority: Priority): """
//   WHERE done = 0 AND due_at < :day AND priority >= :priority ORDER BY due_at LIMIT 200
//   """)
public struct Item: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  /// What is to be done, in a few words.
  public var title: String  // @check("length(title) > 0", name: "title_given") @index
  public var notes: String?
  public var dueAt: Date?
  public var priority: Priority = .normal
  public var done = false
  /// Hours of work.
  public var estimate: Double?
  /// What the application stores beside the columns.
  public var details: Details?  // @json
  public var photo: Data?
  public let version: Int  // @version

  // @references(inverse: items, onDelete: cascade)
  public var projectID: Project.ID

  // @references(inverse: items)
  public var assigneeID: Person.ID?

  // @manyToMany(tags: Tag, inverse: items)
  // @hasMany(steps: Step, inverse: item, ordered, max: 20)

  /// What the application stores beside the columns.
  public struct Details: Codable, Hashable, Sendable {
    public var place: String?
    public var links: [String]
    public var isPrivate: Bool
  }
}

/// How soon an item matters.
public enum Priority: Int, Codable, Sendable, CaseIterable {
  case low, normal, high
}

/// One step of an item.
// @table
public struct Step: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var text: String
  public var done = false

  // @references(onDelete: cascade)
  public var itemID: Item.ID
}

/// A word that items share.
// @table
public struct Tag: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @unique @collate(nocase)
}

/// A folder of notes in a tree, its folders in an order.
// @table
public struct Folder: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String

  // @references(inverse: children, ordered, onDelete: cascade)
  // @allow(cascadeCycle, reason: "folders are a few levels deep")
  public var parentID: Folder.ID?
}

/// Something written down.
// @table
public struct Note: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var title: String
  public var text: String = ""
  public let createdAt: Date  // @createdAt
  public let deletedAt: Date?  // @softDelete

  // @references(inverse: notes)
  public var folderID: Folder.ID?
}

/// The settings of the application.
// @table
// @singleton
public struct Preferences: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var greeting: String = "Hello"
  public var accountLimit: Int64 = 9_007_199_254_740_993
}

/// How many items a project has, and how many of them are done.
// @view("""
//   SELECT project.id, project.name, count(item.id), coalesce(sum(item.done), 0)
//   FROM project LEFT JOIN item ON item.project_id = project.id
//   GROUP BY project.id
//   """)
public struct ProjectProgress: Codable, Hashable, Sendable {
  // @references
  public let projectID: Project.ID
  public let name: String
  public let itemCount: Int
  public let doneCount: Int
}
