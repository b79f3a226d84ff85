import Postil
import Testing

/// What is a global or default scope in Laravel, Rails and Sequelize, and a privacy rule in ent.
@Suite("As with global scopes and privacy rules")
struct ScopeTests {
  /// Posts of one team, their comments, and two tags. The other models aren't limited.
  private static let scopes = RowScopes(
    Post.where { $0.author.team.name == "Blue" && $0.views > 20 },
    Comment.where { $0.post.author.team.name == "Blue" && $0.post.views > 20 },
    Tag.where { $0.name.in(["swift", "sql"]) })

  private let store: Store

  init() throws { store = try Blog.store() }

  @Test("Every form of a query returns what it returns if there are no other rows")
  func reading() throws {
    let alone = try Blog.store()
    try alone.write { db in
      try RawSQL("DELETE FROM tag WHERE name NOT IN ('swift', 'sql')").execute(in: db)
      try RawSQL(
        """
        DELETE FROM post WHERE views <= 20 OR author_id NOT IN (
          SELECT w.id FROM writer w JOIN team t ON t.id = w.team_id WHERE t.name = 'Blue')
        """
      ).execute(in: db)
    }
    let expected = try alone.read { db in try Self.results(in: db) }
    let found = try store.read { db in try db.scoped(to: Self.scopes) { db in try Self.results(in: db) } }
    #expect(found.count == expected.count)
    for (index, (found, expected)) in zip(found, expected).enumerated() {
      #expect(found == expected, "result \(index)")
    }
    // In both, the other rows would make a difference.
    let all = try store.read { db in try Self.results(in: db) }
    for (index, (found, all)) in zip(found, all).enumerated() { #expect(found != all, "result \(index)") }
  }

  private static func results(in db: some ReadTransaction) throws -> [String] {
    let posts = Post.all.order { $0.id }
    let found = try posts.fetchAll(in: db)
    var results = try [
      "\(found)", "\(Post.all.count(in: db))", "\((1...40).map { try Post.fetch(Post.ID($0), in: db)?.title })",
      "\(Post.find(all: found.prefix(3).map(\.id), in: db)) \(Post.fetch(all: (1...9).map { Post.ID($0) }, in: db))",
      "\(Post.where { $0.tags.isEmpty }.order { $0.id }.fetchAll(in: db))",
      "\(Post.where { $0.tags.any { $0.name != "swift" } }.count(in: db))",
      "\(posts.select { ($0.id, $0.tags.count, $0.comments.count) }.fetchAll(in: db))",
      "\(posts.select { ($0.id, $0.comments.where { $0.author.name > "C" }.count) }.fetchAll(in: db))",
      "\(Writer.all.order { $0.id }.select { ($0.name, $0.posts.count, $0.posts.max { $0.views }) }.fetchAll(in: db))",
      "\(Comment.all.order { $0.id }.select { ($0.text, $0.post.title) }.fetchAll(in: db))",
      "\(posts.with { ($0.author, $0.tags, $0.comments) }.fetchAll(in: db))",
      "\(posts.with { ($0.author.name, $0.tags.count) }.fetchAll(in: db))",
      "\(Writer.all.order { $0.id }.with { $0.posts.select { ($0.title, $0.comments.count) } }.fetchAll(in: db))",
      "\(Writer.all.order { $0.id }.with { $0.posts.order { -$0.views }.limit(2) }.fetchAll(in: db))",
      "\(Writer.where { $0.name > "B" }.related { $0.posts }.related { $0.tags }.order { $0.id }.fetchAll(in: db))",
      "\(Post.all.group { $0.authorID }.order { $0.authorID }.select { ($0.authorID, SQL.count()) }.fetchAll(in: db))",
      "\(posts.limit(1, per: { $0.authorID }).fetchAll(in: db))",
      "\(Post.where { $0.views > 60 }.union(Post.where { $0.views < 40 }).count(in: db))",
      "\(Tag.all.order { $0.name }.select { ($0.name, $0.posts.count) }.fetchAll(in: db))",
      "\(Writer.all.order { $0.id }.join(rows: Post.all) { $0.id == $1.authorID }.select { ($0.name, $1.title) }.fetchAll(in: db))",
      "\(Writer.all.order { $0.id }.leftJoin(rows: Post.all) { $0.id == $1.authorID && $1.views > 50 }.count(in: db))",
    ]
    results.append("\(try found.map { try $0.tags.order { $0.id }.fetchAll(in: db) })")
    results.append("\(try Post.load(found, in: db) { ($0.tags, $0.comments) })")
    return results
  }

  @Test("A to-one relationship to a row outside is like one to no row")
  func toOne() throws {
    try store.read { (all) throws in
      let reports = try Writer.where { $0.manager.name == "Ben" }.fetchAll(in: all)
      try all.scoped(to: RowScopes(Writer.where { $0.name != "Ben" })) { (db) throws in
        let ann = try #require(try Writer.where { $0.name == "Ann" }.fetchOne(in: db))
        #expect(try ann.reports.order { $0.name }.fetchAll(in: db).map(\.name) == ["Cid"])
        #expect(try ann.descendants().count(in: db) == 3)
        #expect(try reports.map { try $0.manager(in: db) } == [nil, nil])
        let names = try Writer.all.select { ($0.name, $0.manager.name) }.fetchAll(in: db)
        #expect(names.count == 6 && names.filter { $0.1 == nil }.count == 3)
        #expect(try Post.select { ($0.title, $0.author.name) }.fetchAll(in: db).allSatisfy { $0.1 != "Ben" })
      }
    }
  }

  @Test("Rows outside aren't written, and no row leaves the scope")
  func rows() throws {
    try store.write { all in
      try all.scoped(to: Self.scopes) { (db) throws in
        try expectNoChange(in: all) { () throws in
          let (mine, other) = try (Post.all.order { $0.id }.fetchAll(in: db)[0], other(in: all))
          let notFound = RecordNotFound(model: "Post", key: other.id._boundValues)
          #expect(throws: notFound) { try Post.find(other.id, in: db) }
          #expect(throws: notFound) { try other.update(in: db) }
          #expect(throws: notFound) { try other.save(in: db) }
          #expect(try !other.delete(in: db))
          #expect(throws: RecordNotFound.self) {
            try Post.Draft(title: "New", createdAt: other.createdAt, authorID: other.authorID).insert(in: db)
          }
          #expect(throws: RecordNotFound.self) {
            try Post.insert([Post.Draft(title: "New", createdAt: other.createdAt, authorID: other.authorID)], in: db)
          }
          var moved = mine
          moved.views = 3
          #expect(throws: RecordNotFound.self) { try moved.update(in: db) }
          #expect(throws: RecordNotFound.self) { try Post.all.update(in: db) { [$0.views.set($0.views - 25)] } }
          #expect(throws: RecordNotFound.self) {
            try Post.where { $0.id == mine.id }.updating { [$0.views.set(0)] }.returning().fetchAll(in: db)
          }
        }
      }
    }
  }

  @Test("Rows in the scope are written as always")
  func own() throws {
    try store.write { all in
      try all.scoped(to: Self.scopes) { (db) throws in
        var mine = try Post.all.order { $0.id }.fetchAll(in: db)[0]
        mine.title = "Mine"
        try mine.update(in: db)
        mine.title = "Saved"
        try mine.save(in: db)
        #expect(try Post.find(mine.id, in: all) == mine)
        let new = try Post.Draft(title: "New", views: 30, createdAt: mine.createdAt, authorID: mine.authorID)
          .insert(in: db)
        #expect(try new.delete(in: db))
        let (count, others) = try (Post.all.count(in: db), Post.all.count(in: all))
        #expect(try Post.all.update(in: db) { [$0.title.set("Ours")] } == count)
        #expect(try Post.where { $0.title == "Ours" }.count(in: all) == count)
        #expect(try Post.all.delete(in: db) == count)
        #expect(try Post.all.count(in: all) == others - count)
        // Models without a scope are written too.
        try Team.Draft(name: "New").insert(in: db)
        #expect(try Team.all.count(in: db) == 4)
      }
    }
  }

  @Test("A key that a row outside has isn't taken over")
  func upserts() throws {
    try store.write { all in
      try all.scoped(to: Self.scopes) { (db) throws in
        try expectNoChange(in: all) { () throws in
          #expect(throws: RecordNotFound.self) { try Tag.Draft(name: "linux").upsert(on: { $0.name }, in: db) }
          #expect(throws: RecordNotFound.self) { try Tag.upsert([Tag.Draft(name: "linux")], on: { $0.name }, in: db) }
          #expect(throws: RecordNotFound.self) { try Tag.Draft(name: "new").upsert(on: { $0.name }, in: db) }
          #expect(throws: RecordNotFound.self) { try Tag.Draft(name: "new").insertUnlessPresent(in: db) }
          #expect(try Tag.Draft(name: "linux").insertUnlessPresent(in: db) == nil)
          #expect(try Tag.Draft(name: "sql").upsert(on: { $0.name }, in: db).name == "sql")
        }
      }
    }
  }

  @Test("Relationships can't connect or release rows outside")
  func relationships() throws {
    let misuse = "isn't limited to the scopes of the transaction; run it with 'db.unscoped'"
    try store.write { all in
      try all.scoped(to: Self.scopes) { (db) throws in
        try expectNoChange(in: all) { () throws in
          let (mine, other) = try (Post.all.order { $0.id }.fetchAll(in: db)[0], other(in: all))
          let (swift, linux) = try (Tag.find(Tag.ID(1), in: all), Tag.find(Tag.ID(3), in: all))
          let red = try #require(try Writer.where { $0.team.name == "Red" }.order { $0.id }.fetchOne(in: all))
          #expect(throws: RecordNotFound.self) { try mine.addToTags(linux, in: db) }
          #expect(throws: RecordNotFound.self) { try mine.addToTags(contentsOf: [swift, linux], in: db) }
          #expect(throws: RecordNotFound.self) { try other.addToTags(swift, in: db) }
          #expect(throws: RecordNotFound.self) { try mine.removeFromTags(linux, in: db) }
          #expect(throws: RecordNotFound.self) { try mine.setAuthor(red, in: db) }
          let error = #expect(throws: TransactionMisuse.self) { try mine.removeAllFromTags(in: db) }
          #expect("\(try #require(error))".contains(misuse))
        }
      }
    }
    try store.write { all in
      let mine = try all.scoped(to: Self.scopes) { (db) throws in
        let mine = try Post.all.order { $0.id }.fetchAll(in: db)[0]
        let tags = try Tag.all.fetchAll(in: db)
        try mine.addToTags(contentsOf: tags, in: db)
        #expect(try mine.tags.count(in: db) == 2)
        #expect(try mine.removeFromTags(tags[0], in: db))
        try mine.removeAllFromTags(in: db.unscoped)
        return mine
      }
      #expect(try mine.tags.count(in: all) == 0)
    }
  }

  @Test("SQL of one's own is refused, and runs outside")
  func rawSQL() throws {
    try store.write { all in
      try all.scoped(to: Self.scopes) { (db) throws in
        #expect(throws: TransactionMisuse.self) {
          try RawSQL("SELECT count(*) FROM post").as(Int.self).fetchOnly(in: db)
        }
        #expect(throws: TransactionMisuse.self) { try RawSQL("SELECT * FROM post").rows.fetchAll(in: db) }
        #expect(throws: TransactionMisuse.self) { try RawSQL("DELETE FROM post").execute(in: db) }
        #expect(try RawSQL("SELECT count(*) FROM post").as(Int.self).fetchOnly(in: db.unscoped) == 40)
      }
    }
  }

  @Test("A scope in a scope limits further")
  func nested() throws {
    try store.read { all in
      try all.scoped(to: Self.scopes) { (db) throws in
        let ids = try Post.where { $0.views < 60 }.order { $0.id }.fetchAll(in: db).map(\.id)
        try db.scoped(to: RowScopes(Post.where { $0.views < 60 })) { (db) throws in
          #expect(try Post.all.order { $0.id }.fetchAll(in: db).map(\.id) == ids)
          #expect(try Post.where { $0.tags.any { $0.name == "sql" } }.count(in: db) < ids.count)
        }
        #expect(try Post.all.count(in: db) > ids.count)
        #expect(!ids.isEmpty)
      }
    }
  }

  /// A post that is outside.
  private func other(in db: some ReadTransaction) throws -> Post {
    try #require(try Post.where { $0.views <= 20 }.order { $0.id }.fetchOne(in: db))
  }

  /// Checks that what `body` does changes nothing.
  private func expectNoChange(in db: some ReadTransaction, _ body: () throws -> Void) throws {
    let before = try Self.results(in: db)
    try body()
    #expect(try Self.results(in: db) == before)
  }
}
