/// The values of a group as an array: what `jsonArray()` gives, an array of the values' own type.
public struct JSONElements<Element: ColumnValue>: ColumnValue {
  /// An array of the type that properties have.
  public typealias Plain = [Element.Plain]
  /// The values.
  public var _plain: [Element.Plain]

  /// The values.
  public init(_plain plain: [Element.Plain]) { self._plain = plain }

  /// Text.
  public static var _jsonForm: _JSONForm { .text }

  /// Reads a TEXT of a JSON array.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else, or an element that isn't such a value.
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

  /// Binds a TEXT.
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

/// The values of a group by their keys: what `SQL.jsonObject` gives, a dictionary of the expressions' own types.
public struct JSONMembersByKey<Key: ColumnValue, Element: ColumnValue>: ColumnValue
where Key.Plain: Hashable & Sendable {
  /// A dictionary of the types that properties have.
  public typealias Plain = [Key.Plain: Element.Plain]
  /// The values.
  public var _plain: [Key.Plain: Element.Plain]

  /// The values.
  public init(_plain plain: [Key.Plain: Element.Plain]) { self._plain = plain }

  /// Text.
  public static var _jsonForm: _JSONForm { .text }

  /// Reads a TEXT of a JSON object.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else, or a key or value of another type.
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

  /// Binds a TEXT.
  public func _bind(to binder: inout some ValueBinder) { binder.bind(json) }

  /// The text as a binding.
  public var _boundValue: BoundValue { .text(json) }

  private var json: String {
    let members = _plain.map { [Key(_plain: $0.key)._boundValue, Element(_plain: $0.value)._boundValue] }
    return JSONText.array(of: members.sorted { "\($0[0])" < "\($1[0])" })
  }

  /// Whether both have the same values by the same keys.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.json == rhs.json }

  /// Hashes the members.
  public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

// An element is written so that it is read back exactly: integers as numbers, of any size; floating-point numbers with all their
// digits, and bytes in hexadecimal, as texts. Source: SQLite, "JSON Functions And Operators", section 4.21.
extension SQLExpression {
  /// The values of the rows as an array, with `distinct` each once, in no particular order; of no rows an empty one:
  /// `json_group_array(t0."title")`, which is read as a `[String]`.
  ///
  /// What is `NULL` is a `nil` in it: the array of a `String?` is a `[String?]`, and ``compactJSONArray(distinct:)`` leaves them
  /// out.
  public func jsonArray(distinct: Bool = false) -> SQLAggregate<JSONElements<Value>> {
    let element = ExpressionNode.json(node, Value._jsonForm, takesNull: Self.takesNull)
    return SQLAggregate(AggregateCall(.jsonArray, element, isDistinct: distinct))
  }
}

extension SQLExpression where Value: _OptionalColumnValue {
  /// The values of the rows that have one, with `distinct` each once, as an array:
  /// `json_group_array(t0."note") FILTER (WHERE t0."note" IS NOT NULL)`, which is read as a `[String]`.
  public func compactJSONArray(distinct: Bool = false) -> SQLAggregate<JSONElements<Value.Unwrapped>> {
    let element = ExpressionNode.json(node, Value._jsonForm, takesNull: true)
    let call = AggregateCall(.jsonArray, element, isDistinct: distinct)
    return SQLAggregate(call.filtered(by: .isNotNull(node)))
  }
}

extension SQL {
  /// The values of the rows by a key, as a dictionary: `json_group_object(t0."title", t0."count")`, which is read as a
  /// `[String: Int]`; of no rows an empty one.
  ///
  /// Where several rows have one key, the value of any of them is there.
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
  /// The values of an expression over the members as an array, of no members an empty one:
  /// `(SELECT json_group_array(t2."name") FROM … WHERE t1."item_id" = t0."id")`, which is read as a `[String]`.
  public func jsonArray<E: SQLExpression>(
    _ expression: (Target.Columns) -> E
  ) -> SQLOperation<JSONElements<E.Value>> {
    aggregate { expression($0).jsonArray() }
  }
}
