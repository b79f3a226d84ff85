import Foundation
import Postil
import Testing

/// Docs/Language.md: `@softDelete(with: debate, parent)`.
@Suite("Rows that are deleted with others")
struct JointDeletionTests {
  private let store: SQLiteStore
  private let debate: Debate
  /// An answer, the answer to it, the answer to that, and another answer.
  private let replies: [Reply]

  init() throws {
    store = try temporaryStore()
    (debate, replies) = try store.write { db in
      let debate = try Debate.Draft(title: "Tabs").insert(in: db)
      var replies: [Reply] = []
      for (text, parent) in [("yes", nil), ("no", 0), ("why", 1), ("both", nil)] as [(String, Int?)] {
        let draft = Reply.Draft(text: text, debateID: debate.id, parentID: parent.map { replies[$0].id })
        replies.append(try draft.insert(in: db))
      }
      return (debate, replies)
    }
  }

  private func texts() throws -> [String] {
    try store.read { db in try Reply.all.order { $0.id }.fetchAll(in: db).map(\.text) }
  }

  @Test("The rows that refer to a deleted one are deleted at the same time, and restored with it")
  func followTheirParent() throws {
    try store.write { db in try debate.delete(in: db) }
    #expect(try texts() == [])
    try store.read { db in
      let time = try #require(try Debate.find(withDeleted: debate.id, in: db).deletedAt)
      #expect(try Reply.withDeleted().fetchAll(in: db).map(\.deletedAt) == [time, time, time, time])
    }
    _ = try store.write { db in try Debate.restore(debate.id, in: db) }
    #expect(try texts() == ["yes", "no", "why", "both"])
  }

  @Test("A row that was deleted earlier isn't restored with the others")
  func deletedEarlierStaysDeleted() throws {
    try store.write { db in try replies[3].delete(in: db) }
    Thread.sleep(forTimeInterval: 0.01)
    try store.write { db in try debate.delete(in: db) }
    _ = try store.write { db in try Debate.restore(debate.id, in: db) }
    #expect(try texts() == ["yes", "no", "why"])
  }

  @Test("All answers below one are deleted and restored with it, and their version counts it")
  func followTheirParentAtEveryDepth() throws {
    try store.write { db in try replies[0].delete(in: db) }
    #expect(try texts() == ["both"])
    _ = try store.write { db in try Reply.restore(replies[0].id, in: db) }
    #expect(try texts() == ["yes", "no", "why", "both"])
    let versions = try store.read { db in try Reply.all.order { $0.id }.fetchAll(in: db).map(\.version) }
    #expect(versions == [3, 3, 3, 1])
  }

  @Test("A set of rows takes along what refers to each of them, and other rows keep theirs")
  func worksForSets() throws {
    let other = try store.write { db in
      let other = try Debate.Draft(title: "Spaces").insert(in: db)
      try Reply.Draft(text: "never", debateID: other.id).insert(in: db)
      _ = try Debate.where { $0.title == "Tabs" }.delete(in: db)
      return other
    }
    #expect(try texts() == ["never"])
    try store.write { db in
      _ = try Debate.all.delete(in: db)
      #expect(try Debate.where { $0.id == other.id }.restore(in: db) == 1)
    }
    #expect(try texts() == ["never"])
    try store.write { db in _ = try Debate.onlyDeleted().restore(in: db) }
    #expect(try texts() == ["yes", "no", "why", "both", "never"])
  }
}
