import Foundation
import Postil
import Testing

@testable import RailsImport

@Suite("The database of a Rails application, through its import")
struct RailsTests {
  private let file: FrameworkDatabase
  private let store: SQLiteStore

  init() throws {
    file = try FrameworkDatabase("Rails")
    store = try SQLiteStore(path: file.path, schema: RailsImportSchema.self)
  }

  @Test("Rows are read, with the times that Rails wrote")
  func reading() throws {
    try store.read { db in
      let pairs = try Post.with { $0.user }.order { $0.id }.fetchAll(in: db)
      #expect(pairs.map { "\($0.title) \($1.email)" } == ["Oil the door ann@example.com", "Paint bob@example.com"])
      let user = try User.find(User.ID(1), in: db)
      #expect(user.createdAt == Date(timeIntervalSinceReferenceDate: 725_857_445.678901))
      #expect(user.lastSeenAt == "2024-03-04 05:06:07.891011")
      #expect(try User.where { $0.createdAt < $0.updatedAt }.count(in: db) == 1)
      let comment = try Comment.where { $0.commentableType == "Post" }.fetchOnly(in: db)
      #expect(try Post.find(Post.ID(Int64(comment.commentableID)), in: db).title == "Oil the door")
    }
  }

  @Test("Inserts set the columns for which the database has no default")
  func inserting() throws {
    let before = Date()
    let user = try store.write { db in try User.Draft(email: "cy@example.com", admin: nil).insert(in: db) }
    #expect(abs(user.createdAt.timeIntervalSince(before)) < 60 && user.updatedAt == user.createdAt)
    let texts = try file.database.rows(
      "SELECT created_at, updated_at, length(created_at) BETWEEN 19 AND 23 FROM users WHERE id = 3")
    #expect(texts[0][0] == texts[0][1] && texts[0][2] == "1")
    try store.write { db in
      // Enough rows for statements that insert several.
      try Comment.insert(
        (0..<700).map { Comment.Draft(commentableType: "Post", commentableID: 1, userID: user.id, body: "\($0)") },
        in: db)
      #expect(
        try Comment.where { $0.createdAt >= user.createdAt && $0.updatedAt >= user.createdAt }.count(in: db) == 700)
      let copy = User(
        id: User.ID(9), email: "di@example.com", admin: false, lastSeenAt: nil, createdAt: .distantPast,
        updatedAt: .distantPast)
      let saved = try copy.save(in: db)
      #expect(saved.createdAt == .distantPast && saved.updatedAt > user.createdAt.addingTimeInterval(-1))
    }
  }

  @Test("An update sets 'updated_at' and changes no other byte that wasn't set")
  func updating() throws {
    let before = try file.contents(besides: ["updated_at"])
    let times = try file.column("updated_at", of: "users")
    try store.write { db in
      try FrameworkDatabase.rewrite(User.self, in: db)
      try FrameworkDatabase.rewrite(Post.self, in: db)
      try FrameworkDatabase.rewrite(Comment.self, in: db)
      try FrameworkDatabase.rewrite(ActiveStorageBlob.self, in: db)
      try FrameworkDatabase.rewrite(ActiveStorageAttachment.self, in: db)
      for user in try User.all.fetchAll(in: db) { try user.save(in: db) }
    }
    #expect(try file.contents(besides: ["updated_at"]) == before)
    #expect(try Set(file.column("updated_at", of: "users")).isDisjoint(with: times))
  }
}
