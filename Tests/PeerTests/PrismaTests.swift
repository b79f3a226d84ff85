import Foundation
import Postil
import Testing

/// What Prisma's documentation shows under "CRUD", "Relation queries", "Filtering and sorting", "Pagination" and "Aggregation".
@Suite("As in Prisma")
struct PrismaTests {
  private let store: Store

  init() throws { store = try Blog.store() }

  // MARK: - Reading

  @Test("findUnique; find (Rails), fetchOne(key:) (GRDB), Get (ent): a row by its key")
  func findUnique() throws {
    try store.read { (db) throws in
      let ben = try Blog.users("WHERE id = 2", in: db)[0]
      #expect(try Writer.find(ben.id, in: db) == ben)
      #expect(try Writer.fetch(Writer.ID(99), in: db) == nil)
      #expect(throws: RecordNotFound.self) { try Writer.find(Writer.ID(99), in: db) }
      #expect(try Writer.where { $0.email == "ben@example.com" }.fetchOnly(in: db) == ben)
    }
  }

  @Test("findMany by ids; find([1, 2]) (Rails), fetchAll(keys:) (GRDB): in the order of the list")
  func findManyByIDs() throws {
    try store.read { (db) throws in
      let ids = [3, 1, 3, 7].map { Writer.ID($0) }
      #expect(try Writer.find(all: ids, in: db).map(\.id) == ids)
      #expect(try Writer.fetch(all: ids + [Writer.ID(99)], in: db).map { $0?.id } == ids + [nil])
      #expect(throws: RecordNotFound(model: "Writer", key: [.integer(99)])) {
        try Writer.find(all: [Writer.ID(99)], in: db)
      }
      #expect(try Writer.find(all: [] as [Writer.ID], in: db).isEmpty)
    }
  }

  @Test("include; with (Drizzle), includes (Rails), prefetch_related (Django), WithPosts (ent), including(all:) (GRDB)")
  func include() throws {
    try store.read { (db) throws in
      let users = try Writer.order { $0.id }.with { ($0.posts.order { $0.id }, $0.team) }.fetchAll(in: db)
      #expect(users.map(\.0) == (try Blog.users("ORDER BY id", in: db)))
      for (user, posts, team) in users {
        #expect(posts == (try Blog.posts("WHERE author_id = \(user.id) ORDER BY id", in: db)))
        #expect(team?.id == user.teamID)
      }
    }
  }

  @Test("include with where, orderBy and take; WithPosts with a limit (ent), sliced Prefetch (Django)")
  func includeFiltered() throws {
    try store.read { (db) throws in
      let users = try Writer.with { $0.posts.where { $0.isPublished }.order { $0.createdAt.descending }.limit(2) }
        .fetchAll(in: db)
      for (user, posts) in users {
        #expect(
          posts
            == (try Blog.posts(
              "WHERE author_id = \(user.id) AND is_published ORDER BY created_at DESC LIMIT 2", in: db)))
      }
    }
  }

  @Test("nested include; nested with (Drizzle), includes(posts: :comments) (Rails), posts__comments (Django)")
  func nestedInclude() throws {
    try store.read { (db) throws in
      let users = try Writer.with { $0.posts.order { $0.id }.with { $0.comments.order { $0.id } } }.fetchAll(in: db)
      let found = users.flatMap { $0.1.flatMap { post, comments in comments.map { "\(post.title) \($0.text)" } } }
      let expected = RawSQL(
        """
        SELECT p.title || ' ' || c.text FROM writer u JOIN post p ON p.author_id = u.id JOIN comment c ON c.post_id = p.id
        ORDER BY u.id, p.id, c.id
        """)
      #expect(found == (try expected.as(String.self).fetchAll(in: db)))
    }
  }

  @Test("nested select; multiset (jOOQ): only some columns of related rows, with a count of theirs")
  func nestedSelect() throws {
    try store.read { (db) throws in
      let users = try Writer.order { $0.id }
        .with { $0.posts.order { $0.id }.select { ($0.title, $0.comments.count) } }.fetchAll(in: db)
      let found = users.flatMap { user, posts in posts.map { "\(user.name) \($0.0) \($0.1)" } }
      let expected = RawSQL(
        """
        SELECT u.name || ' ' || p.title || ' ' || (SELECT count(*) FROM comment c WHERE c.post_id = p.id)
        FROM writer u JOIN post p ON p.author_id = u.id ORDER BY u.id, p.id
        """)
      #expect(found == (try expected.as(String.self).fetchAll(in: db)))
      #expect(users.count == 7 && users[6].1.isEmpty)
      #expect(
        try Writer.with { $0.posts.select { ($0.title, $0.comments.count) } }.statements().count == 2)
    }
  }

  @Test("nested select with a limit for each parent")
  func nestedSelectLimited() throws {
    try store.read { (db) throws in
      let users = try Writer.with { $0.posts.order { $0.views.descending }.limit(2, offset: 1).select { $0.views } }
        .fetchAll(in: db)
      for (user, views) in users {
        let expected = RawSQL(
          "SELECT views FROM post WHERE author_id = \(user.id) ORDER BY views DESC LIMIT 2 OFFSET 1")
        #expect(views == (try expected.as(Int.self).fetchAll(in: db)))
      }
    }
  }

  @Test("_count; annotate(Count()) (Django): rows with the number of related rows, and other values")
  func count() throws {
    try store.read { (db) throws in
      let query = Post.order { $0.id }.with { ($0.author, $0.comments.count, $0.title.length, $0.author.team.name) }
      let posts = try query.fetchAll(in: db)
      #expect(try query.statements().count == 2)
      let expected = RawSQL(
        """
        SELECT p.author_id, (SELECT count(*) FROM comment c WHERE c.post_id = p.id), length(p.title),
          (SELECT t.name FROM writer u JOIN team t ON t.id = u.team_id WHERE u.id = p.author_id)
        FROM post p ORDER BY p.id
        """)
      let rows = try expected.as(Int.self, Int.self, Int.self, String?.self).fetchAll(in: db)
      #expect(
        posts.map { "\($0.1.id) \($0.2) \($0.3) \($0.4 ?? "-")" } == rows.map { "\($0) \($1) \($2) \($3 ?? "-")" })
      #expect(try Writer.with { $0.posts.count }.where { $0.posts.isEmpty }.fetchAll(in: db).map(\.1) == [0, 0, 0])
    }
  }

  @Test("some, every, none; semi- and anti-joins (jOOQ), contains(where:), allSatisfy (SwiftData)")
  func relationFilters() throws {
    try store.read { (db) throws in
      #expect(
        try Writer.where { $0.posts.any { $0.views > 95 } }.order { $0.id }.fetchAll(in: db)
          == Blog.users("WHERE id IN (SELECT author_id FROM post WHERE views > 95) ORDER BY id", in: db))
      #expect(
        try Writer.where { $0.posts.all { $0.views < 100 } }.order { $0.id }.fetchAll(in: db)
          == Blog.users("WHERE id NOT IN (SELECT author_id FROM post WHERE views >= 100) ORDER BY id", in: db))
      #expect(
        try Writer.where { $0.posts.none { $0.isPublished } }.order { $0.id }.fetchAll(in: db)
          == Blog.users("WHERE id NOT IN (SELECT author_id FROM post WHERE is_published) ORDER BY id", in: db))
    }
  }

  @Test("orderBy a count of related rows")
  func orderByCount() throws {
    try store.read { (db) throws in
      #expect(
        try Writer.order { ($0.posts.count.descending, $0.id) }.fetchAll(in: db)
          == Blog.users("ORDER BY (SELECT count(*) FROM post WHERE author_id = u.id) DESC, id", in: db))
    }
  }

  @Test("OR, AND, NOT, optional conditions; Q (Django), or, and (Rails), or_ (SQLAlchemy), Or (ent)")
  func logic() throws {
    func search(_ title: String?, onlyPublished: Bool) -> Query<Post> {
      Post.where(ifPresent: title) { $0.title.contains($1) }
        .where { if onlyPublished { $0.isPublished == true } }
        .where { if onlyPublished { $0.views > 10 } else { $0.views < 90 } }
        .order { $0.id }
    }
    try store.read { (db) throws in
      #expect(
        try search("1", onlyPublished: true).fetchAll(in: db)
          == Blog.posts("WHERE title LIKE '%1%' AND is_published AND views > 10 ORDER BY id", in: db))
      #expect(
        try search(nil, onlyPublished: false).fetchAll(in: db) == Blog.posts("WHERE views < 90 ORDER BY id", in: db))
      #expect(
        try Post.where { $0.views > 90 }.where { $0.isPublished }.or { $0.title == "Post 3" }.order { $0.id }
          .fetchAll(in: db)
          == Blog.posts("WHERE views > 90 AND is_published OR title = 'Post 3' ORDER BY id", in: db))
    }
  }

  @Test("distinct; distinct(*fields) (Django): one row for each value")
  func distinct() throws {
    try store.read { (db) throws in
      let newest = Post.order { $0.createdAt.descending }.limit(1, per: { $0.authorID })
      #expect(
        try newest.fetchAll(in: db)
          == Blog.posts(
            "WHERE created_at = (SELECT max(created_at) FROM post q WHERE q.author_id = p.author_id) ORDER BY created_at DESC",
            in: db))
      #expect(
        try Post.select { $0.authorID }.distinct().order { $0 }.fetchAll(in: db).map(\.rawValue)
          == RawSQL("SELECT DISTINCT author_id FROM post ORDER BY 1").as(Int64.self).fetchAll(in: db))
    }
  }

  @Test("skip, take, cursor; seek (jOOQ), Relay pagination (ent): a cursor for each row of a page")
  func pagination() throws {
    try store.read { (db) throws in
      let query = Post.order { ($0.views.descending, $0.title) }
      #expect(
        try query.limit(5, offset: 5).fetchAll(in: db)
          == Blog.posts("ORDER BY views DESC, title LIMIT 5 OFFSET 5", in: db))
      let page = try query.page(size: 5).fetch(in: db)
      #expect(page.cursors.count == 5 && page.cursors.first == page.start && page.cursors.last == page.end)
      #expect(
        try query.page(after: page.cursors[2], size: 2).fetch(in: db).rows == Array(page.rows[3...4]))
      let last = try query.page(before: nil, size: 5).fetch(in: db)
      #expect(try query.page(before: last.cursors[2], size: 2).fetch(in: db).rows == Array(last.rows[0...1]))
    }
  }

  @Test("groupBy, having; group (Rails), values().annotate() (Django), GroupBy (ent), propertiesToGroupBy (SwiftData)")
  func groupBy() throws {
    try store.read { (db) throws in
      let found = try Post.group { $0.authorID }.having { $0.views.sum() > 200 }.order { $0.authorID }
        .select { ($0.author.name, SQL.count(), $0.views.average()) }.fetchAll(in: db)
      let expected = RawSQL(
        """
        SELECT u.name, count(*), avg(p.views) FROM post p JOIN writer u ON u.id = p.author_id GROUP BY u.id
        HAVING sum(p.views) > 200 ORDER BY u.id
        """)
      let rows = try expected.as(String.self, Int.self, Double?.self).fetchAll(in: db)
      #expect(!rows.isEmpty && found.map { "\($0)" } == rows.map { "\($0)" })
    }
  }

  // MARK: - Writing

  @Test("connect, disconnect, set; add, remove, set (Django), AddTags, RemoveTags (ent), <<, delete (Rails)")
  func connect() throws {
    try store.write { (db) throws in
      func names(_ post: Post) throws -> [String] {
        let names = RawSQL(
          "SELECT t.name FROM post_tags pt JOIN tag t ON t.id = pt.tag_id WHERE pt.post_id = \(post.id) ORDER BY t.name"
        )
        return try names.as(String.self).fetchAll(in: db)
      }
      let post = try Post.Draft(title: "New", createdAt: .now, authorID: Writer.ID(1)).insert(in: db)
      let tags = try Tag.order { $0.name }.fetchAll(in: db)
      try post.addToTags(contentsOf: tags.prefix(2), in: db)
      #expect(try names(post) == ["food", "linux"])
      try post.removeFromTags(tags[0], in: db)
      #expect(try names(post) == ["linux"])
      try post.replaceTags(with: [tags[3]], in: db)
      #expect(try names(post) == ["swift"])
    }
  }
}
