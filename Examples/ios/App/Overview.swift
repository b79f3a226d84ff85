import Postil
import PostilSwiftUI
import SwiftUI
import Tasks

/// A row, a count, and the result of a closure.
struct Overview: View {
  @Fetched(one: Item.where { !$0.done && $0.dueAt != nil }.order { $0.dueAt }) private var next  // Item?
  @Fetched(count: Item.where { !$0.done }) private var open  // Int
  @Fetched({ db in try Item.where { $0.done }.count(in: db) * 100 / max(1, Item.all.count(in: db)) })
  private var percent = 0

  var body: some View {
    VStack(alignment: .leading) {
      if let next { Text("Next: \(next.title)") }
      Text("\(open) open, \(percent)% done").foregroundStyle(.secondary)
    }
  }
}

/// A project with the number of its open items. The query depends on a parameter of the view.
struct ProjectRow: View {
  let project: Project
  @Fetched private var open: Int

  init(_ project: Project) {
    self.project = project
    _open = Fetched(count: project.items.where { !$0.done })
  }

  var body: some View { Text(project.name).badge(open) }
}
