/// A page of a query's rows, with cursors for the adjacent pages.
public struct Page<Row> {
  /// The rows, in the order of the query.
  public let rows: [Row]
  /// Whether there are more rows in the direction of the page: after it, or for `page(before:size:)`, before it.
  public let hasMore: Bool
  /// The cursor of the first row; `nil` if the page is empty.
  public let start: Cursor<Row>?
  /// The cursor of the last row; `nil` if the page is empty. Rows that are added later at the end of the order come after it.
  public let end: Cursor<Row>?
  /// The cursor for `page(after:size:)`; `nil` if there are no rows after this page.
  public let next: Cursor<Row>?
  /// The cursor for `page(before:size:)`; `nil` if there are no rows before this page.
  public let previous: Cursor<Row>?
  /// The cursor of each row, as a Relay connection needs it for its edges.
  public let cursors: [Cursor<Row>]

  /// - Parameter isFirst: whether the page was requested without a cursor.
  init(rows: [Row], cursors: [Cursor<Row>], hasMore: Bool, isBackward: Bool, isFirst: Bool) {
    self.rows = rows
    self.cursors = cursors
    self.hasMore = hasMore
    start = cursors.first
    end = cursors.last
    // In the direction that the page was requested from, there is at least the row of the cursor.
    next = (isBackward ? !isFirst : hasMore) ? end : nil
    previous = (isBackward ? hasMore : !isFirst) ? start : nil
  }
}

extension Page: Sendable where Row: Sendable {}
extension Page: Equatable where Row: Equatable {}

/// A requested page, without its types.
@usableFromInline
package struct PageRequest: Sendable {
  let statement: SelectStatement
  /// The position where the page starts or ends; `nil` for the start of the order or, backwards, its end.
  let cursor: CursorPosition?
  let isBackward: Bool
  @usableFromInline let size: Int

  @usableFromInline
  package init(_ statement: SelectStatement, at cursor: CursorPosition?, isBackward: Bool, size: Int) {
    self.statement = statement
    self.cursor = cursor
    self.isBackward = isBackward
    self.size = size
  }

  /// The statement that reads the page and one more row, which shows whether there are more rows.
  @usableFromInline package func plan(for dialect: Dialect) throws(QueryError) -> PagePlan {
    guard size > 0 else { throw .argument(function: "page", needs: "a size of at least 1") }
    let keyset = try Keyset(of: statement)
    let order = try keyset.order(for: dialect)
    var page = keyset.statement
    if let cursor {
      guard cursor.order == order.fingerprint, cursor.values.count == keyset.terms.count else {
        throw .cursorOfAnotherOrder(order: order.sql)
      }
      page.core.predicates.append(keyset.condition(behind: cursor.values, backwards: isBackward))
    }
    page.core.orderings = isBackward ? keyset.terms.map(\.reversed) : keyset.terms
    page.core.ordersByPosition = false
    page.core.limit = size == .max ? size : size + 1
    page.results += keyset.terms.map { $0.node.asOrdered }
    return PagePlan(
      statement: try page.rendered(for: dialect), order: order.fingerprint, valueCount: keyset.terms.count)
  }
}

/// The statement that reads a page. The values of the order follow the columns of each row.
@usableFromInline
package struct PagePlan: Sendable {
  @usableFromInline package let statement: _RenderedStatement
  package let order: UInt64
  @usableFromInline package let valueCount: Int
}

extension Keyset {
  /// The order alone: the terms, and the tables that they use.
  fileprivate func order(for dialect: Dialect) throws(QueryError) -> _RenderedStatement {
    var renderer = SQLRenderer(dialect: dialect)
    renderer.writeOrder(terms, of: statement)
    return try renderer.statement()
  }
}

extension _RenderedStatement {
  /// The identity of this statement: the FNV-1a hash of its text and its values.
  fileprivate var fingerprint: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    add(sql.utf8)
    add([0])
    var values = CursorWriter()
    for binding in bindings { values.write(binding) }
    add(values.bytes)
    return hash
  }
}

/// Collects the rows of a page.
@usableFromInline
struct PageReader<Row> {
  @usableFromInline var rows: [Row] = []
  @usableFromInline let request: PageRequest
  @usableFromInline let plan: PagePlan
  @usableFromInline var count = 0
  @usableFromInline var hasMore = false
  @usableFromInline var cursors: [Cursor<Row>] = []

  @inlinable
  init(_ request: PageRequest, _ plan: PagePlan) {
    self.request = request
    self.plan = plan
  }

  /// Whether the next row belongs to the page. The row after the page only shows that there are more.
  @inlinable
  mutating func takesRow() -> Bool {
    hasMore = count == request.size
    if !hasMore { count += 1 }
    return !hasMore
  }

  /// Reads the values of the order, which follow the columns of a row.
  @inlinable
  mutating func readValues(from row: inout some RowReader) throws {
    var values: [BoundValue] = []
    for _ in 0..<plan.valueCount { values.append(try row.readBinding()) }
    add(values)
  }

  @usableFromInline
  mutating func add(_ values: [BoundValue]) {
    cursors.append(Cursor(CursorPosition(order: plan.order, values: values)))
  }

  @usableFromInline
  consuming func page() -> Page<Row> {
    Page(
      rows: request.isBackward ? rows.reversed() : rows, cursors: request.isBackward ? cursors.reversed() : cursors,
      hasMore: hasMore, isBackward: request.isBackward, isFirst: request.cursor == nil)
  }
}

extension RowReader {
  /// Reads a column and returns its value.
  /// - Throws: ``ColumnDecodingError`` for text that isn't valid UTF-8.
  @inlinable
  mutating func readBinding() throws -> BoundValue {
    switch nextStorageClass() {
    case .null:
      skip(1)
      return .null
    case .integer: return .integer(try readInt64())
    case .real: return .real(try readDouble())
    case .text:
      guard let text = try readUTF8({ String(utf8: $0) }) else {
        throw decodingError(String.self, reason: "it is no UTF-8")
      }
      return .text(text)
    case .blob: return .blob(try readBytes { Array($0) })
    }
  }
}
