/// The elements of an array, or the entries of a dictionary, in JSON, for ``Query/joinEach(_:)``: `$0.labels.elements`.
///
/// `Value` is the type as which an element is read: that of the elements, or a ``JSONColumn`` of it for structs.
public struct JSONEntries<Key: ColumnValue, Value: ColumnValue>: Sendable {
  let node: JSONNode
}

extension JSONExpression where JSONValue: JSONSequence, JSONValue.JSONElement: JSONScalar {
  /// The elements as rows.
  public var elements: JSONEntries<Int, JSONValue.JSONElement> { JSONEntries(node: jsonNode) }
}

extension JSONExpression
where JSONValue: _JSONOptional, JSONValue.JSONWrapped: JSONSequence, JSONValue.JSONWrapped.JSONElement: JSONScalar {
  /// The elements as rows. There are none if there is no array.
  public var elements: JSONEntries<Int, JSONValue.JSONWrapped.JSONElement> { JSONEntries(node: jsonNode) }
}

extension JSONExpression
where JSONValue: JSONSequence, JSONValue.JSONElement: _JSONPathed & Codable & Sendable {
  /// The elements as rows, which are structs.
  public var elements: JSONEntries<Int, JSONColumn<JSONValue.JSONElement>> { JSONEntries(node: jsonNode) }
}

extension JSONExpression where JSONValue: _JSONDictionary, JSONValue.JSONElement: JSONScalar {
  /// The entries as rows.
  public var entries: JSONEntries<String, JSONValue.JSONElement> { JSONEntries(node: jsonNode) }
}

extension JSONExpression
where JSONValue: _JSONOptional, JSONValue.JSONWrapped: _JSONDictionary, JSONValue.JSONWrapped.JSONElement: JSONScalar {
  /// The entries as rows. There are none if there is no dictionary.
  public var entries: JSONEntries<String, JSONValue.JSONWrapped.JSONElement> { JSONEntries(node: jsonNode) }
}

extension JSONExpression where JSONValue: _JSONDictionary, JSONValue.JSONElement: _JSONPathed & Codable & Sendable {
  /// The entries as rows, whose values are structs.
  public var entries: JSONEntries<String, JSONColumn<JSONValue.JSONElement>> { JSONEntries(node: jsonNode) }
}

/// An element of a JSON array in a joined query, as a row: `Venue.joinEach { $0.labels.elements }` returns `(Venue,
/// ArrayElement<String>)`.
public typealias ArrayElement<Value: ColumnValue> = JSONEntry<Int, Value>

/// An entry of a dictionary in JSON in a joined query, as a row: `Venue.joinEach { $0.settings.entries }` returns `(Venue,
/// DictionaryEntry<String>)`.
public typealias DictionaryEntry<Value: ColumnValue> = JSONEntry<String, Value>

/// A part of a JSON array or object in a joined query, as a row: an ``ArrayElement`` or a ``DictionaryEntry``.
public struct JSONEntry<Key: ColumnValue, Value: ColumnValue>: Projection {
  /// The position in the array, starting at 0, or the key.
  public let key: Key
  /// The value.
  public let value: Value.Plain

  /// Without a primary key, because the key is unique only within one array or object.
  public static var table: _TableDescription { JSONNode.elements }

  /// Reads an element.
  public init(row: inout some RowReader) throws {
    key = try row.read()
    value = try row.read(as: Value.self)
  }

  /// An element in the closures of a query.
  public struct Columns: ProjectionColumns {
    /// The struct that has the columns.
    public typealias OwningModel = JSONEntry
    /// The row of the element.
    public let _rowSource: _Source

    /// Creates the columns of the element at `source`.
    public init(_ source: _Source) { _rowSource = source }

