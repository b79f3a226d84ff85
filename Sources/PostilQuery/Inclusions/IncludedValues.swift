// Values as inclusions: of each row, as '$0.tags.count', and of the members of a to-many relationship, as '$0.tags.select { $0.name }'.

extension Column: Inclusion {
  /// The loaded value for each row.
  public typealias LoadedValue = Value.Plain
}

extension ReadOnlyColumn: Inclusion {
  /// The loaded value for each row.
  public typealias LoadedValue = Value.Plain
}

extension SQLOperation: Inclusion {
  /// The loaded value for each row.
  public typealias LoadedValue = Value.Plain
}

extension JSONPath: Inclusion where JSONValue: JSONScalar {
  /// The loaded value for each row.
  public typealias LoadedValue = JSONValue.Plain
}

extension Inclusion where Self: SQLExpression, LoadedValue == Value.Plain {
  /// The value.
  public var includedRows: _IncludedRows { _IncludedRows(value: node) }

  /// Loads nothing, because the value is read with each row.
  public func loadIncluded<DB: ReadTransaction>(for keys: _ParentKeys, in db: DB) throws -> [LoadedValue] { [] }

  /// Reads the value.
  @inlinable
  public func _readIncluded(from row: inout some RowReader) throws -> LoadedValue? { try Value._readPlain(from: &row) }
}

extension ToMany {
  /// Values of each member instead of its row, in a `with`: `$0.posts.select { ($0.title, $0.comments.count) }` loads
  /// `[(String, Int)]`. The closure returns the same as that of `Query.select(_:)`, except aggregates.
  @inlinable
  public func select<Included>(
    @SelectionBuilder _ values: (Target.Columns) -> some _IncludedResults<Included>
  ) -> Included {
    let source = _Source(Target.table)
    return values(Target.Columns(source))._included(in: includedRows, of: source)
  }
}

/// What is read from each member of a to-many relationship.
public protocol _IncludedResults<_Included> {
  /// An inclusion that loads it.
  associatedtype _Included: Inclusion
  /// The inclusion that loads it from these members.
  func _included(in members: _IncludedRows, of source: _Source) -> _Included
}

extension _SelectedValues: _IncludedResults {
  /// The inclusion that loads the values.
  @inlinable
  public func _included(in members: _IncludedRows, of source: _Source) -> IncludedValues<Row, repeat each Value> {
    IncludedValues(members.reading(nodes, of: source))
  }
}

extension ProjectionColumns {
  /// The inclusion that loads the rows of the projection.
  @inlinable
  public func _included(
    in members: _IncludedRows, of source: _Source
  ) -> IncludedValues<OwningModel, _SelectedRow<OwningModel>> {
    IncludedValues(members.reading(nodes, of: source))
  }
}

extension _IncludedRows {
  /// The same members, of which these expressions are read.
  @usableFromInline
  func reading(_ results: [_ExpressionNode], of source: _Source) -> _IncludedRows {
    var rows = with(InclusionLevel([source], []))
    rows.results = results
    if results.contains(where: \.containsAggregate) {
      let needs = "values of single members; for one value of all members, use a function such as '$0.tags.count'"
      rows.members.predicates.append(.failure(.argument(function: "select", needs: needs)))
    }
    return rows
  }
}

/// Values of the members of a to-many relationship, created by ``ToMany/select(_:)``.
public struct IncludedValues<Row, each Value: _SelectedValue>: Inclusion {
  /// The loaded value for each row.
  public typealias LoadedValue = [Row]

  /// The members.
  public let includedRows: _IncludedRows

  @usableFromInline
  init(_ includedRows: _IncludedRows) { self.includedRows = includedRows }

  /// Loads the values of the members of each key.
  @inlinable
  public func loadIncluded<DB: ReadTransaction>(for keys: _ParentKeys, in db: DB) throws -> [[Row]] {
    let groups = try _GroupedRows<Row>(keys, readsKeys: includedRows.ownerColumn(for: keys) != nil)
    for statement in try includedRows.statements(for: keys, in: db.dialect) {
      try db.forEachRow(statement) { row in
        let values = (repeat try (each Value)._readPlain(from: &row))
        groups.append(asRow(values), for: try row.readInt64())
      }
    }
    return groups.groups
  }
}
