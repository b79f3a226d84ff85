/// A part of a database: what a read depends on, or what a commit changed.
package struct DatabaseRegion: Hashable, Sendable {
  package init() {}

  /// A part of a table: the values of some columns in some rows.
  package struct Part: Hashable, Sendable {
    /// `nil` means all columns and the existence of rows. A read that only counts rows has an empty set, so that
    /// an update of any column leaves it alone.
    package var columns: Set<String>?
    /// The rowids; `nil` means all rows.
    package var rows: Set<Int64>?

    package init(columns: Set<String>?, rows: Set<Int64>?) { (self.columns, self.rows) = (columns, rows) }

    func intersects(_ other: Part) -> Bool {
      Self.intersect(columns, other.columns) && Self.intersect(rows, other.rows)
    }

    private static func intersect<Element>(_ left: Set<Element>?, _ right: Set<Element>?) -> Bool {
      guard let left, let right else { return true }
      return !left.isDisjoint(with: right)
    }
  }

  /// The parts, by the names of their tables.
  private(set) var parts: [String: Part] = [:]
  /// Whether the region is the whole database, its schema included.
  private(set) var isEverything = false

  /// The whole database.
  package static let everything: DatabaseRegion = {
    var region = DatabaseRegion()
    region.isEverything = true
    return region
  }()

  var isEmpty: Bool { parts.isEmpty && !isEverything }

  /// Adds a part of a table.
  package mutating func insert(_ part: Part, of table: String) {
    guard let present = parts[table] else {
      parts[table] = part
      return
    }
    parts[table] = Part(columns: Self.union(present.columns, part.columns), rows: Self.union(present.rows, part.rows))
  }

  mutating func formUnion(_ other: DatabaseRegion) {
    isEverything = isEverything || other.isEverything
    for (table, part) in other.parts { insert(part, of: table) }
  }

  func intersects(_ other: DatabaseRegion) -> Bool {
    if isEverything { return !other.isEmpty }
    if other.isEverything { return true }
    let (few, many) = parts.count < other.parts.count ? (parts, other.parts) : (other.parts, parts)
    return few.contains { table, part in many[table]?.intersects(part) ?? false }
  }

  private static func union<Element>(_ left: Set<Element>?, _ right: Set<Element>?) -> Set<Element>? {
    guard let left, let right else { return nil }
    return left.union(right)
  }
}
