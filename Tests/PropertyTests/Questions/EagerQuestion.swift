import Postil

/// Every row of a model with the members of a relationship: those of some conditions, in an order, and only some of them.
struct EagerQuestion<M: Subject & Model, Target: Subject & Model>: Question {
  let relationship: ToManyTerm<Target>
  var conditions: [Term<Bool>]
  var orders: [OrderTerm]
  var limit: Int?
  var offset: Int

  var text: String {
    var text = "\(M.self).with { " + relationship.text
    for condition in conditions { text += ".where { \(condition.text) }" }
    for order in orders { text += ".order { \(order.text) }" }
    return text + ".order { id }.limit(\(limit.map { "\($0)" } ?? "nil"), offset: \(offset)) }"
  }

  private var query: EagerQuery<(M, [Target]), OneTable<M>, ToMany<Target>> {
    Query<M>().order { M.keyOrder($0) }.with { columns in
      let scopes = Scopes().with(columns)
      var members = conditions.reduce(relationship.sql(scopes)) { members, condition in
        members.where { condition.sql(scopes.with($0)) }
      }
      for order in orders { members = members.order { order.ordering(in: scopes.with($0)) } }
      members = members.order { Target.keyOrder($0) }
      return limit == nil && offset == 0 ? members : members.limit(limit, offset: offset)
    }
  }

  var sql: String { query.description }

  func ask(in db: PropertyEngine.Transaction) throws -> [[Cell]] {
    try query.fetchAll(in: db).map { row, members in
      row.id._boundValues.prefix(1).map { Cell($0) } + members.flatMap { $0.id._boundValues.prefix(1).map { Cell($0) } }
    }
  }

  func answer(in world: World) throws -> Answer {
    let rows = try (world.tables[M.table.name] ?? []).map { row -> (keys: [Cell], row: [Cell]) in
      let moment = Moment(world: world, rows: [row])
      let members = try relationship.members(moment).map { moment.with($0) }
        .filter { member in try conditions.allSatisfy { try $0.value(member).truth == true } }
      // The key of a member tells all apart.
      let keyed = try members.map { member in
        let key = member.rows[1]?.cells[0] ?? .null
        return (keys: try orders.keys(at: member) + [key], row: [key])
      }
      let ordered = Answer(keyed, orders: orders.directions + [Direction()], world.rules).groups.flatMap { $0 }
      let first = world.rules.skipsOffset ? offset : 0
      return ([row.cells[0]], [row.cells[0]] + ordered.dropFirst(first).prefix(limit ?? .max).flatMap { $0 })
    }
    return Answer(rows, orders: [Direction()], world.rules)
  }

  var smaller: [any Question] {
    var all: [EagerQuestion] = []
    func change(_ body: (inout EagerQuestion) -> Void) {
      var question = self
      body(&question)
      all.append(question)
    }
    for conditions in conditions.withoutOne { change { $0.conditions = conditions } }
    for orders in orders.withoutOne { change { $0.orders = orders } }
    if limit != nil || offset > 0 { change { ($0.limit, $0.offset) = (nil, 0) } }
    return all
  }
}
