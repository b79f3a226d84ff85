import Foundation
import Postil
import PostilTestSupport
import Testing

/// A member that was deleted and stays behind keeps its place, and is no member until it is restored.
@Suite("Ordered members with soft deletion")
struct OrderedSoftDeleteTests {
  private let store: SQLiteStore
  private let queue: Queue

  init() throws {
    store = try SQLiteStore.inMemory(schema: CombinationsSchema.self)
    queue = try store.write { db in try Queue.Draft().insert(in: db) }
  }

  /// Jobs with these numbers as keys, in this order.
  private func add(_ count: Int64, in db: SQLiteWriteTransaction) throws -> [Job.ID] {
    try (0..<count).map { _ in try Job.Draft(queueID: queue.id).insert(in: db).id }
  }

  private func live(_ db: some ReadTransaction) throws -> [Job.ID] { try queue.jobs.fetchAll(in: db).map(\.id) }
  private func all(_ db: some ReadTransaction) throws -> [Job.ID] {
    try queue.jobs.withDeleted().fetchAll(in: db).map(\.id)
  }

  @Test("Indexes count only the members that are not deleted")
  func indexes() throws {
    try store.write { db in
      let jobs = try add(5, in: db)
      try Job.delete(jobs[0], in: db)
      try Job.delete(jobs[2], in: db)
      #expect(try live(db) == [jobs[1], jobs[3], jobs[4]])
      try queue.moveInJobs(from: 0, to: 2, in: db)
      #expect(try live(db) == [jobs[3], jobs[4], jobs[1]])
      #expect(throws: OrderIndexOutOfRange(relationship: "Queue.jobs", index: 3, count: 3)) {
        try queue.moveInJobs(from: 0, to: 3, in: db)
      }
      let sixth = try Job.Draft().insert(in: db)
      try queue.insertIntoJobs(sixth, at: 1, in: db)
      #expect(try live(db) == [jobs[3], sixth.id, jobs[4], jobs[1]])
    }
  }

  @Test("A restored member returns to its old position")
  func restored() throws {
    try store.write { db in
      let jobs = try add(4, in: db)
      try Job.delete(jobs[1], in: db)
      try queue.moveInJobs(from: 2, to: 0, in: db)
      #expect(try all(db) == [jobs[3], jobs[0], jobs[1], jobs[2]])
      try Job.restore(jobs[1], in: db)
      #expect(try live(db) == [jobs[3], jobs[0], jobs[1], jobs[2]])
    }
  }

  @Test("A deleted member can't be moved")
  func deletedMember() throws {
    try store.write { db in
      let jobs = try add(2, in: db)
      try Job.delete(jobs[0], in: db)
      #expect(throws: RecordNotFound.self) { try Queue.insertIntoJobs(jobs[0], at: 0, of: queue.id, in: db) }
      #expect(
        try Job.find(withDeleted: jobs[0], in: db).version == 2, "the delete is a change, the refused insert is none")
    }
  }

  @Test("Adding a member to an owner increments its version, and moving it doesn't")
  func versions() throws {
    try store.write { db in
      _ = try add(2, in: db)
      let job = try Job.Draft().insert(in: db)
      try queue.insertIntoJobs(job, at: 0, in: db)
      #expect(try Job.find(job.id, in: db).version == 2)
      try queue.moveInJobs(from: 0, to: 1, in: db)
      #expect(try Job.find(job.id, in: db).version == 2)
      #expect(throws: StaleRecord.self) { try job.update(in: db) }
    }
  }

  @Test(
    "The order matches that of an array while gaps fill up, and no other row changes its place among all rows, deleted ones too",
    arguments: 1...4 as ClosedRange<UInt64>)
  func randomOperations(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var members: [Job.ID] = []
    for step in 0..<500 {
      let before = try store.read { db in try all(db) }
      var moved: Job.ID?
      try store.write { db in
        let count = members.count
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...4:
          // Most at one place, so that the room between two positions is used up again and again.
          let index = Bool.random(using: &generator) ? min(1, count) : Int.random(in: 0...count, using: &generator)
          let job = try Job.Draft().insert(in: db)
          try queue.insertIntoJobs(job, at: index, in: db)
          members.insert(job.id, at: index)
          moved = job.id
        case 5, 6:
          guard let id = members.randomElement(using: &generator) else { return }
          try Job.delete(id, in: db)
          members.removeAll { $0 == id }
        case 7:
          guard let id = before.filter({ !members.contains($0) }).randomElement(using: &generator) else { return }
          try Job.restore(id, in: db)
          members = before.filter { members.contains($0) || $0 == id }
        case 8:
          guard count > 1 else { return }
          let source = Int.random(in: 0..<count, using: &generator)
          let target = Int.random(in: 0..<count, using: &generator)
          try queue.moveInJobs(from: source, to: target, in: db)
          let id = members.remove(at: source)
          members.insert(id, at: target)
          moved = source == target ? nil : id
        default:
          guard let id = before.randomElement(using: &generator) else { return }
          try Job.deletePermanently(id, in: db)
          members.removeAll { $0 == id }
          moved = id
        }
      }
      try store.read { db in
        let (found, after) = try (live(db), all(db))
        #expect(found == members, "seed \(seed), step \(step)")
        #expect(after.filter { $0 != moved } == before.filter { $0 != moved }, "seed \(seed), step \(step)")
      }
    }
  }
}

