// The rows that a relationship leads to from the rows of a query: `Author.where { … }.related { $0.books }`.

extension Query where M: Model {
  /// The members of a to-many relationship of these rows, each of them once, as a query in no particular order.
  ///
  /// `Author.where { $0.name == "Jane" }.related { $0.books }` is `SELECT … FROM "book" AS t0 WHERE EXISTS (SELECT 1 FROM "author" AS
  /// t1 WHERE t1."id" = t0."author_id" AND t1."name" = ?1)`, or the same with `IN`. The closure can filter the members:
  /// `{ $0.books.where { $0.isLent } }`.
  public func related<Target: Model>(_ relationship: (M.Columns) -> ToMany<Target>) -> Query<Target> {
    var members = relationship(M.Columns(_Source(M.table))).members
    guard case .related(let path, let owner?) = members.origin, !members.isPaged else {
      let needs = "a relationship such as '$0.books', and 'order' and 'limit' after it"
      members = QueryCore(Target.table)
      members.predicates = [.failure(.argument(function: "related", needs: needs))]
      return Query<Target>(core: members)
    }
    members.origin = .table
    return Query<Target>(core: members.related(by: path, to: rows(at: owner.node)))
  }

  /// The rows that a to-one path leads to from these rows, each of them once, as a query in no particular order.
  ///
  /// `Book.where { $0.isLent }.related { $0.author }` returns authors.
  public func related<C: ModelColumns>(_ path: (M.Columns) -> C) -> Query<C.OwningModel> {
    related(to: path(M.Columns(_Source(M.table)))._rowSource)
  }

  /// The rows that an optional to-one path leads to from these rows, each of them once, as a query in no particular order.
  public func related<Target: Model>(_ path: (M.Columns) -> OptionalColumns<Target>) -> Query<Target> {
    related(to: path(M.Columns(_Source(M.table)))._rowSource)
  }

  private func related<Target: Queryable>(to source: _Source) -> Query<Target> {
    Query<Target>(core: rows(at: source.node))
  }

  /// The rows at the end of a to-one path.
  private func rows(at node: SourceNode) -> QueryCore {
    guard let path = node.path, let parent = node.parent else { return core }
    return QueryCore(path.target).related(by: path, to: rows(at: parent))
  }
}

extension QueryCore {
  /// These rows, if a relationship leads to them from rows of another query.
  fileprivate func related(by path: RelationshipPath, to owners: QueryCore) -> QueryCore {
    let source = _Source(table)
    var rows = owners
    if case .table = owners.origin, owners.joins.isEmpty, owners.groupings == nil, !owners.isPaged {
      rows.origin = .related(path.reversed, to: source)
      rows.orderings = []
    } else if owners.table.primaryKey.count == 1 {
      let (owner, inner) = (_Source(owners.table), _Source(owners.table))
      let key = owners.table.primaryKey[0]
      let keys = SelectStatement(owners, results: [.column(key, of: inner)], of: [inner])
      rows = QueryCore(owners.table, origin: .related(path.reversed, to: source))
        .filtered(by: .selected(.column(key, of: owner), in: keys, takesNull: false), of: [owner])
      // The other query decides which of its deleted rows it returns.
      rows.deletedRows = .included
    } else {
      rows.predicates.append(
        .failure(
          .argument(
            function: "related", needs: "rows with a key of one column, or a query without a limit or a relationship")))
    }
    return filtered(by: .exists(rows, as: .automatic), of: [source])
  }
}
