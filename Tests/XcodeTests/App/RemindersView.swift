import Postil
import PostilSwiftUI
import SwiftUI

@main
struct RemindersApplication: App {
  @State private var opening = Result { try SQLiteStore.inMemory(schema: RemindersAppSchema.self) }

  var body: some Scene {
    WindowGroup {
      if case .success(let store) = opening { RemindersView().postilStore(store) }
    }
  }
}

struct RemindersView: View {
  @Fetched(Reminder.order { $0.title }) private var reminders

  var body: some View {
    List(reminders) { reminder in Text(reminder.title) }
  }
}
