import Postil

/// The rows of two tables joined by a condition, and every one of these with those of a third or with none.
struct ThreeTablesSource<A: Subject & Model, B: Subject & Model, C: Subject & Model>: Source {
  var joined: JoinSource<A, B>
  /// The conditions on the rows of the third table alone.
  var third: TableSource<C>
  let on: Term<Bool>
  var conditions: [Term<Bool>]
  var orders: [OrderTerm] = []

  var text: String {
    (["\(joined.text).leftJoin(rows: \(third.text)) { \(on.text) }"] + conditions.map { "where { \($0.text) }" }
      + orders.map { "order { \($0.text) }" }).joined(separator: ".")
  }

  var query: ThreeTables<A, B, C?> {
    let all = joined.query.leftJoin(rows: third.query) { on.sql(Scopes().with($0, $1, $2)) }
    let filtered = conditions.reduce(all) { query, term in
      query.where { term.sql(Scopes().with($0.0, $0.1, $0.2)) }
    }
    return orders.reduce(filtered) { query, order in
      query.order { order.ordering(in: Scopes().with($0.0, $0.1, $0.2)) }
    }
  }

  func scopes(_ columns: (A.RowColumns, B.RowColumns, OptionalColumns<C>)) -> Scopes {
    Scopes().with(columns.0, columns.1, columns.2)
  }

  func moments(in world: World) throws -> [Moment] {
    let partners = try third.moments(in: world)
    let rows = try joined.moments(in: world).flatMap { moment in
      let found = try partners.compactMap { partner in
        let all = moment.with(partner.rows[0])
        return try on.joined(all).truth == true ? all : nil
      }
      return found.isEmpty && world.rules.keepsLonelyRows ? [moment.with(nil)] : found
    }
    return try Self.filter(joined: rows, by: conditions)
  }

  private func with(
    _ joined: JoinSource<A, B>, _ third: TableSource<C>, _ on: Term<Bool>, _ conditions: [Term<Bool>],
    _ orders: [OrderTerm]
  ) -> ThreeTablesSource {
    ThreeTablesSource(joined: joined, third: third, on: on, conditions: conditions, orders: orders)
  }

  var smaller: [ThreeTablesSource] {
    joined.smaller.map { with($0, third, on, conditions, orders) }
      + third.smaller.map { with(joined, $0, on, conditions, orders) }
      + on.smaller.map { with(joined, third, $0, conditions, orders) }
      + Self.smaller(conditions).map { with(joined, third, on, $0, orders) }
      + orders.withoutOne.map { with(joined, third, on, conditions, $0) }
  }
}

/// The rows of two joined tables in groups.
struct JoinedGroupSource<A: Subject & Model, B: Subject & Model>: Source {
  var joined: JoinSource<A, B>
  let keys: [any AnyTerm]
  var conditions: [Term<Bool>]
  var orders: [OrderTerm] = []

  var text: String {
    ([joined.text, "group { \(keys.map(\.text).joined(separator: ", ")) }"] + conditions.map { "having { \($0.text) }" }
      + orders.map { "order { \($0.text) }" }).joined(separator: ".")
  }

  var query: GroupedQuery<TwoTables<A, B>> {
    func grouped<Key: AnyTerm>(_ key: Key) -> GroupedQuery<TwoTables<A, B>> {
      joined.query.group { key.sql(in: Scopes().with($0.0, $0.1)) }
    }
    func grouped<One: AnyTerm, Two: AnyTerm>(_ one: One, _ two: Two) -> GroupedQuery<TwoTables<A, B>> {
      joined.query.group { columns in
        let scopes = Scopes().with(columns.0, columns.1)
        (one.sql(in: scopes), two.sql(in: scopes))
      }
    }
    let groups = keys.count == 1 ? grouped(keys[0]) : grouped(keys[0], keys[1])
    let filtered = conditions.reduce(groups) { query, term in
      query.having { term.sql(Scopes().with($0.0, $0.1)) }
    }
    return orders.reduce(filtered) { query, order in query.order { order.ordering(in: Scopes().with($0.0, $0.1)) } }
  }

  func scopes(_ columns: (A.RowColumns, B.RowColumns)) -> Scopes { Scopes().with(columns.0, columns.1) }

  func moments(in world: World) throws -> [Moment] {
    try Self.filter(try Self.groups(of: joined.moments(in: world), by: keys), by: conditions)
  }

  var smaller: [JoinedGroupSource] {
    joined.smaller.map { JoinedGroupSource(joined: $0, keys: keys, conditions: conditions, orders: orders) }
      + Self.smaller(conditions).map { JoinedGroupSource(joined: joined, keys: keys, conditions: $0, orders: orders) }
      + orders.withoutOne.map { JoinedGroupSource(joined: joined, keys: keys, conditions: conditions, orders: $0) }
  }
}

extension Source {
  /// A moment for each group of moments that have these values in common: that of one of its rows, with all of them.
  static func groups(of moments: [Moment], by keys: [any AnyTerm]) throws -> [Moment] {
    var groups: [[Cell]: [Moment]] = [:]
    var found: [[Cell]] = []
    for moment in moments {
      let key = try keys.map { try $0.result(moment) }
      if groups[key] == nil { found.append(key) }
      groups[key, default: []].append(moment)
    }
    return found.compactMap { key in
      guard let members = groups[key], var moment = members.first else { return nil }
      moment.group = members
      return moment
    }
  }
}
