import AppIntents
import Foundation
import Postil
import Tasks

/// The button of an item in the widget. It runs in the process of the widget; the application notices the commit.
struct CompleteItem: AppIntent {
  static let title: LocalizedStringResource = "Complete an item"

  @Parameter(title: "Item") var item: Int

  init() {}

  init(_ item: Item) { self.item = Int(item.id.rawValue) }

  func perform() async throws -> some IntentResult {
    let id = Item.ID(rawValue: Int64(item))
    _ = try await TaskStore.openShared().writeBeforeSuspension { db in
      try Item.where { $0.id == id }.update(in: db) { [$0.done.set(true)] }
    }
    return .result()
  }
}
