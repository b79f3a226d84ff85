import Postil
import PostilSwiftUI
import SwiftUI
import Tasks

/// The projects. The rows are observed by `@Fetched`, and written in blocks of the store.
struct ProjectList: View {
  @Environment(\.postilStore) private var store
  @Fetched(Project.order { $0.name }, animation: .default) private var projects
  @State private var name = ""
  @State private var failure: String?

  var body: some View {
    NavigationStack {
      List {
        NavigationLink {
          OpenItems()
        } label: {
          Overview()
        }
        Section {
          ForEach(projects) { project in
            NavigationLink(value: project) { ProjectRow(project) }
          }
          .onDelete { offsets in delete(offsets.map { projects[$0] }) }
        }
        Section {
          TextField("New project", text: $name).onSubmit(add)
          if let failure { Text(failure).foregroundStyle(.secondary) }
          if let error = $projects.error { Text(verbatim: "\(error)").foregroundStyle(.secondary) }
        }
      }
      .navigationTitle("Projects")
      .navigationDestination(for: Project.self) { project in
        if let store { ItemList(project, in: store) }
      }
    }
  }

  private func add() {
    let name = name
    perform { db in _ = try Project.Draft(name: name).insert(in: db) }
    self.name = ""
  }

  private func delete(_ projects: [Project]) {
    perform { db in for project in projects { try project.delete(in: db) } }
  }

  private func perform(_ change: @escaping @Sendable (SQLiteWriteTransaction) throws -> Void) {
    Task {
      do {
        try await store?.writeBeforeSuspension(change)
        failure = nil
      } catch {
        failure = "\(error)"
      }
    }
  }
}

struct ProjectListPreviews: PreviewProvider {
  static var previews: some View {
    if let store = try? TaskStore.preview() { ProjectList().postilStore(store) }
  }
}
