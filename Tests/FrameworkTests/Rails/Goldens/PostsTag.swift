import Postil

// Import notes for 'posts_tags':
// - 'post_id' has no foreign key, and becomes a reference that isn't enforced, because its name fits 'posts' and all
//   of its values are in 'posts.id'
// - 'tag_id' has no foreign key, and becomes a reference that isn't enforced, because its name fits 'tags' and all of
//   its values are in 'tags.id'
// - the table has no primary key, so 'id' is SQLite's rowid: 'VACUUM' can change its values, and foreign keys can't
//   reference it

// @table(sql: #"CREATE TABLE "posts_tags" ("post_id" integer NOT NULL, "tag_id" integer NOT NULL)"#)
// @index(postID, tagID, name: "index_posts_tags_on_post_id_and_tag_id")
struct PostsTag: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("rowid")
  // @references(inverse: postsTags, enforced: false)
  var postID: Post.ID
  // @references(inverse: postsTags, enforced: false, unindexed)
  var tagID: Tag.ID
}
