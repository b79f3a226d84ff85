// Where a closure gives nothing that has a value in a query, such as a whole struct or a row, Swift takes it as one that gives
// nothing at all: `select { $0.address }` would be a selection of no values, with a warning that nobody reads. So there is a
// function for closures that give nothing. It has to be one that may be called, for Swift prefers a selection of no values to a
// function that is unavailable; what refuses the call is that it belongs to an actor which no code is isolated to, and
// what says what to write is its deprecation.

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
    *, deprecated, message: "a result has one value: of a struct or a row name the columns, as in '$0.address.city'"
  )
  public func select(_ expressions: (M.Columns) -> Void) -> Selection<()> {
    Selection(SelectStatement(core, results: [], of: []))
  }

  /// Refuses anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "what is loaded is relationships, as in '$0.list'; the row has its columns anyway"
  )
  public func with(_ inclusions: (M.Columns) -> Void) -> EagerQuery<M, M> {
    EagerQuery(self, InclusionLevel(_Source(M.table), []))
  }
}

extension Queryable {
  /// Refuses expressions without a value of their own: a whole struct, a row, a relationship.
  @_NotAQueryValue @_disfavoredOverload
  @available(
    *, deprecated, message: "a result has one value: of a struct or a row name the columns, as in '$0.address.city'"
  )
  public static func select(_ expressions: (Columns) -> Void) -> Selection<()> {
    Query<Self>().select(expressions)
  }

  /// Refuses anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "what is loaded is relationships, as in '$0.list'; the row has its columns anyway"
  )
  public static func with(_ inclusions: (Columns) -> Void) -> EagerQuery<Self, Self> { Query<Self>().with(inclusions) }
}

extension JoinedQuery {
  /// Refuses expressions without a value of their own: a whole struct, a row, a relationship.
  @_NotAQueryValue @_disfavoredOverload
  @available(
    *, deprecated, message: "a result has one value: of a struct or a row name the columns, as in 'item.address.city'"
  )
  public func select(_ expressions: (Tables.Columns) -> Void) -> Selection<()> {
    Selection(SelectStatement(core, results: [], of: []))
  }
}

extension GroupedQuery {
  /// Refuses expressions without a value of their own: a whole struct, a row, a relationship.
  @_NotAQueryValue @_disfavoredOverload
  @available(
    *, deprecated, message: "a result has one value: of a struct or a row name the columns, as in '$0.address.city'"
  )
  public func select(_ expressions: (Tables.Columns) -> Void) -> Selection<()> {
    Selection(SelectStatement(core, results: [], of: []))
  }
}

extension Change {
  /// Refuses expressions without a value of their own: a whole struct, a row, a relationship.
  @_NotAQueryValue @_disfavoredOverload
  @available(
    *, deprecated, message: "a result has one value: of a struct or a row name the columns, as in '$0.address.city'"
  )
  public func returning(_ expressions: (M.Columns) -> Void) -> ChangedValues<()> {
    ChangedValues(core: core, source: _Source(M.table), nodes: [])
  }
}

extension Insertion {
  /// Refuses expressions without a value of their own: a whole struct, a row, a relationship.
  @_NotAQueryValue @_disfavoredOverload
  @available(
    *, deprecated, message: "a result has one value: of a struct or a row name the columns, as in '$0.address.city'"
  )
  public func returning(_ expressions: (M.Columns) -> Void) -> ChangedValues<()> {
    ChangedValues(core: .insert(core, into: M.table), source: _Source(M.table), nodes: [])
  }
}

extension ModelColumns {
  /// Refuses anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "what is loaded is relationships, as in '$0.items'; the row has its columns anyway"
  )
  public func with(_ inclusions: (Self) -> Void) -> Self { self }
}

extension OptionalColumns {
  /// Refuses anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "what is loaded is relationships, as in '$0.items'; the row has its columns anyway"
  )
  public func with(_ inclusions: (Target.Columns) -> Void) -> Self { self }
}

extension ToMany {
  /// Refuses anything other than relationships.
  @_NotAQueryValue
  @available(
    *, deprecated, message: "what is loaded is relationships, as in '$0.items'; the row has its columns anyway"
  )
  public func with(_ inclusions: (Target.Columns) -> Void) -> Self { self }
}
