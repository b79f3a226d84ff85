import PostilCompiler
import PostilQuery
import PostilRows

/// A page of rows: those after or before a cursor, or from a position on.
struct StudioPage: Sendable {
  static let maximumSize = 500
  /// The number of bytes of values after which a page ends.
  static let maximumBytes = 16 << 20

  let rows: StudioRows
  let size: Int
  let shown: [ModelColumn]
  let after: CursorPosition?
  let before: CursorPosition?
  /// The index of the first row among all rows; `nil` if a cursor decides.
  let position: Int?
  /// Whether the page is the last one.
  let isFromEnd: Bool

  init(_ json: JSONTree, of table: ModelTable, in schema: ModelSchema) throws {
    rows = try StudioRows(json, of: table, in: schema)
    let limit = json["limit"]?.integer ?? 100
    guard 1...Self.maximumSize ~= Int(clamping: limit) else {
      throw StudioError.badRequest("'limit' must be from 1 to \(Self.maximumSize)")
    }
    size = Int(limit)
    shown = try json["columns"]?.array.map { try $0.map { try table.column($0.string ?? "") } } ?? table.columns
    after = try table.key.isEmpty ? nil : CursorPosition(json["after"])
    before = try table.key.isEmpty ? nil : CursorPosition(json["before"])
    isFromEnd = json["fromEnd"]?.bool ?? false
    let position = json["position"]?.integer
    guard position ?? 0 >= 0 else { throw StudioError.badRequest("'position' can't be negative") }
    self.position = position.map { Int(clamping: $0) }
  }

  /// What was read.
  struct Result: Sendable {
    var cells: [[JSONTree]] = []
    /// The stored values of each row's key.
    var keys: [[SQLValue?]] = []
    /// The stored values of the columns of each row's references.
    var references: [[SQLValue?]] = []
    var first: CursorPosition?
    var last: CursorPosition?
    var hasBefore = false
    var hasAfter = false
  }

  func read(_ db: any RowTransaction, _ schema: ModelSchema) throws -> Result {
    let core = try rows.core(in: schema)
    let source = _Source(core.table)
    let shown = ShownColumns(shown, of: source)
    let keys = rows.table.keyColumns.map { _ExpressionNode.column($0.name, of: source, isOptional: false) }
    let statement = SelectStatement(core, results: shown.results + keys, of: [source])
    guard !rows.table.key.isEmpty else { return try readByPosition(statement, shown, db) }
    var after = after
    if let position, position > 0 {
      guard let found = try cursor(before: position, statement, db, schema) else { return Result() }
      after = found
    }
    let isBackward = before != nil || isFromEnd
    let request = PageRequest(statement, at: isBackward ? before : after, isBackward: isBackward, size: size)
    let plan = try request.plan(for: .sqlite)
    var result = Result()
    let columns = statement.results.count + plan.valueCount
    var (positions, bytes, hasMore) = ([[BoundValue]](), 0, false)
    // A longer text can't be part of a cursor.
    try db.forEachRow(plan.statement.sql, plan.statement.bindings, columns: columns, limit: 1 << 20) { row in
      guard result.cells.count < size, bytes < Self.maximumBytes else {
        hasMore = true
        return false
      }
      bytes += row.reduce(0) { $0 + $1.byteCount }
      result.cells.append(shown.cells(row))
      result.keys.append(row[shown.results.count..<statement.results.count].map(\.value))
      positions.append(row[statement.results.count...].map { $0.value._boundValue })
      return true
    }
    if isBackward {
      result.cells.reverse()
      result.keys.reverse()
      positions.reverse()
    }
    result.first = positions.first.map { CursorPosition(order: plan.order, values: $0) }
    result.last = positions.last.map { CursorPosition(order: plan.order, values: $0) }
    result.hasBefore = isBackward ? hasMore : after != nil
    result.hasAfter = isBackward ? before != nil : hasMore
    return result
  }

  /// The rows of a view, which have no key.
  private func readByPosition(
    _ statement: SelectStatement, _ shown: ShownColumns, _ db: any RowTransaction
  ) throws -> Result {
    let start = position ?? 0
    let rendered = try statement.paged(limit: size + 1, offset: start).rendered(for: .sqlite)
    var result = Result()
    result.hasBefore = start > 0
    var bytes = 0
    try db.forEachRow(rendered.sql, rendered.bindings, columns: statement.results.count, limit: 1 << 20) { row in
      guard result.cells.count < size, bytes < Self.maximumBytes else {
        result.hasAfter = true
        return false
      }
      bytes += row.reduce(0) { $0 + $1.byteCount }
      result.cells.append(shown.cells(row))
      result.keys.append([])
      return true
    }
    return result
  }

  /// The cursor of the row before a position; `nil` if there are fewer rows. A position in the second half is found from the end.
  private func cursor(
    before position: Int, _ statement: SelectStatement, _ db: any RowTransaction, _ schema: ModelSchema
  ) throws -> CursorPosition? {
    let keyset = try Keyset(of: statement)
    var (offset, isReversed) = (position - 1, false)
    if position > 10_000 {
      let count = try rows.count(db, schema)
      if position > count { return nil }
      if position > count / 2 { (offset, isReversed) = (count - position, true) }
    }
    var one = keyset.statement
    one.results = keyset.terms.map(\.node)
    one.core.orderings = isReversed ? keyset.terms.map(\.reversed) : keyset.terms
    one.core.ordersByPosition = false
    let rendered = try one.paged(limit: 1, offset: offset).rendered(for: .sqlite)
    guard let row = try db.first(rendered.sql, rendered.bindings, columns: one.results.count) else { return nil }
    let order = try PageRequest(statement, at: nil, isBackward: false, size: 1).plan(for: .sqlite).order
    return CursorPosition(order: order, values: row.map(\._boundValue))
  }
}

extension StudioRows {
  /// The number of rows.
  func count(_ db: any RowTransaction, _ schema: ModelSchema) throws -> Int {
    let rendered = try core(in: schema).summary(.count, for: .sqlite)
    guard case .integer(let count)? = try db.first(rendered.sql, rendered.bindings, columns: 1)?[0] else { return 0 }
    return Int(clamping: count)
  }
}
