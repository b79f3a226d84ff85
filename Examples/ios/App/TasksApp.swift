import Postil
import PostilSwiftUI
import SwiftUI
import Tasks
import WidgetKit

@main
struct TasksApp: App {
  @State private var opening = Result { try TaskStore.openShared(noticesOthers: true) }

  var body: some Scene {
    WindowGroup {
      switch opening {
      case .success(let store):
        ProjectList().postilStore(store)
          .task { await updateWidget(from: store) }
      case .failure(let error):
        ContentUnavailableView(
          "The tasks can't be opened", systemImage: "exclamationmark.triangle", description: Text(verbatim: "\(error)"))
      }
    }
  }

  /// Updates the widget after each commit that changes what it shows, whichever view or process has written.
  private func updateWidget(from store: SQLiteStore) async {
    do {
      for try await _ in store.observe(TaskStore.widgetItems) { WidgetCenter.shared.reloadAllTimelines() }
    } catch {
      // The widget keeps what it shows, and reads again at the next start.
    }
  }
}
