import Postil

/// What a view would show: it belongs to the main actor, its rows come from elsewhere.
public final class Shelf {
  public private(set) var books: [Book] = []
  private let store: SQLiteStore

  public init() throws { store = try SQLiteStore.inMemory(schema: IsolatedSchema.self) }

  /// Adds a book by an author, off the main actor.
  public func add(_ title: String, by name: String) async throws {
    try await store.write { db in
      let author = try Author.Draft(name: name).insert(in: db)
      let book = try Book.Draft(title: title, authorID: author.id).insert(in: db)
      try author.addToBooks(book, in: db)
    }
  }

  /// Fetches the books of one genre.
  public func load(_ genre: Genre) async throws {
    let query = Book.where { $0.genre == genre && $0.author.name != "" }.order { $0.title }
    books = try await store.read { db in try query.fetchAll(in: db) }
  }

  /// The spines, made on the main actor of values that came from another thread.
  public var spines: [String] { books.map(\.spine) }
}

/// What is isolated to no actor can compare such rows too.
nonisolated func names(of authors: Set<Author>) -> Set<String> { Set(authors.map(\.name)) }
