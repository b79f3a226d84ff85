import PostilQuery
import PostilSQLite

/// What a fetched property reads from the store of its view.
struct FetchedRead<Value: Sendable> {
  /// What equal reads have in common. A view is initialized often, and an equal read doesn't begin again.
  enum Identity: Hashable {
    case rows(ReadIdentity)
    case first(ReadIdentity)
    case count(ReadIdentity)
    /// Closures can't be compared: the line that has the closure, and what the closure depends on.
    case closure(CallSite, id: AnyHashable)
  }

  let identity: Identity
  let observe: (SQLiteStore) -> ObservedValues<Value>
}

extension FetchedRead {
  /// All rows of a query.
  static func rows<Q: FetchableQuery>(_ query: Q, _ callSite: CallSite) -> Self
  where Value == [Q.Row], Q.Row: Sendable {
    Self(identity: identity(of: query, callSite, Identity.rows)) { store in
      store.observe(query, fileID: callSite.fileID, line: callSite.line)
    }
  }

  /// The first row of a query, `nil` if there is none.
  static func first<Q: FetchableQuery>(_ query: Q, _ callSite: CallSite) -> Self
  where Value == Q.Row?, Q.Row: Sendable {
    Self(identity: identity(of: query, callSite, Identity.first)) { store in
      store.observe(fileID: callSite.fileID, line: callSite.line) { db in
        try query.fetchOne(in: db, fileID: callSite.fileID, line: callSite.line)
      }
    }
  }

  /// The number of rows of a query.
  static func count<Q: FetchableQuery>(_ query: Q, _ callSite: CallSite) -> Self where Value == Int {
    Self(identity: identity(of: query, callSite, Identity.count)) { store in
      store.observe(fileID: callSite.fileID, line: callSite.line) { db in
        try query.count(in: db, fileID: callSite.fileID, line: callSite.line)
      }
    }
  }

  /// The result of a closure.
  /// - Parameter id: two closures of the same line are equal if their identifiers are.
  static func closure(
    id: AnyHashable, _ callSite: CallSite, _ body: @escaping @Sendable (SQLiteReadTransaction) throws -> Value
  ) -> Self {
    Self(identity: .closure(callSite, id: id)) { store in
      store.observe(fileID: callSite.fileID, line: callSite.line, body)
    }
  }

  /// A query that can't be written as SQL is compared by its line: it fails each time.
  private static func identity<Q: FetchableQuery>(
    of query: Q, _ callSite: CallSite, _ identity: (ReadIdentity) -> Identity
  ) -> Identity {
    ReadIdentity(query).map(identity) ?? .closure(callSite, id: 0)
  }
}
