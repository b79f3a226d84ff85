import Foundation
import Observation
import Postil
import Testing

@testable import Tasks

@Suite("The items of a project") @MainActor
struct ProjectItemsTests {
  let store: SQLiteStore
  let items: ProjectItems

  init() async throws {
    store = try TaskStore.preview()
    let home = try await store.read { db in try Project.where { $0.name == "Home" }.fetchOnly(in: db) }
    items = ProjectItems(home, in: store)
    await until { !items.isLoading }
  }

  var titles: [String] { items.items.map(\.title) }

  @Test("They are in the user's order, and search leaves out the others")
  func search() async {
    #expect(titles == ["Oil the door", "Paint the wall", "Mow the lawn"])
    items.search = "wall"
    #expect(!items.canMove)
    await until { titles == ["Paint the wall"] }
    items.search = ""
    await until { titles.count == 3 }
  }

  @Test("A new item is the last one, and one without a title is refused")
  func add() async {
    await items.add("Fix the roof")
    await until { titles.last == "Fix the roof" }
    #expect(items.failure == nil)
    await items.add("")
    #expect(items.failure?.contains("item_title_check") == true)
  }

  @Test("Moving down and up, with the destinations of 'onMove'")
  func move() async {
    await items.move(from: [0], to: 3)
    await until { titles == ["Paint the wall", "Mow the lawn", "Oil the door"] }
    await items.move(from: [2], to: 1)
    await until { titles == ["Paint the wall", "Oil the door", "Mow the lawn"] }
  }

  @Test("Moving several items keeps their order, wherever they come from")
  func moveSeveral() async throws {
    for title in ["Fix the roof", "Lock the gate"] { await items.add(title) }
    await until { titles.count == 5 }
    let numbers = 0..<5
    for destination in 0...5 {
      for bits in 1..<32 {
        let source = IndexSet(numbers.filter { bits >> $0 & 1 == 1 })
        let before = titles
        let moved = source.map { before[$0] }
        func rest(_ range: Range<Int>) -> [String] { range.filter { !source.contains($0) }.map { before[$0] } }
        let expected = rest(0..<destination) + moved + rest(destination..<5)
        await items.move(from: source, to: destination)
        #expect(items.failure == nil)
        await until { titles == expected }
      }
    }
  }

  @Test("Undoing a deletion restores the item with its key, its tags and its place")
  func undo() async throws {
    let door = items.items[0]
    await items.delete([door])
    await until { titles == ["Paint the wall", "Mow the lawn"] }
    #expect(items.canUndo)
    await items.undoDelete()
    await until { titles == ["Oil the door", "Paint the wall", "Mow the lawn"] }
    #expect(!items.canUndo && items.failure == nil && items.items[0] == door)
    #expect(try await store.read { db in try door.tags.fetchAll(in: db).map(\.name) } == ["urgent"])
  }

  @Test("Several items are deleted at once, and restored at their places")
  func undoSeveral() async throws {
    let before = items.items
    await items.delete([before[2], before[0]])
    await until { titles == ["Paint the wall"] }
    await items.undoDelete()
    await until { items.items == before }
    #expect(!items.canUndo)
  }

  @Test("The widget shows open items")
  func widget() async throws {
    let titles = try await store.read { db in try TaskStore.widgetItems.fetchAll(in: db).map(\.title) }
    #expect(titles.count == 3 && titles.contains("Oil the door"))
  }

  @Test("An edit writes the item and its tags when it is saved, and nothing if the item is refused")
  func edit() async throws {
    let weekend = try await store.read { db in try Tag.where { $0.name == "weekend" }.fetchOnly(in: db) }
    let edit = try await ItemEdit(items.items[0], in: store)
    #expect(edit.tags.count == 1)
    edit.setTag(weekend, true)
    edit.item.title = ""
    #expect(await !edit.save() && edit.failure != nil)
    edit.item.title = "Oil both doors"
    #expect(await edit.save())
    await until { titles.first == "Oil both doors" }
    let item = items.items[0]
    #expect(try await store.read { db in try item.tags.count(in: db) } == 2)
    await items.setDone(true, item)
    await until { items.items[0].done }
  }

  @Test("Two stores over one file: the application notices what the widget writes")
  func sharedFile() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tasks-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let application = try TaskStore.open(in: folder, noticesOthers: true)
    let home = try await application.write { db in try Project.Draft(name: "Home").insert(in: db) }
    let items = ProjectItems(home, in: application)
    await until { !items.isLoading }
    let widget = try TaskStore.open(in: folder)
    try await widget.write { db in _ = try Item.Draft(title: "Lock the gate", projectID: home.id).insert(in: db) }
    await until { items.items.map(\.title) == ["Lock the gate"] }
  }

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
