// If the closure of `with` returns something that isn't a relationship, Swift would ignore its result and load no relationships,
// with a warning that is easily overlooked. These functions accept such closures and report an error. They can't be unavailable,
// because Swift would then prefer the inclusion of no relationships. Instead, they belong to an actor to which no code is isolated,
// which makes the call an error, and their deprecation message says what to write instead.

/// The actor of functions that reject closures. No code runs on it.
@globalActor
public actor _NotAQueryValue {
  /// The shared actor, which is never used.
  public static let shared = _NotAQueryValue()
}

extension Query {
  /// Rejects anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "'with' loads relationships, as in '$0.project'; its rows are tuples: '(Item, Project)'"
  )
  public func with(_ inclusions: (M.Columns) -> Void) -> EagerQuery<M, OneTable<M>> {
    EagerQuery(core, InclusionLevel([], []))
  }
}

extension Queryable {
  /// Rejects anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "'with' loads relationships, as in '$0.project'; its rows are tuples: '(Item, Project)'"
  )
  public static func with(_ inclusions: (Columns) -> Void) -> EagerQuery<Self, OneTable<Self>> {
    Query<Self>().with(inclusions)
  }
}

extension JoinedQuery {
  /// Rejects anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "'with' loads relationships, as in 'item.tags'; its rows are tuples: '(Item, Project)'"
  )
  public func with(_ inclusions: (Tables.Columns) -> Void) -> EagerQuery<Tables.Rows, Tables> {
    EagerQuery(_core.core, InclusionLevel([], []))
  }
}

extension ModelColumns {
  /// Rejects anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "'with' loads relationships, as in '$0.items'; its rows are tuples: '(Item, Project)'"
  )
  public func with(_ inclusions: (Self) -> Void) -> Self { self }
}

extension OptionalColumns {
  /// Rejects anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "'with' loads relationships, as in '$0.items'; its rows are tuples: '(Item, Project)'"
  )
  public func with(_ inclusions: (Target.Columns) -> Void) -> Self { self }
}

extension ToMany {
  /// Rejects anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "'with' loads relationships, as in '$0.items'; its rows are tuples: '(Item, Project)'"
  )
  public func with(_ inclusions: (Target.Columns) -> Void) -> Self { self }
}
