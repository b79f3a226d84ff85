import Postil
import PostilSwiftUI
import SwiftUI
import Tasks

/// The open items of all projects, with search.
struct OpenItems: View {
  @Fetched(Item.where { !$0.done }.order { $0.title }, animation: .default) private var items
  @State private var search = ""

  var body: some View {
    List(items) { item in Text(item.title) }
      .overlay { if $items.isLoading { ProgressView() } }
      .searchable(text: $search)
      .onChange(of: search) {
        $items.load(Item.where { !$0.done && $0.title.contains(search) }.order { $0.title })
      }
  }
}
