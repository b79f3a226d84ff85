import Postil

/// Rows of a model, read as models; compared by the first column of their keys, which tells all apart.
struct RowQuestion<M: Subject & Model>: Question {
  enum Mode: CaseIterable { case all, first, count, exists }

  var source: TableSource<M>
  var limit: Int?
  var offset = 0
  var mode = Mode.all

  var text: String { "\(source.text).limit(\(limit.map { "\($0)" } ?? "nil"), offset: \(offset)).\(mode)" }

  private var query: Query<M> { limit == nil && offset == 0 ? source.query : source.query.limit(limit, offset: offset) }

  var sql: String { query.description }

  func ask(in db: PropertyEngine.Transaction) throws -> [[Cell]] {
    func key(_ row: M) -> [Cell] { row.id._boundValues.prefix(1).map { Cell($0) } }
    switch mode {
    case .all: return try query.fetchAll(in: db).map(key)
    case .first: return try query.fetchOne(in: db).map { [key($0)] } ?? []
    case .count: return [[.integer(Int64(try query.count(in: db)))]]
    case .exists: return [[Cell(try query.exists(in: db))]]
    }
  }

  func answer(in world: World) throws -> Answer {
    let rows = try source.moments(in: world).map { moment in
      (keys: try source.orders.keys(at: moment), row: [moment.rows[0]?.cells[0] ?? .null])
    }
    var answer = Answer(rows, orders: source.orders.directions, world.rules).limited(limit, offset: offset, world.rules)
    let count = max(0, min(rows.count - answer.offset, limit ?? .max))
    switch mode {
    case .all: break
    case .first: answer.limit = min(answer.limit ?? 1, 1)
    case .count: return Answer(unordered: [[.integer(Int64(count))]])
    case .exists: return Answer(unordered: [[Cell(count > 0)]])
    }
    return answer
  }

  var smaller: [any Question] {
    var all: [RowQuestion] = source.smaller.map { RowQuestion(source: $0, limit: limit, offset: offset, mode: mode) }
    if limit != nil || offset > 0 { all.append(RowQuestion(source: source, mode: mode)) }
    if mode != .all { all.append(RowQuestion(source: source, limit: limit, offset: offset)) }
    return all
  }
}
