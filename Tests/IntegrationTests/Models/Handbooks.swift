import Postil

// Docs/Store.md, "Connection setup"

// @table
// @functions(slug)
// @query(named(slug: String): "WHERE slug(title) = :slug")
struct Handbook: Hashable, Identifiable, Sendable {
  let id: ID
  var title: String
}
