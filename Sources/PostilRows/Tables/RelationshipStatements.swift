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
    package var positions: String
    /// The same including deleted rows; `nil` if no rows are soft-deleted.
    package var taken: String?
    /// Binds a first position, an offset, and the new position of the member that is found there.
    package var place: String
    /// Binds the first and the last position and a gap.
    package var spread: String
    /// The table and the column of the positions, for the relationship's number of members.
    package var counts: String
  }

  init() {}

  /// - Parameter isLet: whether members can't be added or removed.
  init(_ context: RelationshipContext, isLet: Bool) {
    let relationship = context.relationship
    if let members = OrderedMembers(context) {
      order = Order(
        insert: members.insertion.text, positions: members.sql.positions.text, taken: members.sql.taken?.text,
        place: members.sql.place.text, spread: members.sql.spread.text, counts: members.sql.counts.text)
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
