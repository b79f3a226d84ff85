/// What a query can load together with its rows: a relationship, as it is named in the closure of ``Query/with(_:)``.
///
/// A required to-one (`$0.project`) gives a row, an optional one (`$0.parent`) an optional row, a to-many (`$0.tags`) an array.
/// Each is one more statement, whatever the number of rows: their keys go into it as one JSON parameter.
public protocol Inclusion<LoadedValue>: Sendable {
  /// What each row of the query gets: `Project`, `Project?`, `[Tag]`, `[(Tag, [Item])]`.
  associatedtype LoadedValue
  /// The rows to load, and what is loaded with these. It is called so that it hides no column of a model.
  var includedRows: _IncludedRows { get }
  /// Loads what belongs to each of the keys, in their order.
  /// - Throws: ``QueryError`` if the statement can't be written as SQL, ``RecordNotFound`` if a row that is required is not
  ///   there, ``ColumnDecodingError`` and ``DatabaseError`` as a query does.
  func loadIncluded<DB: ReadTransaction>(for keys: _ParentKeys, in db: DB) throws -> [LoadedValue]
}

/// The rows that an inclusion loads, without their types.
public struct _IncludedRows: Sendable {
  /// The members of the relationship of one row: an origin of ``QueryCore/Origin/related(_:to:)``.
  @usableFromInline var members: QueryCore
  /// What is loaded with each of them.
  @usableFromInline var level: InclusionLevel
  /// Why there is nothing to load.
  let failure: QueryError?

  @usableFromInline
  init(_ members: QueryCore, level: InclusionLevel) {
    self.members = members
    self.level = level
    failure = nil
  }

  /// The members of a to-many.
  init(_ members: QueryCore) { self.init(members, level: InclusionLevel(_Source(members.table), [])) }

  /// The row at the end of a path.
  init(at source: _Source, of table: _TableDescription) {
    if let path = source.node.path, let owner = source.node.parent {
      members = QueryCore(table, origin: .related(path, to: _Source(node: owner)))
      if !path.hidesDeleted { members.deletedRows = .included }
      failure = nil
    } else {
      members = QueryCore(table)
      failure = .inclusionOfTheRowItself(table: table.name)
    }
    level = InclusionLevel(_Source(table), [])
  }

  /// The same rows, together with what is loaded with each of them.
  @usableFromInline
  func with(_ level: InclusionLevel) -> _IncludedRows {
    var rows = self
    rows.level = level
    return rows
  }

  /// The relationship, and the row that it begins at.
  func relation() throws(QueryError) -> (path: RelationshipPath, owner: _Source) {
    if let failure { throw failure }
    guard case .related(let path, let owner) = members.origin else {
      throw .inclusionOfTheRowItself(table: members.table.name)
    }
    return (path, owner)
  }
}