/// `min:` and `max:` count the rows that are there.
@Suite("Limits on the number of members with soft deletion")
struct AritySoftDeleteTests {
  private let store: SQLiteStore

  init() throws { store = try SQLiteStore.inMemory(schema: CombinationsSchema.self) }

  /// A dish with one ingredient and a photo.
  private func dish() throws -> Dish {
    try store.write { db in
      try Dish.Draft(ingredients: [.init()], photo: .init()).insert(in: db)
    }
  }

  @Test("A commit that deletes the last required member fails, with the remaining number")
  func minimum() throws {
    let dish = try dish()
    let refusal = ConstraintViolation.arity(
      relationship: "Dish.ingredients", count: 0, bound: .minimum(1), owner: [dish.id._boundValue])
    #expect(throws: refusal) { try store.write { db in try dish.ingredients.delete(in: db) } }
    try store.write { db in
      try dish.ingredients.delete(in: db)
      try Ingredient.Draft(dishID: dish.id).insert(in: db)
    }
    #expect(throws: ConstraintViolation.self) { try store.write { db in _ = try dish.photo(in: db)?.delete(in: db) } }
    try store.write { db in
      try dish.photo(in: db)?.delete(in: db)
      _ = try Photo.onlyDeleted().restore(in: db)
    }
  }

  @Test("A deleted member makes room for another, and can't be restored beyond the maximum")
  func maximum() throws {
    let dish = try dish()
    try store.write { db in
      try dish.ingredients.delete(in: db)
      try Ingredient.insert([.init(dishID: dish.id), .init(dishID: dish.id)], in: db)
      let refusal = ConstraintViolation.arity(
        relationship: "Dish.ingredients", count: 3, bound: .maximum(2), owner: [])
      #expect(throws: refusal) { try Ingredient.onlyDeleted().restore(in: db) }
      #expect(try dish.ingredients.count(in: db) == 2)
    }
  }

  @Test("The minimum isn't checked for a deleted owner, and is checked again when it is restored")
  func owners() throws {
    let dish = try dish()
    try store.write { db in
      try dish.delete(in: db)
      try dish.ingredients.delete(in: db)
    }
    #expect(throws: ConstraintViolation.self) { try store.write { db in try Dish.restore(dish.id, in: db) } }
    try store.write { db in
      try Dish.restore(dish.id, in: db)
      _ = try Ingredient.onlyDeleted().restore(in: db)
    }
    #expect(throws: ConstraintViolation.self) { try store.write { db in try dish.ingredients.delete(in: db) } }
  }
}
