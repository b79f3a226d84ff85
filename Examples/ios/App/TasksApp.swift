import Postil
import PostilSwiftUI
import SwiftUI
import Tasks

@main
struct TasksApp: App {
  @State private var opening = Result { try TaskStore.openShared(noticesOthers: true) }

  var body: some Scene {
    WindowGroup {
      switch opening {
      case .success(let store):
        ProjectList().postilStore(store)
      case .failure(let error):
        ContentUnavailableView(
          "The tasks can't be opened", systemImage: "exclamationmark.triangle", description: Text(verbatim: "\(error)"))
      }
    }
  }
}
