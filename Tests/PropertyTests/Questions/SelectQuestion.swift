import Postil

/// Values of rows or groups: one, two or three of each, perhaps each row once, in an order, and only some of them.
struct SelectQuestion<S: Source>: Question {
  /// What is asked of the selection.
  enum Mode: CaseIterable { case all, count, exists }

  var source: S
  var results: [any AnyTerm]
  var isDistinct = false
  /// The results to order by.
  var resultOrders: [(index: Int, isDescending: Bool)] = []
  var limit: Int?
  var offset = 0
  var mode = Mode.all

  var text: String {
    var text = source.text + ".select { \(results.map(\.text).joined(separator: ", ")) }"
    if isDistinct { text += ".distinct()" }
    for order in resultOrders { text += ".order { \(order.index)\(order.isDescending ? " descending" : "") }" }
    if limit != nil || offset > 0 { text += ".limit(\(limit.map { "\($0)" } ?? "nil"), offset: \(offset))" }
    return mode == .all ? text : "\(text).\(mode)"
  }

  // MARK: - By Postil

  /// Makes the selection and hands it to `body`, with what makes cells of a row.
  private func open<Result>(_ body: (any RunnableSelection) throws -> Result) rethrows -> Result {
    func one<A: AnyTerm>(_ a: A) -> any RunnableSelection {
      var selection = source.query.values { a.sql(in: source.scopes($0)) }
      if isDistinct { selection = selection.distinct() }
      for order in resultOrders { selection = selection.order { order.isDescending ? $0.descending : $0.ascending } }
      if limit != nil || offset > 0 { selection = selection.limit(limit, offset: offset) }
      return Runnable(selection) { [cell(A.Value.self, $0)] }
    }
    func two<A: AnyTerm, B: AnyTerm>(_ a: A, _ b: B) -> any RunnableSelection {
      var selection = source.query.values { columns in
        let scopes = source.scopes(columns)
        return (a.sql(in: scopes), b.sql(in: scopes))
      }
      if isDistinct { selection = selection.distinct() }
      for order in resultOrders {
        selection = selection.order { a, b in
          order.isDescending ? [a.descending, b.descending][order.index] : [a.ascending, b.ascending][order.index]
        }
      }
      if limit != nil || offset > 0 { selection = selection.limit(limit, offset: offset) }
      return Runnable(selection) { [cell(A.Value.self, $0.0), cell(B.Value.self, $0.1)] }
    }
    func three<A: AnyTerm, B: AnyTerm, C: AnyTerm>(_ a: A, _ b: B, _ c: C) -> any RunnableSelection {
      var selection = source.query.values { columns in
        let scopes = source.scopes(columns)
        return (a.sql(in: scopes), b.sql(in: scopes), c.sql(in: scopes))
      }
      if isDistinct { selection = selection.distinct() }
      for order in resultOrders {
        selection = selection.order { a, b, c in
          order.isDescending
            ? [a.descending, b.descending, c.descending][order.index]
            : [a.ascending, b.ascending, c.ascending][order.index]
        }
      }
      if limit != nil || offset > 0 { selection = selection.limit(limit, offset: offset) }
      return Runnable(selection) {
        [cell(A.Value.self, $0.0), cell(B.Value.self, $0.1), cell(C.Value.self, $0.2)]
      }
    }
    switch results.count {
    case 1: return try body(one(results[0]))
    case 2: return try body(two(results[0], results[1]))
    default: return try body(three(results[0], results[1], results[2]))
    }
  }

  var sql: String { open { $0.sql } }

  func ask(in db: PropertyEngine.Transaction) throws -> [[Cell]] {
    try open { selection in
      switch mode {
      case .all: try selection.all(in: db)
      case .count: [[.integer(Int64(try selection.count(in: db)))]]
      case .exists: [[Cell(try selection.exists(in: db))]]
      }
    }
  }

  // MARK: - By the rules

  func answer(in world: World) throws -> Answer {
    let moments = try source.moments(in: world)
    var rows: [(keys: [Cell], row: [Cell])] = try moments.indices.map { index in
      var moment = moments[index]
      (moment.window, moment.place) = (moments, index)
      return (try source.orders.keys(at: moment), try results.map { try $0.result(moment) })
    }
    var directions = source.orders.directions
    if isDistinct {
      var seen: Set<[Cell]> = []
      rows = rows.filter { seen.insert($0.row).inserted }
    }
    for order in resultOrders {
      directions.append(
        Direction(isDescending: order.isDescending, ignoresCase: results[order.index].ignoresCase ?? false))
      rows = rows.map { ($0.keys + [$0.row[order.index]], $0.row) }
    }
    let answer = Answer(rows, orders: directions, world.rules).limited(limit, offset: offset, world.rules)
    if mode == .all { return answer }
    let count = max(0, min(rows.count - answer.offset, limit ?? .max))
    return Answer(unordered: [[mode == .count ? .integer(Int64(count)) : Cell(count > 0)]])
  }

  var smaller: [any Question] {
    var all: [SelectQuestion] = []
    func change(_ body: (inout SelectQuestion) -> Void) {
      var question = self
      body(&question)
      all.append(question)
    }
    for source in source.smaller { change { $0.source = source } }
    if isDistinct { change { $0.isDistinct = false } }
    if limit != nil || offset > 0 { change { ($0.limit, $0.offset) = (nil, 0) } }
    for orders in resultOrders.withoutOne { change { $0.resultOrders = orders } }
    if results.count > 1, resultOrders.isEmpty { for results in results.withoutOne { change { $0.results = results } } }
    if mode != .all { change { $0.mode = .all } }
    return all
  }
}

/// A value as a cell.
func cell<Value: ColumnValue>(_ type: Value.Type, _ plain: Value.Plain) -> Cell {
  Cell(Value(_plain: plain)._boundValue)
}

/// A selection whose types are forgotten.
protocol RunnableSelection {
  var sql: String { get }
  func all(in db: PropertyEngine.Transaction) throws -> [[Cell]]
  func count(in db: PropertyEngine.Transaction) throws -> Int
  func exists(in db: PropertyEngine.Transaction) throws -> Bool
}

struct Runnable<Row, each Value: ColumnValue>: RunnableSelection {
  let selection: Selection<Row, repeat each Value>
  let cells: (Row) -> [Cell]

  init(_ selection: Selection<Row, repeat each Value>, _ cells: @escaping (Row) -> [Cell]) {
    self.selection = selection
    self.cells = cells
  }

  var sql: String { selection.description }
  func all(in db: PropertyEngine.Transaction) throws -> [[Cell]] { try selection.fetchAll(in: db).map(cells) }
  func count(in db: PropertyEngine.Transaction) throws -> Int { try selection.count(in: db) }
  func exists(in db: PropertyEngine.Transaction) throws -> Bool { try selection.exists(in: db) }
}
