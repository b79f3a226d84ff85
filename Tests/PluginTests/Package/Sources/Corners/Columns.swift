import Foundation
import Postil

/// Columns with awkward names and with values from everywhere.
// @table
// @allow(reservedName, reason: "names that need quotes are what is tried here")
// @index(`in`, where: "\"default\" IS NOT NULL")
public struct Corner: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var `in`: String  // @column("where")
  public var `default`: Int?  // @column("default")
  public var row = "row"
  public var binder: Double = 1.5
  public var db: Bool = true
  public var draft: Data = Data()
  public let changed: UInt64
  var count: Int32 = 7
  public var madeAt: Date  // @default(sql: "strftime('%Y-%m-%d %H:%M:%f', 'now')")
  public var scratch = [1, 2, 3]  // @transient

  // @references(inverse: corners, onDelete: cascade)
  public let shapeID: Shape.ID

  /// `@unique` on a `let`: an upsert has nothing of it to set.
  public let code: String  // @unique
}

extension Corner {
  public static func == (lhs: Corner, rhs: Corner) -> Bool { lhs.id == rhs.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// What the corner belongs to; a type inside another.
public enum Geometry {
  /// A figure.
  // @table("figures \"and\" more")
  public struct Figure: Codable, Hashable, Identifiable, Sendable {
    public let id: ID
    public var kind: Kind

    /// A type inside a model inside another type.
    public enum Kind: String, Codable, Sendable {
      case square = "a\"quote'"
      case circle
    }
  }
}

// @table
public struct Shape: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String

  // @references(inverse: shapes)
  public var figureID: Geometry.Figure.ID?
}

/// A model that nobody outside sees.
// @table
struct Probe: Hashable, Sendable {
  let id: ID

  // @references(inverse: probes)
  var shapeID: Shape.ID
}
