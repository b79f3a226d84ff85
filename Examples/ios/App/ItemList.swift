import Postil
import PostilSwiftUI
import SwiftUI
import Tasks

/// The items of a project: adding, checking, ordering, searching, and undoing a deletion. `ProjectItems` does the work.
struct ItemList: View {
  @State private var items: ProjectItems
  @State private var title = ""
  @State private var edit: ItemEdit?
  private let store: SQLiteStore

  init(_ project: Project, in store: SQLiteStore) {
    self.store = store
    _items = State(initialValue: ProjectItems(project, in: store))
  }

  var body: some View {
    List {
      ForEach(items.items) { item in
        ItemRow(item: item) { done in
          act { await items.setDone(done, item) }
        } open: {
          open(item)
        }
      }
      .onMove { source, destination in act { await items.move(from: source, to: destination) } }
      .onDelete { offsets in
        let deleted = offsets.map { items.items[$0] }
        act { await items.delete(deleted) }
      }
      .moveDisabled(!items.canMove)
      TextField("New item", text: $title).onSubmit {
        let title = title
        act { await items.add(title) }
        self.title = ""
      }
    }
    .overlay { if items.isLoading { ProgressView() } }
    .searchable(text: $items.search)
    .navigationTitle(items.project.name)
    .toolbar {
      ToolbarItem(placement: .primaryAction) { EditButton() }
      ToolbarItem(placement: .bottomBar) {
        Button("Undo", systemImage: "arrow.uturn.backward") { act { await items.undoDelete() } }
          .disabled(!items.canUndo)
      }
    }
    .sheet(item: $edit) { edit in ItemForm(edit: edit) }
    .alert("The change failed", isPresented: hasFailed) {
      Button("OK", role: .cancel) {}
    } message: {
      Text(verbatim: items.failure ?? "")
    }
  }

  private var hasFailed: Binding<Bool> {
    Binding(get: { items.failure != nil }, set: { if !$0 { items.failure = nil } })
  }

  private func open(_ item: Item) {
    Task {
      do { edit = try await ItemEdit(item, in: store) } catch { items.failure = "\(error)" }
    }
  }

  private func act(_ action: @escaping @MainActor () async -> Void) {
    Task { await action() }
  }
}

/// An item takes values, so its preview needs no store.
struct ItemRow: View {
  let item: Item
  let setDone: (Bool) -> Void
  let open: () -> Void

  var body: some View {
    HStack {
      Button {
        setDone(!item.done)
      } label: {
        Image(systemName: item.done ? "checkmark.circle.fill" : "circle")
      }
      .buttonStyle(.plain)
      Button(action: open) {
        VStack(alignment: .leading) {
          Text(item.title).strikethrough(item.done)
          if let dueAt = item.dueAt { Text(dueAt, style: .date).font(.caption).foregroundStyle(.secondary) }
        }
      }
      .buttonStyle(.plain)
    }
  }
}

struct ItemListPreviews: PreviewProvider {
  static var previews: some View {
    if let store = try? TaskStore.preview(),
      let home = try? store.read({ db in try Project.where { $0.name == "Home" }.fetchOnly(in: db) })
    {
      NavigationStack { ItemList(home, in: store) }.postilStore(store)
    }
  }
}
