/// The elements of a JSON array, for ``Query/joinEach(_:)``: `$0.labels.elements`.
///
/// `Value` is the type as which an element is read: that of the elements, or a ``JSONColumn`` of it for structs.
public struct ArrayElements<Value: ColumnValue>: Sendable {
  let node: JSONNode
}

extension JSONExpression where JSONValue: JSONSequence, JSONValue.JSONElement: JSONScalar {
  /// The elements as rows.
  public var elements: ArrayElements<JSONValue.JSONElement> { ArrayElements(node: jsonNode) }
}

extension JSONExpression
where JSONValue: _JSONOptional, JSONValue.JSONWrapped: JSONSequence, JSONValue.JSONWrapped.JSONElement: JSONScalar {
  /// The elements as rows. There are none if there is no array.
  public var elements: ArrayElements<JSONValue.JSONWrapped.JSONElement> { ArrayElements(node: jsonNode) }
}

extension JSONExpression
where JSONValue: JSONSequence, JSONValue.JSONElement: _JSONPathed & Codable & Sendable {
  /// The elements as rows, which are structs.
  public var elements: ArrayElements<JSONColumn<JSONValue.JSONElement>> { ArrayElements(node: jsonNode) }
}

/// An element of a JSON array in a joined query, as a row: `Venue.joinEach { $0.labels.elements }` returns `(Venue,
/// ArrayElement<String>)`.
public struct ArrayElement<Value: ColumnValue>: Projection {
  /// The position in the array, starting at 0.
  public let index: Int
  /// The element.
  public let value: Value.Plain

  /// Without a key, because the position is unique only within one array.
  public static var table: _TableDescription { JSONNode.elements }

  /// Reads an element.
  public init(row: inout some RowReader) throws {
    index = try row.read()
    value = try row.read(as: Value.self)
  }

  /// An element in the closures of a query.
  public struct Columns: ProjectionColumns {
    /// The struct that has the columns.
    public typealias OwningModel = ArrayElement
    /// The row of the element.
    public let rowSource: _Source

    /// Creates the columns of the element at `source`.
    public init(_ source: _Source) { rowSource = source }

    /// The position in the array, starting at 0: `t1."key"`.
    public var index: ReadOnlyColumn<ArrayElement, Int> { ReadOnlyColumn("key", of: rowSource) }
    /// The element: `t1."value"`. A struct has its members: `stop.value.city`.
    public var value: ReadOnlyColumn<ArrayElement, Value> { ReadOnlyColumn("value", of: rowSource) }
    /// Both columns.
    public var nodes: [ExpressionNode] { [index.node, value.node] }
  }
}

extension QueryCore {
  /// The rows of this query, each joined with the elements of an array: `JOIN json_each(t0."labels", '$') AS t1 ON TRUE`.
  @usableFromInline
  func joined<Value>(toEach elements: ArrayElements<Value>, of sources: [_Source]) -> _QueryCore {
    // Within one row of this query, the position identifies an element.
    let table = _TableDescription(
      model: JSONNode.elements.model, name: JSONNode.elements.name, columns: JSONNode.elements.columns,
      primaryKey: ["key"])
    let rows = QueryCore(table, origin: .elements(elements.node))
    return _QueryCore(joined(to: rows, isLeft: false, on: nil, of: sources))
  }
}

extension Query {
  /// Joins each row with each element of an array in it: `JOIN json_each(t0."labels", '$') AS t1 ON TRUE`. A row whose array is empty
  /// isn't returned.
  ///
  /// `Venue.joinEach { $0.labels.elements }.group { _, label in label.value }.select { _, label in (label.value, SQL.count()) }`
  /// counts the labels.
  @inlinable
  public func joinEach<Value>(@ElementsBuilder _ elements: (M.Columns) -> ArrayElements<Value>) -> TwoTables<
    M, ArrayElement<Value>
  > {
    let source = _Source(M.table)
    return TwoTables(core.joined(toEach: elements(M.Columns(source)), of: [source]))
  }
}

extension Queryable {
  /// Joins each row with each element of an array in it; see ``Query/joinEach(_:)``.
  @inlinable
  public static func joinEach<Value>(
    @ElementsBuilder _ elements: (Columns) -> ArrayElements<Value>
  ) -> TwoTables<Self, ArrayElement<Value>> { Query<Self>().joinEach(elements) }
}

extension TwoTables {
  /// Joins each of these rows with each element of an array in it; see ``Query/joinEach(_:)``.
  @inlinable
  public func joinEach<Value>(
    @ElementsBuilder _ elements: (Columns) -> ArrayElements<Value>
  ) -> ThreeTables<A, B, ArrayElement<Value>> {
    let sources = Self.makeSources()
    return ThreeTables(_core.core.joined(toEach: elements(Self.columns(of: sources)), of: sources))
  }
}

extension ThreeTables {
  /// Joins each of these rows with each element of an array in it; see ``Query/joinEach(_:)``.
  @inlinable
  public func joinEach<Value>(
    @ElementsBuilder _ elements: (Columns) -> ArrayElements<Value>
  ) -> FourTables<A, B, C, ArrayElement<Value>> {
    let sources = Self.makeSources()
    return FourTables(_core.core.joined(toEach: elements(Self.columns(of: sources)), of: sources))
  }
}

extension FourTables {
  /// Joins each of these rows with each element of an array in it; see ``Query/joinEach(_:)``.
  @inlinable
  public func joinEach<Value>(
    @ElementsBuilder _ elements: (Columns) -> ArrayElements<Value>
  ) -> FiveTables<A, B, C, D, ArrayElement<Value>> {
    let sources = Self.makeSources()
    return FiveTables(_core.core.joined(toEach: elements(Self.columns(of: sources)), of: sources))
  }
}
