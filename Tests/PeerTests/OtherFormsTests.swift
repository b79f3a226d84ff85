import Foundation
import Postil
import Testing

/// Docs/Queries.md, "What to write instead": what other libraries write in another way.
@Suite("What other libraries have a form for")
struct OtherFormsTests {
  private let store: Store

  init() throws { store = try Blog.store() }

  @Test("Rows below one in a tree, as a condition")
  func within() throws {
    try store.read { (db) throws in
      let ben = try Writer.where { $0.email == "ben@example.com" }.fetchOnly(in: db)
      let posts = Post.where { $0.authorID.in(ben.descendants().select { $0.id }) }
      let below = RawSQL(
        """
        WHERE author_id IN (WITH RECURSIVE w(id) AS (SELECT id FROM writer WHERE manager_id = \(ben.id.rawValue)
        UNION SELECT v.id FROM writer v JOIN w ON v.manager_id = w.id) SELECT id FROM w) ORDER BY id
        """)
      #expect(try posts.order { $0.id }.fetchAll(in: db) == Blog.posts(below, in: db))
    }
  }

  @Test("symmetrical (Django), an edge to its own type (ent): friends, whoever added the other")
  func symmetric() throws {
    try store.write { db in
      let (ann, ben, cid) = try (
        Person.Draft(name: "Ann").insert(in: db), Person.Draft(name: "Ben").insert(in: db),
        Person.Draft(name: "Cid").insert(in: db)
      )
      try ann.addToFriends(ben, in: db)
      try cid.addToFriends(ann, in: db)
      let friends = try ann.friends.union(ann.friendsOf).order { $0.name }.fetchAll(in: db)
      let isFriend = Person.where { $0.friends.contains(ann) || $0.friendsOf.contains(ann) }
      #expect(friends == [ben, cid])
      #expect(try isFriend.order { $0.name }.fetchAll(in: db) == friends)
      #expect(try cid.friends.union(cid.friendsOf).fetchAll(in: db) == [ann])
    }
  }

  @Test("include as JSON (Prisma, Drizzle): rows with their related rows in a struct that is encoded")
  func encoded() throws {
    struct PostPage: Codable, Equatable {
      let post: Post
      let author: Writer
      let tags: [Tag]

      init(_ row: (Post, Writer, [Tag])) { (post, author, tags) = row }
    }
    try store.read { (db) throws in
      let posts = Post.where { $0.id < Post.ID(4) }.order { $0.id }
      let pages = try posts.with { ($0.author, $0.tags) }.fetchAll(in: db).map(PostPage.init)
      #expect(pages.map(\.post) == (try Blog.posts("WHERE id < 4 ORDER BY id", in: db)))
      #expect(pages.allSatisfy { $0.author.id == $0.post.authorID } && pages.contains { !$0.tags.isEmpty })
      #expect(try JSONDecoder().decode([PostPage].self, from: JSONEncoder().encode(pages)) == pages)
    }
  }

  @Test("A reference to rows of one of two models")
  func polymorphic() throws {
    try store.write { db in
      let post = try Post.find(Post.ID(5), in: db)
      let comment = try #require(try post.comments.order { $0.id }.fetchOne(in: db) ?? Comment.all.fetchOne(in: db))
      try Vote.Draft(postID: post.id).insert(in: db)
      try Vote.Draft(points: 2, commentID: comment.id).insert(in: db)
      let votes = try Vote.order { $0.id }.with { ($0.post, $0.comment) }.fetchAll(in: db)
      #expect(votes.map { $0.0.subject } == [.post(post.id), .comment(comment.id)])
      #expect(votes[0].1 == post && votes[0].2 == nil && votes[1].2 == comment)
      #expect(try Vote.where { $0.post.views >= 0 }.count(in: db) == 1)
      #expect(try Post.where { $0.votes.sum { $0.points } > 0 }.fetchAll(in: db) == [post])
    }
  }

  @Test("The rows of both sides of a join")
  func fullJoin() throws {
    try store.read { (db) throws in
      let pairs = Writer.all.leftJoin(Team.self) { $0.teamID == $1.id }
      let others = Team.where { $0.members.isEmpty }
      let names = try pairs.select { ($0.name, $1.name) }.fetchAll(in: db)
      #expect(names.count == 7 && names.contains { $0 == "Gus" && $1 == nil })
      #expect(try others.fetchAll(in: db).map(\.name) == ["Empty"])
    }
  }

  @Test("Nested writes of existing rows")
  func nestedUpdate() throws {
    try Shop.store().write { (db) throws in
      let purchase = try Purchase.find(Purchase.ID(6), in: db)
      try purchase.lines.where { $0.quantity < 3 }.update(in: db) { [$0.quantity.set(10)] }
      try purchase.lines.where { $0.quantity != 10 }.delete(in: db)
      let left = try RawSQL("SELECT quantity FROM line WHERE purchase_id = 6").as(Int.self).fetchAll(in: db)
      #expect(!left.isEmpty && left.allSatisfy { $0 == 10 })
    }
  }
}
