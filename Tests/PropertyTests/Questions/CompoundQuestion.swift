import Postil

/// Two values of each row of two tables, combined; perhaps in an order, and only some of them.
struct CompoundQuestion<M: Subject & Model, N: Subject & Model, A: ColumnValue, B: ColumnValue>: Question {
  enum Operation: CaseIterable { case union, unionAll, intersect, except }

  typealias Part<S: Subject & Model> = (source: TableSource<S>, one: Term<A>, two: Term<B>)

  var left: Part<M>
  var right: Part<N>
  let operation: Operation
  var orders: [(index: Int, isDescending: Bool)] = []
  var limit: Int?
  var offset = 0

  var text: String {
    var text =
      "\(left.source.text).select { \(left.one.text), \(left.two.text) }.\(operation)"
      + "(\(right.source.text).select { \(right.one.text), \(right.two.text) })"
    for order in orders { text += ".order { \(order.index)\(order.isDescending ? " descending" : "") }" }
    if limit != nil || offset > 0 { text += ".limit(\(limit.map { "\($0)" } ?? "nil"), offset: \(offset))" }
    return text
  }

  private var selection: Selection<(A.Plain, B.Plain), A, B> {
    func part<S>(_ part: Part<S>) -> Selection<(A.Plain, B.Plain), A, B> {
      part.source.query.values { columns in (part.one.sql(Scopes().with(columns)), part.two.sql(Scopes().with(columns)))
      }
    }
    let (left, right) = (part(left), part(right))
    var selection: Selection<(A.Plain, B.Plain), A, B>
    switch operation {
    case .union: selection = left.union(right)
    case .unionAll: selection = left.unionAll(right)
    case .intersect: selection = left.intersect(right)
    case .except: selection = left.except(right)
    }
    for order in orders {
      selection = selection.order { a, b in
        order.isDescending ? [a.descending, b.descending][order.index] : [a.ascending, b.ascending][order.index]
      }
    }
    return limit != nil || offset > 0 ? selection.limit(limit, offset: offset) : selection
  }

  var sql: String { selection.description }

  func ask(in db: PropertyEngine.Transaction) throws -> [[Cell]] {
    try selection.fetchAll(in: db).map { [cell(A.self, $0.0), cell(B.self, $0.1)] }
  }

  func answer(in world: World) throws -> Answer {
    func rows<S>(_ part: Part<S>) throws -> [[Cell]] {
      try part.source.moments(in: world).map { [try part.one.result($0), try part.two.result($0)] }
    }
    let (left, right) = (try rows(left), try rows(right))
    var combined: [[Cell]]
    switch operation {
    case .union where world.rules.unitesRows: combined = Array(Set(left + right))
    case .union, .unionAll: combined = left + right
    case .intersect: combined = Array(Set(left).intersection(right))
    case .except: combined = Array(Set(left).subtracting(right))
    }
    let keyed = combined.map { row in (keys: orders.map { row[$0.index] }, row: row) }
    return Answer(keyed, orders: orders.map { Direction(isDescending: $0.isDescending) }, world.rules)
      .limited(limit, offset: offset, world.rules)
  }

  var smaller: [any Question] {
    var all: [CompoundQuestion] = []
    func change(_ body: (inout CompoundQuestion) -> Void) {
      var question = self
      body(&question)
      all.append(question)
    }
    for source in left.source.smaller { change { $0.left.source = source } }
    for source in right.source.smaller { change { $0.right.source = source } }
    if limit != nil || offset > 0 { change { ($0.limit, $0.offset) = (nil, 0) } }
    for orders in orders.withoutOne { change { $0.orders = orders } }
    return all
  }
}
