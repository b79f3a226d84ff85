/// The values of a group as an array, returned by `jsonArray()`. It is read as an array of the values' own type.
public struct JSONElements<Element: ColumnValue>: ColumnValue {
  /// An array of the Swift type that properties have.
  public typealias Plain = [Element.Plain]
  /// The values.
  public var _plain: [Element.Plain]

  /// Creates an array from values.
  public init(_plain plain: [Element.Plain]) { self._plain = plain }

  /// Text.
  public static var _jsonForm: _JSONForm { .text }

  /// Reads TEXT with a JSON array.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else, or an invalid element.
  public static func _read(from row: inout some RowReader) throws -> Self {
    guard let tokens = try row.readUTF8(JSONScanner.elements) else {
      throw row.decodingError([Element.Plain].self, reason: "it must be a JSON array")
    }
    do {
      var elements = JSONRow(tokens)
      return Self(_plain: try tokens.map { _ in try Element._read(from: &elements)._plain })
    } catch let error as ColumnDecodingError {
      throw row.decodingError(
        [Element.Plain].self, reason: "its element \(error.column) is no \(error.type): \(error.reason)")
    }
  }

  /// Binds the array as TEXT.
  public func _bind(to binder: inout some ValueBinder) {
    binder.bind(JSONText.array(of: _plain.map { Element(_plain: $0)._boundValue }))
  }

  /// The text as a binding.
  public var _boundValue: BoundValue { .text(JSONText.array(of: _plain.map { Element(_plain: $0)._boundValue })) }

  /// Whether both have the same values in the same order.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs._boundValue == rhs._boundValue }

  /// Hashes the values.
  public func hash(into hasher: inout Hasher) { hasher.combine(_boundValue) }
}

/// The values of a group by key, returned by `SQL.jsonObject`. It is read as a dictionary of the expressions' own types.
public struct JSONMembersByKey<Key: ColumnValue, Element: ColumnValue>: ColumnValue
where Key.Plain: Hashable & Sendable {
  /// A dictionary of the Swift types that properties have.
  public typealias Plain = [Key.Plain: Element.Plain]
  /// The values.
  public var _plain: [Key.Plain: Element.Plain]

  /// Creates a dictionary from values.
  public init(_plain plain: [Key.Plain: Element.Plain]) { self._plain = plain }

  /// Text.
  public static var _jsonForm: _JSONForm { .text }

  /// Reads TEXT with a JSON object.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else, or an invalid key or value.
  public static func _read(from row: inout some RowReader) throws -> Self {
    guard let members = try row.readUTF8(JSONScanner.members) else {
      throw row.decodingError(Plain.self, reason: "it must be a JSON object")
    }
    do {
      var keys = JSONRow(members.map { .key($0.key, Key._jsonForm) })
      var values = JSONRow(members.map(\.value))
      var plain = Plain(minimumCapacity: members.count)
      for _ in members {
        let key = try Key._read(from: &keys)._plain
        plain[key] = try Element._read(from: &values)._plain
      }
      return Self(_plain: plain)
    } catch let error as ColumnDecodingError {
      throw row.decodingError(Plain.self, reason: "its member \(error.column) is no \(error.type): \(error.reason)")
    }
  }

  /// Binds the dictionary as TEXT.
  public func _bind(to binder: inout some ValueBinder) { binder.bind(json) }

  /// The text as a binding.
  public var _boundValue: BoundValue { .text(json) }

  private var json: String {
    let members = _plain.map { [Key(_plain: $0.key)._boundValue, Element(_plain: $0.value)._boundValue] }
    return JSONText.array(of: members.sorted { "\($0[0])" < "\($1[0])" })
  }

  /// Whether both have the same keys and values.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.json == rhs.json }

  /// Hashes the keys and values.
  public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

// Elements are written so that they are read back exactly: integers of any size as numbers, floating-point numbers as text with
// all their digits, and bytes as hexadecimal text. Source: SQLite, "JSON Functions And Operators", section 4.21.
extension SQLExpression {
  /// The values of the rows as an array, in no particular order; without duplicates if `distinct`. It is empty if there
  /// are no rows: `json_group_array(t0."title")`, which is read as a `[String]`.
  ///
  /// A `NULL` becomes a `nil`: the array of a `String?` is a `[String?]`. ``compactJSONArray(distinct:)`` leaves out `NULL`s.
  public func jsonArray(distinct: Bool = false) -> SQLAggregate<JSONElements<Value>> {
    let element = _ExpressionNode.json(node, Value._jsonForm, takesNull: Self.takesNull)
    return SQLAggregate(AggregateCall(.jsonArray, element, isDistinct: distinct))
  }
}

extension SQLExpression where Value: _OptionalColumnValue {
  /// The values of the rows as an array without `NULL`s; without duplicates if `distinct`: `json_group_array(t0."note")
  /// FILTER (WHERE t0."note" IS NOT NULL)`, which is read as a `[String]`.
  public func compactJSONArray(distinct: Bool = false) -> SQLAggregate<JSONElements<Value.Unwrapped>> {
    let element = _ExpressionNode.json(node, Value._jsonForm, takesNull: true)
    let call = AggregateCall(.jsonArray, element, isDistinct: distinct)
    return SQLAggregate(call.filtered(by: .isNotNull(node)))
  }
}

extension SQL {
  /// The values of the rows by key, as a dictionary: `json_group_object(t0."title", t0."count")`, which is read as a
  /// `[String: Int]`. It is empty if there are no rows.
  ///
  /// If several rows have the same key, the dictionary contains the value of one of them.
  public static func jsonObject<Key: SQLExpression, E: SQLExpression>(
    _ key: Key, _ value: E
  ) -> SQLAggregate<JSONMembersByKey<Key.Value, E.Value>>
  where Key.Value.Unwrapped == Key.Value, Key.Value.Plain: Hashable & Sendable {
    SQLAggregate(
      AggregateCall(
        .jsonObject, .json(key.node, Key.Value._jsonForm, takesNull: false),
        .json(value.node, E.Value._jsonForm, takesNull: E.takesNull)))
  }
}

extension ToMany {
  /// The values of an expression over the members, in their order, as an array: `(SELECT json_group_array(t2."name") FROM … WHERE
  /// t1."item_id" = t0."id")`, which is read as a `[String]`. It is empty if there are no members.
  public func jsonArray<E: SQLExpression>(
    _ expression: (Target.Columns) -> E
  ) -> SQLOperation<JSONElements<E.Value>> {
    aggregate(inOrder: true) { expression($0).jsonArray() }
  }
}
