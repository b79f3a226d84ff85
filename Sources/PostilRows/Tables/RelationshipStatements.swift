import PostilCompiler

/// The statements of the functions that are generated for a relationship: `addToTags`, `removeFromTags`, `setProject`.
package struct RelationshipStatements: Sendable {
  /// Binds the owner and a member. For a reference, binds the other row and this one.
  package var add: String?
  /// Binds the owner and a member. Removes the member without deleting it.
  package var remove: String?
  /// Binds the owner and a member. Releases the other rows of a has-one relationship.
  package var releaseOthers: String?
  /// The table and the columns of pairs that are rows of a model.
  package var pairs: (table: String, columns: [String])?
  package var order: Order?

  /// The statements of an ordered relationship. Each binds the owner first.
  package struct Order: Sendable {
    /// Binds a member and a position. Makes the row a member there, or the last one if the position is `NULL`.
    package var insert: String
    /// Binds a limit and an offset. Returns positions.
    package var positions: String
    /// Binds a member. Returns its position, and those of the rows before and after it.
    package var around: String
    /// Binds the first and the last position and a limit. Returns the number of rows between them.
    package var occupied: String
    /// Binds the first and the last position and a gap.
    package var spread: String
  }

  init() {}

  /// - Parameter isLet: whether members can't be added or removed.
  init(_ context: RelationshipContext, isLet: Bool) {
    let relationship = context.relationship
    if let members = OrderedMembers(context) {
      order = Order(
        insert: members.insertion.text, positions: members.sql.positions.text, around: members.sql.around.text,
        occupied: members.sql.occupied.text, spread: members.sql.spread.text)
    }
    guard !isLet else { return }
    if let join = ManyToMany(context)?.sql {
      remove = join.remove.text
      if relationship.join?.through == nil {
        add = join.add.text
      } else {
        pairs = (join.table, join.near + join.far)
      }
      return
    }
    let reference = context.foreignKeySQL
    add = reference.move.text
    if !relationship.isRequired { remove = reference.release.text }
    if relationship.kind == .hasOne, !relationship.isRequired { releaseOthers = reference.releaseOthers.text }
  }
}
