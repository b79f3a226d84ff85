// If a closure returns something without a value in a query, such as a whole struct or a row, Swift ignores its result:
// `select { $0.address }` would select no values, with a warning that is easily overlooked. These functions accept such closures and
// refuse them. They can't be unavailable, because Swift would then prefer the selection of no values. So they belong to an actor to
// which no code is isolated, which makes the call an error, and the message of their deprecation says what to write instead.

/// The actor of functions that refuse closures; no code runs on it.
@globalActor
public actor _NotAQueryValue {
  /// The shared actor, which is never used.
  public static let shared = _NotAQueryValue()
}

extension Query {
  /// Refuses expressions without a value of their own: a whole struct, a row, a relationship.
  @_NotAQueryValue @_disfavoredOverload
  @available(
    *, deprecated,
    message: "a result needs a single value; for a struct or a row, name its columns, as in '$0.address.city'"
  )
  public func select(_ expressions: (M.Columns) -> Void) -> Selection<()> {
    Selection(SelectStatement(core, results: [], of: []))
  }

  /// Refuses anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "'with' loads relationships, as in '$0.project'; the row already has its columns"
  )
  public func with(_ inclusions: (M.Columns) -> Void) -> EagerQuery<M, M> {
    EagerQuery(self, InclusionLevel(_Source(M.table), []))
  }
}

extension Queryable {
  /// Refuses expressions without a value of their own: a whole struct, a row, a relationship.
  @_NotAQueryValue @_disfavoredOverload
  @available(
    *, deprecated,
    message: "a result needs a single value; for a struct or a row, name its columns, as in '$0.address.city'"
  )
  public static func select(_ expressions: (Columns) -> Void) -> Selection<()> {
    Query<Self>().select(expressions)
  }

  /// Refuses anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "'with' loads relationships, as in '$0.project'; the row already has its columns"
  )
  public static func with(_ inclusions: (Columns) -> Void) -> EagerQuery<Self, Self> { Query<Self>().with(inclusions) }
}

extension JoinedQuery {
  /// Refuses expressions without a value of their own: a whole struct, a row, a relationship.
  @_NotAQueryValue @_disfavoredOverload
  @available(
    *, deprecated,
    message: "a result needs a single value; for a struct or a row, name its columns, as in 'item.address.city'"
  )
  public func select(_ expressions: (Tables.Columns) -> Void) -> Selection<()> {
    Selection(SelectStatement(core, results: [], of: []))
  }
}

extension GroupedQuery {
  /// Refuses expressions without a value of their own: a whole struct, a row, a relationship.
  @_NotAQueryValue @_disfavoredOverload
  @available(
    *, deprecated,
    message: "a result needs a single value; for a struct or a row, name its columns, as in '$0.address.city'"
  )
  public func select(_ expressions: (Tables.Columns) -> Void) -> Selection<()> {
    Selection(SelectStatement(core, results: [], of: []))
  }
}

extension Change {
  /// Refuses expressions without a value of their own: a whole struct, a row, a relationship.
  @_NotAQueryValue @_disfavoredOverload
  @available(
    *, deprecated,
    message: "a result needs a single value; for a struct or a row, name its columns, as in '$0.address.city'"
  )
  public func returning(_ expressions: (M.Columns) -> Void) -> ChangedValues<()> {
    ChangedValues(core: core, source: _Source(M.table), nodes: [])
  }
}

extension Insertion {
  /// Refuses expressions without a value of their own: a whole struct, a row, a relationship.
  @_NotAQueryValue @_disfavoredOverload
  @available(
    *, deprecated,
    message: "a result needs a single value; for a struct or a row, name its columns, as in '$0.address.city'"
  )
  public func returning(_ expressions: (M.Columns) -> Void) -> ChangedValues<()> {
    ChangedValues(core: .insert(core, into: M.table), source: _Source(M.table), nodes: [])
  }
}

extension ModelColumns {
  /// Refuses anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "'with' loads relationships, as in '$0.items'; the row already has its columns"
  )
  public func with(_ inclusions: (Self) -> Void) -> Self { self }
}

extension OptionalColumns {
  /// Refuses anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "'with' loads relationships, as in '$0.items'; the row already has its columns"
  )
  public func with(_ inclusions: (Target.Columns) -> Void) -> Self { self }
}

extension ToMany {
  /// Refuses anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "'with' loads relationships, as in '$0.items'; the row already has its columns"
  )
  public func with(_ inclusions: (Target.Columns) -> Void) -> Self { self }
}
