import Foundation
import Observation
import Postil
import PostilSwiftUI

/// The items of a project as a view shows them, in the order of the user, and what the user does with them.
@MainActor @Observable
public final class ProjectItems {
  public let project: Project
  /// The items contain these words; all of them if it is empty.
  public var search = "" {
    didSet { if search != oldValue { rows.observe(store.observe(query)) } }
  }
  /// The error of the last action, `nil` if it succeeded.
  public var failure: String?
  /// The items that were deleted last, until they are restored.
  private var deleted: [DeletedItem] = []

  @ObservationIgnored private let store: SQLiteStore
  @ObservationIgnored private let rows: LiveQuery<[Item]>

  public init(_ project: Project, in store: SQLiteStore) {
    (self.project, self.store) = (project, store)
    rows = LiveQuery(store.observe(project.items))
  }

  public var items: [Item] { rows.value ?? [] }
  public var isLoading: Bool { rows.isLoading }
  public var canUndo: Bool { !deleted.isEmpty }
  /// An index in a part of the items isn't one in the project.
  public var canMove: Bool { search.isEmpty }

  private var query: Query<Item> {
    search.isEmpty ? project.items : project.items.where { [search] in $0.title.contains(search) }
  }

  public func add(_ title: String) async {
    await perform { [project] db in _ = try Item.Draft(title: title, projectID: project.id).insert(in: db) }
  }

  public func setDone(_ done: Bool, _ item: Item) async {
    await perform { db in _ = try Item.where { $0.id == item.id }.update(in: db) { [$0.done.set(done)] } }
  }

  /// Moves items, with the arguments of SwiftUI's `onMove`: the destination is an index in the list before the move.
  public func move(from source: IndexSet, to destination: Int) async {
    guard canMove else { return }
    await perform { [project] db in
      var (before, after) = (0, 0)
      for index in source {
        if index < destination {
          // Each item that was moved before has made this one's index smaller.
          try project.moveInItems(from: index - before, to: destination - 1, in: db)
          before += 1
        } else {
          try project.moveInItems(from: index, to: destination + after, in: db)
          after += 1
        }
      }
    }
  }

  /// Deletes items in one transaction.
  public func delete(_ items: [Item]) async {
    await perform { [project] db in
      let order = try project.items.select { $0.id }.fetchAll(in: db)
      let deleted = try items.map { item in
        DeletedItem(item: item, tags: try item.tags.fetchAll(in: db), index: order.firstIndex(of: item.id) ?? 0)
      }
      for item in items { try item.delete(in: db) }
      return deleted
    } then: {
      self.deleted = $0
    }
  }

  /// Restores the items that were deleted last, with their tags and at their places.
  public func undoDelete() async {
    await perform { [project, deleted] db in
      for one in deleted.sorted(by: { $0.index < $1.index }) {
        let item = try one.item.save(in: db)
        try item.addToTags(contentsOf: one.tags, in: db)
        try project.insertIntoItems(item, at: min(one.index, project.items.count(in: db) - 1), in: db)
      }
    } then: {
      self.deleted = []
    }
  }

  private func perform<Result: Sendable>(
    _ change: @escaping @Sendable (SQLiteWriteTransaction) throws -> Result, then: (Result) -> Void = { _ in }
  ) async {
    do {
      then(try await store.writeBeforeSuspension(change))
      failure = nil
    } catch {
      failure = "\(error)"
    }
  }
}

/// What a deletion removes, to undo it.
private struct DeletedItem: Sendable {
  let item: Item
  let tags: [Tag]
  let index: Int
}
