#if canImport(SwiftUI)
  import Postil
  import SwiftUI

  /// Docs/Observation.md, "SwiftUI"
  struct LentBooks: View {
    let store: SQLiteStore
    @State private var books: LiveQuery<[Book]>
    @State private var search = ""

    init(store: SQLiteStore) {
      self.store = store
      _books = State(initialValue: LiveQuery(store.observe(Self.query(""))))
    }

    static func query(_ search: String) -> Query<Book> {
      Book.where { $0.isLent && $0.title.contains(search) }.order { $0.title }
    }

    var body: some View {
      List(books.value ?? []) { book in Text(book.title) }
        .overlay { if books.isLoading { ProgressView() } }
        .searchable(text: $search)
        .onChange(of: search) { books.observe(store.observe(Self.query(search))) }
    }
  }
#endif
