import Postil
import PostilSwiftUI
import SwiftUI
import Tasks

/// Changes a copy of an item, and writes it when the user saves it.
struct ItemForm: View {
  @Environment(\.dismiss) private var dismiss
  @Fetched(Tag.order { $0.name }) private var tags
  @Bindable var edit: ItemEdit

  var body: some View {
    NavigationStack {
      Form {
        TextField("Title", text: $edit.item.title)
        Toggle("Has a date", isOn: Binding(get: { edit.item.dueAt != nil }, set: { edit.item.dueAt = $0 ? .now : nil }))
        if let dueAt = Binding($edit.item.dueAt) { DatePicker("Due", selection: dueAt) }
        Section("Tags") {
          ForEach(tags) { tag in
            Toggle(tag.name, isOn: Binding(get: { edit.tags.contains(tag.id) }, set: { edit.setTag(tag, $0) }))
          }
        }
        if let failure = edit.failure { Text(failure).foregroundStyle(.secondary) }
      }
      .toolbar {
        ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
        ToolbarItem(placement: .confirmationAction) {
          Button("Save") { Task { if await edit.save() { dismiss() } } }
        }
      }
    }
  }
}
