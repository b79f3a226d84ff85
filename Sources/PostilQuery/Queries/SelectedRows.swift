// What `select` returns for each row: values, and whole rows together with them.

/// What the closure of `select` can return, alone or in a tuple: an expression, a constant, or the columns of a row, which stand for
/// the whole row: `.select { ($0, $0.tags.count) }`.
public protocol SelectedElement<_Projected>: Sendable {
  /// How it is read: as a value, which is optional if it can be `NULL`, or as a row.
  associatedtype _Projected: _SelectedValue
  /// The expressions that the statement returns for it.
  var _selectedNodes: [_ExpressionNode] { get }
}

/// How one element of a selection is read: as the value of a column, or as a row.
public protocol _SelectedValue: Sendable {
  /// The type in the tuple of values.
  associatedtype Plain: Sendable
  /// The number of columns.
  static var _columnCount: Int { get }
  /// Reads the columns.
  static func _readPlain(from row: inout some RowReader) throws -> Plain
}

extension ColumnValue {
  /// Reads the column.
  @inlinable @inline(__always)
  public static func _readPlain(from row: inout some RowReader) throws -> Plain { try _read(from: &row)._plain }
}

/// A row as one element of a selection.
public protocol _SelectedColumns: _SelectedValue {
  /// A model or, if the row may be missing, an optional model.
  associatedtype Row: _QueryRow
}

/// A whole row in a selection.
public enum _SelectedRow<Row: _QueryRow>: _SelectedColumns {
  /// The row.
  public typealias Plain = Row

  /// The number of the table's columns.
  public static var _columnCount: Int { Row._rowTable.columns.count }

  /// Reads the row.
  @inlinable @inline(__always)
  public static func _readPlain(from row: inout some RowReader) throws -> Row { try Row._readRow(from: &row) }
}

extension ViewColumns {
  /// All columns of the row.
  public var _selectedNodes: [_ExpressionNode] { OwningModel.table.nodes(of: _rowSource) }
}

extension OptionalColumns: SelectedElement {
  /// It is read as a row; `nil` if the row is missing.
  public typealias _Projected = _SelectedRow<Target?>

  /// All columns of the row.
  public var _selectedNodes: [_ExpressionNode] { Target.table.nodes(of: _rowSource) }
}

extension _TableDescription {
  /// All columns of the row at `source`.
  func nodes(of source: _Source) -> [_ExpressionNode] { columns.map { .column($0.name, of: source) } }
}

/// A result of a selection, for use in its order: a value, or a row with its columns.
@dynamicMemberLookup
public struct ResultColumn<Value: _SelectedValue>: Sendable {
  /// The expressions of its columns.
  let nodes: [_ExpressionNode]

  @usableFromInline
  init(next index: inout Int) {
    nodes = (0..<Value._columnCount).map { [index] in .result(index + $0) }
    index += Value._columnCount
  }

  @usableFromInline
  init(next results: inout ResultSource) { nodes = (0..<Value._columnCount).map { _ in results.next() } }
}

extension ResultColumn: SQLExpression, ProjectedValue, ProjectedOptional, SQLEquatable, SQLOrderTerm, _OrderTerms,
  SelectedElement
where Value: ColumnValue {
  /// The expression as a tree, which a query renders.
  public var node: _ExpressionNode { nodes[0] }
}

extension ResultColumn where Value: _SelectedColumns {
  /// A column of a row: `.order { title, count in (count.descending, title.name) }`.
  public subscript<E: SQLExpression>(dynamicMember member: KeyPath<Value.Row.RowColumns, E>) -> SQLOperation<E.Value> {
    let table = Value.Row._rowTable
    return SQLOperation(column(Value.Row._rowColumns(of: _Source(table))[keyPath: member].node, of: table))
  }

  private func column(_ node: _ExpressionNode, of table: _TableDescription) -> _ExpressionNode {
    guard case .column(let name, let source) = node.kind, source.node.parent == nil,
      let index = table.columns.firstIndex(where: { $0.name == name })
    else {
      return .failure(
        .argument(function: "order", needs: "a column of the row; sort by other expressions before 'select'"))
    }
    return nodes[index]
  }
}
