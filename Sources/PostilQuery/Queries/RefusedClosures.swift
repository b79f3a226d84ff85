// If a closure returns something that isn't a value in a query, such as a whole struct or a row, Swift ignores its
// result: `select { $0.address }` would select no values, with a warning that is easily overlooked. These functions
// accept such closures and report an error. They can't be unavailable, because Swift would then prefer the selection of
// no values. Instead, they belong to an actor to which no code is isolated, which makes the call an error, and their
// deprecation message says what to write instead.

/// The actor of functions that reject closures. No code runs on it.
@globalActor
public actor _NotAQueryValue {
  /// The shared actor, which is never used.
  public static let shared = _NotAQueryValue()
}

extension Query {
  /// Rejects expressions that aren't a value: a whole struct, a row, a relationship.
  @_NotAQueryValue @_disfavoredOverload
  @available(
    *, deprecated,
    message: "a result needs a single value; for a struct or a row, name its columns, as in '$0.address.city'"
  )
  public func select(_ expressions: (M.Columns) -> Void) -> Selection<()> {
    Selection(SelectStatement(core, results: [], of: []))
  }

  /// Rejects anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "'with' loads relationships, as in '$0.project'; the row already has its columns"
  )
  public func with(_ inclusions: (M.Columns) -> Void) -> EagerQuery<M, M> {
    EagerQuery(self, InclusionLevel(_Source(M.table), []))
  }
}

extension Queryable {
  /// Rejects expressions that aren't a value: a whole struct, a row, a relationship.
  @_NotAQueryValue @_disfavoredOverload
  @available(
    *, deprecated,
    message: "a result needs a single value; for a struct or a row, name its columns, as in '$0.address.city'"
  )
  public static func select(_ expressions: (Columns) -> Void) -> Selection<()> {
    Query<Self>().select(expressions)
  }

  /// Rejects anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "'with' loads relationships, as in '$0.project'; the row already has its columns"
  )
  public static func with(_ inclusions: (Columns) -> Void) -> EagerQuery<Self, Self> { Query<Self>().with(inclusions) }
}

extension Change {
  /// Rejects expressions that aren't a value: a whole struct, a row, a relationship.
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
  /// Rejects expressions that aren't a value: a whole struct, a row, a relationship.
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
  /// Rejects anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "'with' loads relationships, as in '$0.items'; the row already has its columns"
  )
  public func with(_ inclusions: (Self) -> Void) -> Self { self }
}

extension OptionalColumns {
  /// Rejects anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "'with' loads relationships, as in '$0.items'; the row already has its columns"
  )
  public func with(_ inclusions: (Target.Columns) -> Void) -> Self { self }
}

extension ToMany {
  /// Rejects anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "'with' loads relationships, as in '$0.items'; the row already has its columns"
  )
  public func with(_ inclusions: (Target.Columns) -> Void) -> Self { self }
}