    /// The position in the array, starting at 0, or the key: `t1."key"`.
    public var key: ReadOnlyColumn<JSONEntry, Key> { ReadOnlyColumn("key", of: _rowSource) }
    /// The element: `t1."value"`. A struct has its members: `stop.value.city`.
    public var value: ReadOnlyColumn<JSONEntry, Value> { ReadOnlyColumn("value", of: _rowSource) }
    /// Both columns.
    public var nodes: [_ExpressionNode] { [key.node, value.node] }
  }
}

extension JSONEntry where Key == Int {
  /// The position in the array, starting at 0.
  public var index: Int { key }
}

extension JSONEntry.Columns where Key == Int {
  /// The position in the array, starting at 0: `t1."key"`.
  public var index: ReadOnlyColumn<JSONEntry, Int> { key }
}

extension QueryCore {
  /// The rows of this query, each joined with the entries of an array or object: `JOIN json_each(t0."labels", '$') AS t1 ON TRUE`.
  @usableFromInline
  func joined<Key, Value>(toEach elements: JSONEntries<Key, Value>, of sources: [_Source]) -> _QueryCore {
    // Within one row of this query, the key identifies an entry.
    let table = _TableDescription(
      model: JSONNode.elements.model, name: JSONNode.elements.name, columns: JSONNode.elements.columns,
      primaryKey: ["key"])
    let rows = QueryCore(table, origin: .elements(elements.node))
    return _QueryCore(joined(to: rows, isLeft: false, on: nil, of: sources))
  }
}

extension Query {
  /// Joins each row with each element of an array in it, or entry of a dictionary: `JOIN json_each(t0."labels", '$') AS t1 ON TRUE`.
  /// A row whose array is empty isn't returned.
  ///
  /// `Venue.joinEach { $0.labels.elements }.group { _, label in label.value }.select { _, label in (label.value, SQL.count()) }`
  /// counts the labels.
  @inlinable
  public func joinEach<Key, Value>(
    @ElementsBuilder _ elements: (M.Columns) -> JSONEntries<Key, Value>
  ) -> TwoTables<M, JSONEntry<Key, Value>> {
    let source = _Source(M.table)
    return TwoTables(core.joined(toEach: elements(M.Columns(source)), of: [source]))
  }
}

extension Queryable {
  /// Joins each row with each element of an array in it; see ``Query/joinEach(_:)``.
  @inlinable
  public static func joinEach<Key, Value>(
    @ElementsBuilder _ elements: (Columns) -> JSONEntries<Key, Value>
  ) -> TwoTables<Self, JSONEntry<Key, Value>> { Query<Self>().joinEach(elements) }
}

extension TwoTables {
  /// Joins each of these rows with each element of an array in it; see ``Query/joinEach(_:)``.
  @inlinable
  public func joinEach<Key, Value>(
    @ElementsBuilder _ elements: (Columns) -> JSONEntries<Key, Value>
  ) -> ThreeTables<A, B, JSONEntry<Key, Value>> {
    let sources = Self.makeSources()
    return ThreeTables(_core.core.joined(toEach: elements(Self.columns(of: sources)), of: sources))
  }
}

extension ThreeTables {
  /// Joins each of these rows with each element of an array in it; see ``Query/joinEach(_:)``.
  @inlinable
  public func joinEach<Key, Value>(
    @ElementsBuilder _ elements: (Columns) -> JSONEntries<Key, Value>
  ) -> FourTables<A, B, C, JSONEntry<Key, Value>> {
    let sources = Self.makeSources()
    return FourTables(_core.core.joined(toEach: elements(Self.columns(of: sources)), of: sources))
  }
}

extension FourTables {
  /// Joins each of these rows with each element of an array in it; see ``Query/joinEach(_:)``.
  @inlinable
  public func joinEach<Key, Value>(
    @ElementsBuilder _ elements: (Columns) -> JSONEntries<Key, Value>
  ) -> FiveTables<A, B, C, D, JSONEntry<Key, Value>> {
    let sources = Self.makeSources()
    return FiveTables(_core.core.joined(toEach: elements(Self.columns(of: sources)), of: sources))
  }
}
