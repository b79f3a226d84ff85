import Postil

/// What a boutique has.
enum Boutique {
  /// Something to buy.
  // @table("boutique_item")
  struct Item: Codable, Hashable, Identifiable, Sendable {
    let id: ID
    var name: String

    // @references(inverse: items)
    var dbID: Db.ID?
  }
}

/// What a household has.
enum Household {
  /// Something that was bought.
  // @table("household_item")
  struct Item: Codable, Hashable, Identifiable, Sendable {
    let id: ID
    var room: String

    // @references(inverse: homes)
    var boutiqueItemID: Boutique.Item.ID?
    // @manyToMany(similar: Boutique.Item, inverse: similarHomes)
  }
}

/// A model with the name of a parameter of every function.
// @table
struct Db: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  // @hasMany(indexes: Index, inverse: owner, ordered)
}

/// A model with the name of a parameter of ordered relationships.
// @table
struct Index: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String

  // @references
  var ownerID: Db.ID?
}
