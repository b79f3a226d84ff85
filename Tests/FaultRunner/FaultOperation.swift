import Items
import PostilQuery
import PostilSQLite

/// Something that a program does with an open store, in one transaction.
struct FaultOperation {
  let name: String
  let run: (SQLiteStore) throws -> Void

  static var all: [FaultOperation] {
    [
      FaultOperation(name: "insert", run: insert),
      FaultOperation(name: "bulk insert", run: insertMany),
      FaultOperation(name: "update", run: update),
      FaultOperation(name: "delete", run: delete),
      FaultOperation(name: "relationships", run: relationships),
      FaultOperation(name: "savepoints", run: savepoints),
      FaultOperation(name: "swallowed failure", run: swallowedFailure),
      FaultOperation(name: "read", run: read),
      FaultOperation(name: "maintenance", run: maintain),
    ]
  }

  private static func insert(_ store: SQLiteStore) throws {
    try store.write { db in
      let project = try Project.Draft(name: "new").insert(in: db)
      let item = try Item.Draft(title: "new", projectID: project.id, steps: [.init(text: "a"), .init(text: "b")])
        .insert(in: db)
      try item.addToTags(contentsOf: Tag.all.fetchAll(in: db), in: db)
    }
  }

  private static func insertMany(_ store: SQLiteStore) throws {
    try store.write { db in
      let project = try Project.all.fetchAll(in: db)[0]
      let title = String(repeating: "x", count: 400)
      try Item.insert((0..<60).map { Item.Draft(title: "\($0) \(title)", projectID: project.id) }, in: db)
    }
  }

  private static func update(_ store: SQLiteStore) throws {
    try store.write { db in
      try Item.where { !$0.done }.update(in: db) { [$0.done.set(true), $0.title.set("changed")] }
      guard var first = try Item.all.fetchAll(in: db).first else { return }
      first.title = "changed again"
      try first.update(in: db)
      try Tag.Draft(name: "tag 1").upsert(on: { $0.name }, in: db)
    }
  }

  private static func delete(_ store: SQLiteStore) throws {
    try store.write { db in try Project.where { $0.name == "project 1" }.delete(in: db) }
  }

  private static func relationships(_ store: SQLiteStore) throws {
    try store.write { db in
      let items = try Item.all.fetchAll(in: db)
      let tags = try Tag.all.fetchAll(in: db)
      try items[0].replaceTags(with: tags.dropLast(), in: db)
      try items[1].removeAllFromTags(in: db)
      try items[0].moveInSteps(from: 0, to: 1, in: db)
      let step = try Step.Draft(text: "inserted", itemID: items[1].id).insert(in: db)
      try items[0].insertIntoSteps(step, at: 1, in: db)
    }
  }

  private static func savepoints(_ store: SQLiteStore) throws {
    struct Undone: Error {}
    try store.write { db in
      try Tag.Draft(name: "outer").insert(in: db)
      do {
        try db.savepoint {
          try Tag.Draft(name: "undone").insert(in: db)
          throw Undone()
        }
      } catch is Undone {}
      try db.savepoint { _ = try Tag.Draft(name: "inner").insert(in: db) }
    }
  }

  private static func swallowedFailure(_ store: SQLiteStore) throws {
    try store.write { db in
      try Tag.Draft(name: "first").insert(in: db)
      // A savepoint that fails is undone as a whole, and the rest is kept. The expected rows are those without it.
      _ = try? db.savepoint {
        for number in 0..<40 { try Tag.Draft(name: "\(number) \(Template.long)").insert(in: db) }
        try Tag.Draft(name: "first").insert(in: db)
      }
      try Tag.Draft(name: "last").insert(in: db)
    }
  }

  private static func read(_ store: SQLiteStore) throws {
    let (rows, count, names) = try store.read { db in
      let rows = try Item.where { $0.tags.any { $0.name == "tag 1" } }.order { $0.title }
        .with { ($0.project, $0.tags, $0.steps) }.fetchAll(in: db)
      let names = try Item.all.select { ($0.title, $0.project.name, $0.steps.count) }.fetchAll(in: db)
      return (rows, try Item.all.count(in: db), names)
    }
    let isComplete =
      rows.count == Template.itemCount && count == Template.itemCount && names.count == Template.itemCount
      && rows.allSatisfy { $0.0.title.hasSuffix(Template.long) && $0.2.count == 2 && $0.3.count == 2 }
      && names.allSatisfy { $0.0.hasSuffix(Template.long) && $0.1.hasPrefix("project ") && $0.2 == 2 }
    guard isComplete else { throw WrongRows() }
  }

  private static func maintain(_ store: SQLiteStore) throws {
    guard try store.integrityCheck().isEmpty else { throw FoundDamage() }
    try store.vacuum()
    try store.checkpoint(.truncate)
  }

  /// A check reported findings: pages that can't be read are among them.
  struct FoundDamage: Error {}

  /// A read returned other rows than there are.
  struct WrongRows: Error {}
}
