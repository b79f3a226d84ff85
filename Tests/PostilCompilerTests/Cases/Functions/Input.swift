// @table
// @functions(slug, distance)
// @check("slug(title) <> ''")
// @check("slugg(title) <> ''")
// @trigger("AFTER INSERT", do: "SELECT distanc(NEW.title)")
struct Item: Sendable {
  let id: ID
  var title: String
  var slug: String  // @generated("slug(title)")
}

// @table
// @functions
struct Tag: Sendable {
  let id: ID
  var name: String
}
