/// The rows of some models that a scoped transaction can read and write: those of a query of each model.
///
/// ```swift
/// let mine = RowScopes(Post.where { $0.authorID == me.id }, Comment.where { $0.post.authorID == me.id })
/// ```
public struct RowScopes: Sendable {
  /// A query of the rows, and hooks without functions that make changes of them.
  private typealias Limit = (query: QueryCore, hooks: any _AnyModelHooks)
  /// The limits, by the names of the tables. A row must be in all queries.
  private var limits: [String: [Limit]] = [:]

  /// Creates the scopes of these models. The rows of other models aren't limited. Deleted rows of `@softDelete` are in them too; queries
  /// hide them as always.
  public init<each M: Model>(_ rows: repeat Query<each M>) {
    func limit<Row: Model>(_ query: Query<Row>) {
      limits[query.core.table.name, default: []].append((query.core.seeing(.included), ModelHooks<Row>()))
    }
    repeat limit(each rows)
  }

  /// These scopes, and others inside them.
  func intersection(_ other: RowScopes) -> RowScopes {
    var both = self
    both.limits.merge(other.limits) { $0 + $1 }
    return both
  }

  /// Whether the rows of a table are limited.
  func limit(_ table: String) -> Bool { limits[table] != nil }

  /// What makes changes of the rows of a table; `nil` if they aren't limited.
  func limit(of table: String) -> (any _AnyModelHooks)? { limits[table]?.first?.hooks }

  /// The queries of the rows of a table.
  func queries(of table: String) -> [QueryCore] { limits[table]?.map(\.query) ?? [] }
}

extension ReadTransaction {
  /// The dialect and the scopes with which statements are rendered.
  @inlinable
  var dialect: Dialect { if let _scopes { Self.dialect.limited(to: _scopes) } else { Self.dialect } }

  /// Whether the rows of a model are limited.
  @usableFromInline
  func limits<M: Model>(_ type: M.Type) -> Bool { _scopes?.limit(M.table.name) ?? false }

  /// The row with a key, if it is in the scopes.
  @usableFromInline
  func fetchInScope<M: Model>(_ id: M.ID, deletedRows: DeletedRows = .excluded) throws -> M? {
    try Query<M>(core: .rows(of: M.self, [id]).seeing(deletedRows)).fetchOne(in: self)
  }

  /// Whether there are rows with all of these keys, in the scopes.
  func finds<M: Model>(_ type: M.Type, _ ids: [M.ID], deletedRows: DeletedRows) throws -> Bool {
    try Query<M>(core: .rows(of: type, ids).seeing(deletedRows)).count(in: self) == Set(ids).count
  }

  /// Checks that rows are in the scopes, deleted or not.
  /// - Throws: ``RecordNotFound``
  @usableFromInline
  func requireInScope<M: Model>(_ type: M.Type, _ ids: [M.ID]) throws {
    guard limits(type) else { return }
    for start in stride(from: 0, to: ids.count, by: 200) {
      let part = Array(ids[start..<min(start + 200, ids.count)])
      if try finds(type, part, deletedRows: .included) { continue }
      for id in part where try !finds(type, [id], deletedRows: .included) {
        throw RecordNotFound(model: M.table.model, key: id._boundValues)
      }
    }
  }
}

extension WriteTransaction {
  /// Changes rows by statements that don't check the scopes. The rows must be in the scopes before and after.
  @inlinable
  func changing<M: Model, Result>(
    _ type: M.Type, _ ids: @autoclosure () -> [M.ID], _ body: (Unscoped) throws -> Result
  ) throws -> Result {
    guard _scopes != nil else { return try body(_unscoped) }
    let ids = ids()
    return try savepoint {
      try requireInScope(type, ids)
      let result = try body(_unscoped)
      try requireInScope(type, ids)
      return result
    }
  }
}

extension QueryCore {
  /// The rows of a model with these keys.
  static func rows<M: Model>(of type: M.Type, _ ids: [M.ID]) -> QueryCore {
    let source = _Source(M.table)
    return QueryCore(M.table).filtered(by: source.isRow(of: ids, in: M.table), of: [source])
  }
}
