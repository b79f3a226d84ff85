import AppIntents
import Foundation
import Postil
import SwiftUI
import Tasks
import WidgetKit

@main
struct TasksWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Tasks", provider: OpenItems()) { entry in
      OpenItemsView(entry: entry).containerBackground(.background, for: .widget)
    }
    .configurationDisplayName("Open items")
    .supportedFamilies([.systemSmall, .systemMedium])
  }
}

struct OpenItemsEntry: TimelineEntry {
  let date: Date
  let items: [Item]
}

/// Reads the database of the application.
struct OpenItems: TimelineProvider {
  func placeholder(in context: Context) -> OpenItemsEntry { OpenItemsEntry(date: .now, items: []) }

  func getSnapshot(in context: Context, completion: @escaping @Sendable (OpenItemsEntry) -> Void) {
    Task { completion(await Self.entry()) }
  }

  func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<OpenItemsEntry>) -> Void) {
    // The application reloads the timeline when it has written.
    Task { completion(Timeline(entries: [await Self.entry()], policy: .never)) }
  }

  private static func entry() async -> OpenItemsEntry {
    let items = try? await TaskStore.openShared().read { db in try TaskStore.widgetItems.fetchAll(in: db) }
    return OpenItemsEntry(date: .now, items: items ?? [])
  }
}

struct OpenItemsView: View {
  let entry: OpenItemsEntry

  var body: some View {
    VStack(alignment: .leading) {
      ForEach(entry.items) { item in
        Button(intent: CompleteItem(item)) { Label(item.title, systemImage: "circle") }
      }
      if entry.items.isEmpty { Text("Nothing to do") }
    }
  }
}
