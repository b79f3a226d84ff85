/// The row that columns of a query are read from: a row of its table, or the row at the end of a to-one path.
///
/// Each closure of a query gets its own root source, which is different from all others. This distinguishes `$0` of a
/// query from `$0` of an enclosing query, at any nesting depth. Two paths are equal if they start at the same root and
/// follow the same relationships, so that two uses of `$0.project` are one join. The name in SQL (`t0`, `t1` and so on)
/// is assigned when the query is rendered.
public struct _Source: Hashable, Sendable {
  let node: SourceNode

  init(node: SourceNode) { self.node = node }

  /// Creates a row of a table, different from every other source.
  public init(_ table: _TableDescription) { node = SourceNode(table: table, parent: nil, path: nil) }

  /// Creates a row outside a query. Its columns are written without an alias and are allowed only in raw SQL.
  init(unqualified table: _TableDescription) {
    node = SourceNode(table: table, parent: nil, path: nil, isUnqualified: true)
  }

  /// The row that a to-one relationship leads to from this one.
  ///
  /// `$0.project.name` is `t1."name"`, with `JOIN "project" AS t1 ON t1."id" = t0."project_id"`. The join is a `LEFT
  /// JOIN` if the relationship, or an earlier one on the path, isn't required.
  public func joined<Owner: Queryable, Target: Model>(by relationship: Relationship<Owner, Target>) -> _Source {
    let path = relationship.path
    return _Source(node: SourceNode(table: path.target, parent: node, path: path))
  }

  /// Whether both are the same row.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.node.isSame(as: rhs.node) }

  /// Hashes the root and the names of the path.
  public func hash(into hasher: inout Hasher) {
    var step = node
    while let parent = step.parent {
      hasher.combine(step.path?.name)
      step = parent
    }
    hasher.combine(ObjectIdentifier(step))
  }
}

/// A root, or one step of a path. A root is identified by its object.
final class SourceNode: Sendable {
  let table: _TableDescription
  let parent: SourceNode?
  let path: RelationshipPath?
  /// Whether this is a row outside a query, whose columns are used in raw SQL.
  let isUnqualified: Bool

  init(table: _TableDescription, parent: SourceNode?, path: RelationshipPath?, isUnqualified: Bool = false) {
    self.table = table
    self.parent = parent
    self.path = path
    self.isUnqualified = isUnqualified
  }

  /// The start of the path.
  var root: SourceNode {
    var root = self
    while let parent = root.parent { root = parent }
    return root
  }

  func isSame(as other: SourceNode) -> Bool {
    if self === other { return true }
    guard let parent, let path, let otherParent = other.parent, let otherPath = other.path else { return false }
    return path.isSame(as: otherPath) && parent.isSame(as: otherParent)
  }
}
