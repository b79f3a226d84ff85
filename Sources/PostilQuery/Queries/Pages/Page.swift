/// Some rows of a query in its order, and where to go on.
public struct Page<Row> {
  /// The rows, in the order of the query.
  public let rows: [Row]
  /// Whether there are further rows in the direction of the page: behind it, or before it where it was asked for by `before`.
  public let hasMore: Bool
  /// The place of the first row; `nil` where there is none.
  public let start: Cursor<Row>?
  /// The place of the last row; `nil` where there is none. What is added to the end of the order later is found behind it.
  public let end: Cursor<Row>?
  /// Where to go on with `page(after:size:)`; `nil` where there is nothing behind this page.
  public let next: Cursor<Row>?
  /// Where to go back with `page(before:size:)`; `nil` where there is nothing before this page.
  public let previous: Cursor<Row>?

  /// - Parameter isFirst: whether the page was asked for without a cursor.
  init(rows: [Row], hasMore: Bool, isBackward: Bool, isFirst: Bool, start: Cursor<Row>?, end: Cursor<Row>?) {
    self.rows = rows
    self.hasMore = hasMore
    self.start = start
    self.end = end
    // Where the page came from there are rows: at least the cursor's own was there.
    next = (isBackward ? !isFirst : hasMore) ? end : nil
    previous = (isBackward ? hasMore : !isFirst) ? start : nil
  }
}

extension Page: Sendable where Row: Sendable {}
extension Page: Equatable where Row: Equatable {}
