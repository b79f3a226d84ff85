/// A relationship that a query loads together with its rows, named in the closure of `Query.with(_:)`.
///
/// A required to-one (`$0.project`) loads a row, an optional one (`$0.parent`) an optional row, a to-many (`$0.tags`) an array.
/// Each takes one additional statement for any number of rows, because their keys are passed as one JSON parameter.
public protocol Inclusion<LoadedValue>: Sendable {
  /// The loaded value for each row of the query: `Project`, `Project?`, `[Tag]`, `[(Tag, [Item])]`.
  associatedtype LoadedValue
  /// The rows to load, and what is loaded together with them. The name was chosen so that it doesn't hide a column of a model.
  var includedRows: _IncludedRows { get }
  /// Loads the values for each of the keys, in the same order.
  /// - Throws: ``QueryError`` if the statement can't be written as SQL, ``RecordNotFound`` if a required row is
  ///   missing, ``ColumnDecodingError`` and ``DatabaseError`` like any query.
  func loadIncluded<DB: ReadTransaction>(for keys: _ParentKeys, in db: DB) throws -> [LoadedValue]
  /// Reads the value from a row of the query; `nil` if it is loaded by `loadIncluded`.
  func _readIncluded(from row: inout some RowReader) throws -> LoadedValue?
}

extension Inclusion {
  /// `nil`, because related rows have a statement of their own.
  @inlinable
  public func _readIncluded(from row: inout some RowReader) throws -> LoadedValue? { nil }
}

/// The rows that an inclusion loads, without their types.
public struct _IncludedRows: Sendable {
  /// The members of a single row's relationship, with the origin ``QueryCore/Origin/related(_:to:)``.
  @usableFromInline var members: QueryCore
  /// What is loaded together with each of them.
  @usableFromInline var level: InclusionLevel
  /// What is read from each of the members instead of their columns.
  @usableFromInline var results: [_ExpressionNode]?
  /// The expression, if it is a value of each row instead of related rows.
  var value: _ExpressionNode?
  /// Whether each row can have several of them.
  var isToMany = false
  /// The reason why nothing can be loaded.
  let failure: QueryError?

  @usableFromInline
  init(_ members: QueryCore, level: InclusionLevel) {
    self.members = members
    self.level = level
    failure = nil
  }

  /// Creates the members of a to-many relationship.
  init(_ members: QueryCore) {
    self.init(members, level: InclusionLevel([_Source(members.table)], []))
    isToMany = true
  }

  /// Creates a value of each row.
  @usableFromInline
  init(value: _ExpressionNode) {
    self.init(QueryCore(Self.nothing, origin: .constants), level: InclusionLevel([], []))
    self.value = value
  }

  private static let nothing = _TableDescription(model: "", name: "", columns: [])

  /// Creates the row at the end of a path.
  init(at source: _Source, of table: _TableDescription) {
    if let path = source.node.path, let owner = source.node.parent {
      members = QueryCore(table, origin: .related(path, to: _Source(node: owner)))
      if !path.hidesDeleted { members.deletedRows = .included }
      failure = nil
    } else {
      members = QueryCore(table)
      failure = .inclusionOfTheRowItself(table: table.name)
    }
    level = InclusionLevel([_Source(table)], [])
  }

  /// The same rows, with what is loaded together with each of them.
  @usableFromInline
  func with(_ level: InclusionLevel) -> _IncludedRows {
    var rows = self
    rows.level = level
    return rows
  }

  /// The relationship, and the row at which it starts.
  func relation() throws(QueryError) -> (path: RelationshipPath, owner: _Source) {
    if let failure { throw failure }
    if case .derived = members.origin {
      throw .argument(
        function: "limit",
        needs: "to be the last clause of a relationship in 'with'; call 'where' and 'order' before it")
    }
    guard case .related(let path, let owner?) = members.origin else {
      throw .inclusionOfTheRowItself(table: members.table.name)
    }
    return (path, owner)
  }
}
