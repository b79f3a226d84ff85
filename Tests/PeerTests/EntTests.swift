import Foundation
import Postil
import Testing

/// What ent's documentation shows under "Graph traversal", "Predicates", "Eager loading", "Aggregation" and "Locking".
@Suite("As in ent")
struct EntTests {
  private let store: Store

  init() throws { store = try Blog.store() }

  @Test("QueryPosts; extract_associated (Rails): the posts of some users")
  func traversal() throws {
    try store.read { (db) throws in
      let posts = Writer.where { $0.name > "C" }.related { $0.posts }
      #expect(
        try posts.order { $0.id }.fetchAll(in: db)
          == Blog.posts("WHERE author_id IN (SELECT id FROM writer WHERE name > 'C') ORDER BY id", in: db))
      #expect(
        try Writer.where { $0.name > "C" }.related { $0.posts.where { $0.views > 50 } }.count(in: db)
          == RawSQL(
            "SELECT count(*) FROM post WHERE views > 50 AND author_id IN (SELECT id FROM writer WHERE name > 'C')"
          )
          .as(Int.self).fetchOnly(in: db))
    }
  }

  @Test("QueryPosts().QueryTags(): through several relationships, each row once")
  func chain() throws {
    try store.read { (db) throws in
      let tags = Writer.where { $0.team.name == "Blue" }.related { $0.posts.where { $0.views > 80 } }.related {
        $0.tags
      }
      let expected = RawSQL(
        """
        SELECT DISTINCT t.name FROM tag t JOIN post_tags pt ON pt.tag_id = t.id JOIN post p ON p.id = pt.post_id
        JOIN writer u ON u.id = p.author_id JOIN team g ON g.id = u.team_id WHERE g.name = 'Blue' AND p.views > 80
        ORDER BY t.name
        """)
      #expect(try tags.order { $0.name }.fetchAll(in: db).map(\.name) == expected.as(String.self).fetchAll(in: db))
    }
  }

  @Test("QueryAuthor: from posts to their authors, and on to the authors' teams")
  func toOne() throws {
    try store.read { (db) throws in
      #expect(
        try Post.where { $0.views > 90 }.related { $0.author }.order { $0.id }.fetchAll(in: db)
          == Blog.users("WHERE id IN (SELECT author_id FROM post WHERE views > 90) ORDER BY id", in: db))
      let teams = Post.where { $0.views > 90 }.related { $0.author.team }.order { $0.name }
      let expected = RawSQL(
        """
        SELECT DISTINCT t.name FROM team t JOIN writer u ON u.team_id = t.id JOIN post p ON p.author_id = u.id
        WHERE p.views > 90 ORDER BY t.name
        """)
      #expect(try teams.fetchAll(in: db).map(\.name) == expected.as(String.self).fetchAll(in: db))
      #expect(
        try Writer.where { $0.name == "Dee" }.related { $0.manager }.related { $0.reports }.order { $0.id }
          .fetchAll(in: db)
          == Blog.users(
            "WHERE manager_id IN (SELECT manager_id FROM writer WHERE name = 'Dee') ORDER BY id", in: db))
    }
  }

  @Test("Limit before a traversal: the authors of the most viewed posts")
  func limited() throws {
    try store.read { (db) throws in
      let authors = Post.order { $0.views.descending }.limit(3).related { $0.author }
      #expect(
        try authors.order { $0.id }.fetchAll(in: db)
          == Blog.users(
            "WHERE id IN (SELECT author_id FROM (SELECT author_id FROM post ORDER BY views DESC LIMIT 3) AS p) ORDER BY id",
            in: db))
      let tags = Post.order { $0.views.descending }.limit(3).related { $0.tags }
      let expected = RawSQL(
        """
        SELECT DISTINCT t.name FROM tag t JOIN post_tags pt ON pt.tag_id = t.id
        WHERE pt.post_id IN (SELECT id FROM post ORDER BY views DESC LIMIT 3) ORDER BY t.name
        """)
      #expect(try tags.order { $0.name }.fetchAll(in: db).map(\.name) == expected.as(String.self).fetchAll(in: db))
    }
    // A limit on the way is refused, with what to write.
    let error = #expect(throws: QueryError.self) { try Writer.all.related { $0.posts.limit(3) }.rendered() }
    #expect("\(try #require(error))".contains("'limit' after it"))
  }

  @Test("A change of all rows that a traversal leads to")
  func changes() throws {
    try store.write { (db) throws in
      let posts = Writer.where { $0.name == "Ann" }.related { $0.posts }
      #expect(try posts.update(in: db) { [$0.views.set(1000)] } == posts.count(in: db))
      #expect(
        try RawSQL("SELECT DISTINCT author_id FROM post WHERE views = 1000").as(Int.self).fetchAll(in: db) == [1])
    }
  }

  @Test("HasPosts, HasPostsWith, Not(HasPosts)")
  func edges() throws {
    try store.read { (db) throws in
      #expect(
        try Writer.where { !$0.posts.isEmpty }.order { $0.id }.fetchAll(in: db)
          == Blog.users("WHERE EXISTS (SELECT 1 FROM post WHERE author_id = u.id) ORDER BY id", in: db))
      #expect(
        try Writer.where { $0.posts.any { $0.tags.any { $0.name == "food" } } }.order { $0.id }.fetchAll(in: db)
          == Blog.users(
            """
            WHERE id IN (SELECT p.author_id FROM post p JOIN post_tags pt ON pt.post_id = p.id
              JOIN tag t ON t.id = pt.tag_id WHERE t.name = 'food') ORDER BY id
            """, in: db))
    }
  }

  @Test("Modify with a window; rank in a subquery (SQLAlchemy): the top rows of each group")
  func topOfGroups() throws {
    try store.read { (db) throws in
      let top = Post.where { $0.isPublished }.order { ($0.views.descending, $0.id) }.limit(2, per: { $0.authorID })
      let expected = RawSQL(
        """
        SELECT id FROM (SELECT id, views, row_number() OVER (PARTITION BY author_id ORDER BY views DESC, id) AS n
          FROM post WHERE is_published) AS p WHERE n <= 2 ORDER BY views DESC, id
        """)
      let ids = try expected.as(Int64.self).fetchAll(in: db)
      #expect(try top.fetchAll(in: db).map(\.id.rawValue) == ids)
      #expect(try top.where { $0.views > 50 }.or { $0.title == "none" }.count(in: db) <= ids.count)
      #expect(try top.limit(3).fetchAll(in: db).map(\.id.rawValue) == Array(ids.prefix(3)))
      #expect(try top.with { $0.comments.count }.fetchAll(in: db).map(\.0.id.rawValue) == ids)
      let byTeam = Writer.order { $0.name.descending }.limit(1, per: { ($0.teamID, $0.managerID) })
      let groups = RawSQL("SELECT count(*) FROM (SELECT DISTINCT team_id, manager_id FROM writer) AS w").as(Int.self)
      #expect(try byTeam.count(in: db) == groups.fetchOnly(in: db))
    }
  }

  @Test("ForUpdate; lock (Rails), select_for_update (Django), with_for_update (SQLAlchemy), forUpdate (jOOQ)")
  func locks() throws {
    try store.write { (db) throws in
      let next = Post.where { !$0.isPublished }.order { $0.id }.limit(1)
      #expect(try next.forUpdate(.skippingLocked).fetchAll(in: db) == next.fetchAll(in: db))
      #expect(try next.forUpdate().sql == next.sql)
    }
    #expect(throws: QueryError.self) { try Post.all.limit(3).where { $0.isPublished }.forUpdate().rendered() }
  }
}
