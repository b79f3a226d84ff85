import Items
import Observation
import Postil
import Testing

@testable import PostilSwiftUI

/// The state behind `@Fetched`, without SwiftUI: a test calls `follow` as a view does before each evaluation of its body.
@Suite("The state of a fetched property") @MainActor
struct FetchedStateTests {
  let store: SQLiteStore
  let home: Project
  let items = FetchedState<[Item]>()

  init() throws {
    store = try SQLiteStore.inMemory(schema: ItemsSchema.self)
    home = try store.write { db in
      let home = try Project.Draft(name: "Home").insert(in: db)
      try Item.insert(["Oil the door", "Paint the wall"].map { Item.Draft(title: $0, projectID: home.id) }, in: db)
      return home
    }
  }

  nonisolated static let byTitle = Item.order { $0.title }

  func rows(_ query: some FetchableQuery<Item>, line: UInt = #line) -> FetchedRead<[Item]> {
    .rows(query, CallSite(fileID: #fileID, line: line))
  }

  func add(_ title: String, to store: SQLiteStore, _ project: Project) throws {
    _ = try store.write { db in try Item.Draft(title: title, projectID: project.id).insert(in: db) }
  }

  @Test("The rows arrive first, and again after each commit that changes them")
  func rowsArrive() async throws {
    items.follow(rows(Self.byTitle), in: store)
    #expect(items.value == nil && items.isLoading)
    await until { items.value?.map(\.title) == ["Oil the door", "Paint the wall"] }
    #expect(!items.isLoading && items.error == nil)
    try add("Mow the lawn", to: store, home)
    await until { items.value?.map(\.title) == ["Mow the lawn", "Oil the door", "Paint the wall"] }
  }

  @Test("An equal query of another initialization of the view keeps its observation, and another one begins again")
  func queries() async throws {
    items.follow(rows(Self.byTitle), in: store)
    await until { items.value?.count == 2 }
    items.follow(rows(Item.order { $0.title }), in: store)
    #expect(!items.isLoading)
    items.follow(rows(Self.byTitle.where { $0.title == "Oil the door" }), in: store)
    #expect(items.isLoading && items.value?.count == 2)
    await until { items.value?.map(\.title) == ["Oil the door"] }
  }

  @Test("A closure is another one if its line or its identifier is")
  func closures() async throws {
    let count = FetchedState<Int>()
    func read(_ title: String, line: UInt = 1) -> FetchedRead<Int> {
      .closure(id: title, CallSite(fileID: #fileID, line: line)) { db in
        try Item.where { $0.title == title }.count(in: db)
      }
    }
    count.follow(read("Oil the door"), in: store)
    await until { count.value == 1 }
    count.follow(read("Oil the door"), in: store)
    #expect(!count.isLoading)
    count.follow(read("Nothing"), in: store)
    #expect(count.isLoading)
    await until { count.value == 0 }
    count.follow(read("Nothing", line: 2), in: store)
    #expect(count.isLoading)
  }

  @Test("The first row and the number of rows")
  func otherForms() async throws {
    let callSite = CallSite(fileID: #fileID, line: #line)
    let first = FetchedState<Item?>()
    let count = FetchedState<Int>()
    first.follow(.first(Self.byTitle, callSite), in: store)
    count.follow(.count(Item.all, callSite), in: store)
    await until { first.value??.title == "Oil the door" && count.value == 2 }
    try await store.write { db in _ = try Item.all.delete(in: db) }
    await until { first.value == .some(nil) && count.value == 0 }
    first.load(one: Item.where { $0.title == "Mow" })
    count.load(count: Project.all)
    try add("Mow", to: store, home)
    await until { first.value??.title == "Mow" && count.value == 1 }
  }

  @Test("A query that replaces that of the view applies until the view asks for another one")
  func replacement() async throws {
    items.follow(rows(Self.byTitle), in: store)
    await until { items.value?.count == 2 }
    items.load(Self.byTitle.where { $0.title.contains("wall") })
    await until { items.value?.map(\.title) == ["Paint the wall"] }
    items.follow(rows(Self.byTitle), in: store)
    #expect(!items.isLoading && items.value?.count == 1)
    items.load { db in try Self.byTitle.limit(1).fetchAll(in: db) }
    await until { items.value?.map(\.title) == ["Oil the door"] }
    items.follow(rows(Item.order { $0.title.descending }), in: store)
    await until { items.value?.map(\.title) == ["Paint the wall", "Oil the door"] }
  }

  @Test("Another store begins again, with the query that is being observed")
  func stores() async throws {
    let other = try SQLiteStore.inMemory(schema: ItemsSchema.self)
    items.follow(rows(Self.byTitle), in: store)
    await until { items.value?.count == 2 }
    items.load(Item.where { $0.title.hasPrefix("Oil") })
    await until { items.value?.count == 1 }
    items.follow(rows(Self.byTitle), in: other)
    await until { items.value == [] }
    let away = try await other.write { db in try Project.Draft(name: "Away").insert(in: db) }
    try add("Oil the gate", to: other, away)
    try add("Lock the gate", to: other, away)
    await until { items.value?.map(\.title) == ["Oil the gate"] }
  }

  @Test("Without a store there is an error, and none when there is one")
  func missingStore() async throws {
    items.follow(rows(Self.byTitle), in: nil)
    #expect(items.error is StoreMissing && !items.isLoading && items.value == nil)
    items.follow(rows(Self.byTitle), in: store)
    #expect(items.error == nil && items.isLoading)
    await until { items.value?.count == 2 }
  }

  @Test("An error ends the observation and keeps the value, until it is tried again")
  func errors() async throws {
    items.follow(rows(Self.byTitle), in: store)
    await until { items.value?.count == 2 }
    try await store.write { db in try RawSQL("ALTER TABLE item RENAME TO thing").execute(in: db) }
    await until { items.error is DatabaseError }
    #expect(items.value?.count == 2 && !items.isLoading)
    items.follow(rows(Self.byTitle), in: store)
    #expect(items.error is DatabaseError)
    try await store.write { db in try RawSQL("ALTER TABLE thing RENAME TO item").execute(in: db) }
    items.retry()
    #expect(items.isLoading && items.error == nil)
    await until { !items.isLoading && items.error == nil && items.value?.count == 2 }
  }

  @Test("The first value appears without the animation, and each other one with it")
  func changes() async throws {
    var animated = 0
    items.follow(rows(Self.byTitle), in: store) { change in
      animated += 1
      change()
    }
    await until { items.value?.count == 2 }
    #expect(animated == 0)
    try add("Mow the lawn", to: store, home)
    await until { items.value?.count == 3 }
    #expect(animated == 1)
    items.load(Item.where { $0.done })
    await until { items.value == [] }
    #expect(animated == 2)
  }

  @Test("Another animation for an equal query applies from the next value on, also none")
  func otherAnimation() async throws {
    var animations: [String] = []
    func animation(_ name: String) -> LiveQuery<[Item]>.Change {
      { change in
        animations.append(name)
        change()
      }
    }
    items.follow(rows(Self.byTitle), in: store, change: animation("slow"))
    await until { items.value?.count == 2 }
    items.follow(rows(Self.byTitle), in: store, change: animation("quick"))
    try add("Mow the lawn", to: store, home)
    await until { items.value?.count == 3 }
    #expect(animations == ["quick"])
    items.follow(rows(Self.byTitle), in: store)
    try add("Lock the gate", to: store, home)
    await until { items.value?.count == 4 }
    #expect(animations == ["quick"])
  }

  @Test("An update that changes nothing notifies nobody")
  func notifications() async throws {
    items.follow(rows(Self.byTitle), in: store)
    await until { items.value?.count == 2 }
    let notified = Flag()
    withObservationTracking {
      _ = (items.value, items.error, items.isLoading)
    } onChange: {
      notified.isSet = true
    }
    items.follow(rows(Item.order { $0.title }), in: store)
    #expect(!notified.isSet)
    try add("Mow the lawn", to: store, home)
    await until { items.value?.count == 3 }
    #expect(notified.isSet)
  }

  @Test("A state that is released ends its observation")
  func release() async throws {
    var state: FetchedState<[Item]>? = FetchedState()
    weak let released = state
    state?.follow(rows(Self.byTitle), in: store)
    await until { state?.value?.count == 2 }
    state = nil
    #expect(released == nil)
  }

  private final class Flag: @unchecked Sendable { var isSet = false }

  /// Waits until a condition of observed properties holds.
  private func until(_ condition: () -> Bool) async {
    while !condition() {
      await withCheckedContinuation { continuation in
        _ = withObservationTracking(condition) { continuation.resume() }
      }
      // The change is made after it is announced.
      await Task.yield()
    }
  }
}
