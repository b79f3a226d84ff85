import Foundation
import Postil
import Testing

/// What GRDB's documentation shows under "Associations" and "Query interface".
@Suite("As in GRDB")
struct GRDBTests {
  private let store: Store

  init() throws { store = try Blog.store() }

  @Test("including(required:), including(optional:); eager_load (Rails), joinedload (SQLAlchemy): a row and its parent")
  func including() throws {
    try store.read { (db) throws in
      let posts = try Post.order { $0.id }.select { ($0, $0.author, $0.author.team) }.fetchAll(in: db)
      for (post, author, team) in posts {
        #expect(author == (try Blog.users("WHERE id = \(post.authorID)", in: db)[0]))
        #expect(team?.id == author.teamID)
      }
    }
  }

  @Test("annotated(with: posts.count), having(posts.count > n)")
  func annotated() throws {
    try store.read { (db) throws in
      let users = try Writer.where { $0.posts.count > 5 }.order { $0.id }
        .with { ($0.posts.count, $0.posts.max { $0.views }) }.fetchAll(in: db)
      let expected = RawSQL(
        """
        SELECT u.id, count(*), max(p.views) FROM writer u JOIN post p ON p.author_id = u.id GROUP BY u.id
        HAVING count(*) > 5 ORDER BY u.id
        """)
      let rows = try expected.as(Int64.self, Int.self, Int?.self).fetchAll(in: db)
      #expect(!rows.isEmpty)
      #expect(users.map { "\($0.0.id) \($0.1) \($0.2 ?? 0)" } == rows.map { "\($0) \($1) \($2 ?? 0)" })
    }
  }

  @Test("request(for:); relation managers (Django), QueryPosts of an entity (ent), associations (Rails)")
  func request() throws {
    try store.read { (db) throws in
      let ann = try Writer.find(Writer.ID(1), in: db)
      #expect(
        try ann.posts.order { $0.id }.fetchAll(in: db) == Blog.posts("WHERE author_id = 1 ORDER BY id", in: db))
    }
  }

  @Test("Preloading for rows that one has; prefetch_related_objects (Django), Preloader (Rails)")
  func load() throws {
    try store.read { (db) throws in
      let posts = try Blog.posts("ORDER BY views DESC LIMIT 5", in: db)
      let loaded = try Post.load(posts + [posts[0]], in: db) {
        ($0.author, $0.tags.order { $0.name }, $0.comments.count)
      }
      #expect(loaded.map(\.0) == posts + [posts[0]])
      for (post, author, tags, comments) in loaded {
        #expect(author.id == post.authorID)
        #expect(
          tags.map(\.name)
            == (try RawSQL(
              "SELECT name FROM tag t JOIN post_tags pt ON pt.tag_id = t.id WHERE pt.post_id = \(post.id) ORDER BY name"
            ).as(String.self).fetchAll(in: db)))
        #expect(
          comments
            == (try RawSQL("SELECT count(*) FROM comment WHERE post_id = \(post.id)").as(Int.self).fetchOnly(in: db)))
      }
      let single = try Post.load(posts, in: db) { $0.author }
      #expect(single.map(\.1.id) == posts.map(\.authorID))
      var missing = posts[0]
      missing = Post(
        id: Post.ID(999), title: missing.title, views: 0, isPublished: true, createdAt: missing.createdAt,
        authorID: missing.authorID)
      #expect(throws: RecordNotFound.self) { try Post.load([missing], in: db) { $0.author } }
    }
  }

  @Test("reversed(), unordered(), none(); reverse_order, reorder, none (Rails), reverse, none (Django)")
  func orders() throws {
    try store.read { (db) throws in
      let query = Post.order { ($0.isPublished, $0.views.descending, $0.id) }
      #expect(
        try query.reversed().fetchAll(in: db) == Blog.posts("ORDER BY is_published DESC, views, id DESC", in: db))
      #expect(try query.reversed().reversed().fetchAll(in: db) == query.fetchAll(in: db))
      #expect(try Post.all.reversed().fetchAll(in: db) == Blog.posts("ORDER BY id DESC", in: db))
      let last = Post.order { $0.id }.limit(3).reversed()
      #expect(try last.fetchAll(in: db).map(\.id.rawValue) == [3, 2, 1])
      #expect(
        try Writer.order { $0.teamID.ascending(nulls: .last) }.reversed().sql.hasSuffix("DESC NULLS FIRST"))
      #expect(
        try query.unordered().order { $0.id }.fetchAll(in: db) == Blog.posts("ORDER BY id", in: db))
      #expect(try query.none().fetchAll(in: db).isEmpty)
      #expect(try query.none().count(in: db) == 0)
    }
  }

  @Test("Row: a statement with unknown columns; select_all (Rails), fetch(sql) (jOOQ)")
  func rawRows() throws {
    try store.read { (db) throws in
      let rows = try RawSQL("SELECT *, views * 2 AS double, NULL AS missing FROM post WHERE id < \(3)").rows
        .fetchAll(in: db)
      #expect(rows.count == 2)
      #expect(
        rows[0].columns
          == ["id", "title", "views", "is_published", "created_at", "author_id", "double", "missing"])
      #expect(rows[1]["title"] == .text("Post 7") && rows[1]["double"] == .integer(74))
      #expect(rows[1]["missing"] == nil && rows[1].values.last == .some(nil))
      #expect(try RawSQL("SELECT CAST(1.5 AS REAL) AS x").rows.fetchOne(in: db)?.values == [.real(1.5)])
      #expect(try RawSQL("SELECT * FROM post").rows.count(in: db) == 40)
    }
  }

  @Test("Joins by a relationship: pairs of a many-to-many as rows")
  func pairs() throws {
    try store.read { (db) throws in
      let pairs = try Post.join(Tag.self) { post, tag in post.tags.any { $0.id == tag.id } }
        .order { post, tag in (post.id, tag.id) }.select { post, tag in (post.title, tag.name) }.fetchAll(in: db)
      let expected = RawSQL(
        """
        SELECT p.title, t.name FROM post_tags pt JOIN post p ON p.id = pt.post_id JOIN tag t ON t.id = pt.tag_id
        ORDER BY p.id, t.id
        """)
      #expect(pairs.map { "\($0)" } == (try expected.as(String.self, String.self).fetchAll(in: db)).map { "\($0)" })
    }
  }
}
