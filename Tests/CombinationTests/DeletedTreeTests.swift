import Postil
import Testing

/// Rows that are deleted together with other rows of the same query, by a cascade.
@Suite("Deleting rows of a tree")
struct DeletedTreeTests {
  private let store: SQLiteStore

  init() throws { store = try SQLiteStore.inMemory(schema: CombinationsSchema.self) }

  @Test("Every row of the query counts, also if a cascade deletes it")
  func counts() throws {
    try store.write { db in
      let root = try Post.Draft(text: "root").insert(in: db)
      let answer = try Post.Draft(text: "answer", postID: root.id).insert(in: db)
      for text in ["a", "b", "c"] { try Post.Draft(text: text, postID: answer.id).insert(in: db) }
      #expect(try Post.all.delete(in: db) == 5)
      #expect(try Post.onlyDeleted().update(in: db) { [$0.text.set("gone")] } == 5)
      #expect(try Post.find(withDeleted: root.id, in: db).text == "gone")
      #expect(try Post.onlyDeleted().deletePermanently(in: db) == 5)
      #expect(try Post.withDeleted().count(in: db) == 0)
    }
  }

  @Test("A cascade can lead back to the table over another one")
  func cycle() throws {
    try store.write { db in
      let top = try Folder.Draft(name: "top").insert(in: db)
      let archive = try File.Draft(name: "archive", folderID: top.id).insert(in: db)
      let inner = try Folder.Draft(name: "inner", fileID: archive.id).insert(in: db)
      try File.Draft(name: "file", folderID: inner.id).insert(in: db)
      #expect(try Folder.where { $0.name != "" }.delete(in: db) == 2)
      #expect(try File.all.count(in: db) == 0)
    }
  }
}
