extension Query where M: Model {
  /// The rows that a relationship of a model with itself leads to from the row with this key, and from each of those, and
  /// so on; with a `depth`, in as many steps at most. Each row is there once, whatever leads to it, and circles end: a row
  /// in a circle is reached from itself. A query like any other, in no particular order.
  ///
  /// `SELECT … FROM "node" AS t0 WHERE t0."id" IN (WITH RECURSIVE t1("k0") AS (SELECT t2."parent_id" FROM "node" AS t2
  /// WHERE t2."id" = ?1 UNION SELECT t3."parent_id" FROM t1 JOIN "node" AS t3 ON t3."id" = t1."k0") SELECT t1."k0" FROM t1)`
  public init(following relationship: Relationship<M, M>, from id: M.ID, depth: Int? = nil) {
    core = QueryCore(M.table, origin: .reached(relationship.path, from: id.bindings, depth: depth))
  }
}
