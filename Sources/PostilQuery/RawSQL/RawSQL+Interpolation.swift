#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RawSQL {
  /// What can be interpolated in the literal.
  ///
  /// | in the literal | in the SQL |
  /// |---|---|
  ///  `\(7)`, `\("Emma")`, `\(book.id)`, any value that a column can hold | `?1` |
  /// | `\(date, as: UnixSeconds.self)` | `?1`, in that stored form |
  ///  `IN \(titles)`, any sequence of such values | `IN (?1, ?2)`, or one JSON parameter for many values |
  /// | `\(Book.self)` | `"book"` |
  /// | `\(Book.columns.title)` | `"title"` |
  ///  `\($0.title)`, an expression of the enclosing query | `t0."title"` |
  /// | `\(Book.allColumns)`, `\(Book.allColumns, of: "b")` | `"id", "title"`; `"b"."id", "b"."title"` |
  ///  `\(identifier: name)` | `"name"`, quoted whatever it contains |
  /// | `\(query)`, a query or a selection | `(SELECT …)` |
  ///  `\(fragment)`, other raw SQL | its text, with its values as bindings |
  public struct StringInterpolation: StringInterpolationProtocol {
    var pieces: [Piece] = []

    /// Creates an empty text.
    public init(literalCapacity: Int, interpolationCount: Int) { pieces.reserveCapacity(2 * interpolationCount + 1) }

    /// Adds SQL from the program's source.
    public mutating func appendLiteral(_ text: StaticString) {
      if text.utf8CodeUnitCount > 0 { pieces.append(.text(text)) }
    }

    /// Adds a value as a binding: `?1`. A key with several columns is added as a row value: `(?1, ?2)`.
    public mutating func appendInterpolation(_ value: some KeyValue) {
      let bindings = value._boundValues
      pieces.append(bindings.count == 1 ? .value(bindings[0]) : .row(bindings))
    }

    /// Adds a value as a binding: `?1`. `nil` is `NULL`.
    public mutating func appendInterpolation<Value: KeyValue>(_ value: Value?) {
      // Without this overload, the generic parameter accepts optionals too, with a misleading compiler warning about text.
      let bindings = value._boundValues
      pieces.append(bindings.count == 1 ? .value(bindings[0]) : .row(bindings))
    }

    // Bytes are both a value and a sequence of values. These two overloads select the value.

    /// Adds bytes as a binding: `?1`.
    public mutating func appendInterpolation(_ bytes: [UInt8]) { pieces.append(.value(bytes._boundValue)) }

    /// Adds bytes as a binding: `?1`.
    public mutating func appendInterpolation(_ bytes: Data) { pieces.append(.value(bytes._boundValue)) }

    /// Adds a value as a binding, in the form in which a column stores it: `\(date, as: UnixSeconds.self)`.
    public mutating func appendInterpolation<Value: ColumnValue>(_ value: Value.Plain?, as type: Value.Type) {
      pieces.append(.value(Value._boundValue(of: value)))
    }

    /// Adds values as a list for an `IN`: `(?1, ?2)`. The list can have any length; a long one is `(SELECT value FROM
    /// json_each(?1))`.
    public mutating func appendInterpolation<Values: Sequence>(_ values: Values) where Values.Element: KeyValue {
      let rows = values.map(\._boundValues)
      let isKeys = Values.Element._columnCount != 1
      pieces.append(isKeys ? .rows(rows) : .list(ValueList(rows.flatMap { $0 })))
    }

    /// Adds an expression. In a query's closure, this is a column of its rows: `t0."title"`. A column of
    /// ``Queryable/columns`` is only its name, `"title"`, which an alias can precede: `b.\(Book.columns.title)`.
    public mutating func appendInterpolation(_ expression: some SQLExpression) {
      pieces.append(.expression(expression.node))
    }

    /// Adds the name of a model's table or of a view: `"book"`.
    public mutating func appendInterpolation<M: Queryable>(_ model: M.Type) { pieces.append(.identifier(M.table.name)) }

    /// Adds the names of all columns, in the order in which a row is read: `"id", "title"`.
    public mutating func appendInterpolation(_ columns: ColumnNames) { pieces.append(.columns(columns.names, of: nil)) }

    /// Adds the names of all columns of the table with this alias: `"b"."id", "b"."title"`.
    public mutating func appendInterpolation(_ columns: ColumnNames, of alias: String) {
      pieces.append(.columns(columns.names, of: alias))
    }

    /// Adds a quoted name: `"name"`.
    public mutating func appendInterpolation(identifier name: String) { pieces.append(.identifier(name)) }

    /// Adds raw SQL, with its values as bindings.
    public mutating func appendInterpolation(_ fragment: RawSQL) { pieces.append(.fragment(fragment)) }

    /// Adds a query in parentheses: `(SELECT t0."id", t0."title" FROM "book" AS t0)`.
    public mutating func appendInterpolation<M: Queryable>(_ query: Query<M>) { pieces.append(.query(query.core)) }

    /// Adds a query of values in parentheses: `(SELECT t0."id" FROM "book" AS t0)`.
    public mutating func appendInterpolation<Row, each Value: _SelectedValue>(
      _ selection: Selection<Row, repeat each Value>
    ) {
      pieces.append(.selection(selection.statement))
    }
  }
}

/// The names of all columns of a table or view; see ``Queryable/allColumns``.
public struct ColumnNames: Hashable, Sendable {
  /// The names, in the order in which a row is read.
  public let names: [String]
}

extension Queryable {
  /// The unqualified columns, for raw SQL: `RawSQL("SELECT max(\(Book.columns.publishedIn)) FROM \(Book.self)")`.
  ///
  /// In a query's closure, use the columns of `$0` instead.
  public static var columns: Columns { Columns(_Source(unqualified: table)) }

  /// The names of all columns, in the order in which a row is read, for raw SQL: `RawSQL("SELECT \(Book.allColumns)
  /// FROM \(Book.self)").as(Book.self)`.
  public static var allColumns: ColumnNames { ColumnNames(names: table.columns.map(\.name)) }
}
