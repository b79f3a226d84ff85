import Postil

/// What values can be selected from: a query of rows, of joined rows, or of groups.
protocol _Selectable {
  associatedtype Columns
  func values<A>(_ one: (Columns) -> SQLOperation<A>) -> Selection<A.Plain, A>
  func values<A, B>(_ two: (Columns) -> (SQLOperation<A>, SQLOperation<B>)) -> Selection<(A.Plain, B.Plain), A, B>
  func values<A, B, C>(
    _ three: (Columns) -> (SQLOperation<A>, SQLOperation<B>, SQLOperation<C>)
  ) -> Selection<(A.Plain, B.Plain, C.Plain), A, B, C>
}

extension Query: _Selectable {
  typealias Columns = M.Columns
  func values<A>(_ one: (M.Columns) -> SQLOperation<A>) -> Selection<A.Plain, A> { select { one($0) } }
  func values<A, B>(
    _ two: (M.Columns) -> (SQLOperation<A>, SQLOperation<B>)
  ) -> Selection<(A.Plain, B.Plain), A, B> { select { two($0) } }
  func values<A, B, C>(
    _ three: (M.Columns) -> (SQLOperation<A>, SQLOperation<B>, SQLOperation<C>)
  ) -> Selection<(A.Plain, B.Plain, C.Plain), A, B, C> { select { three($0) } }
}

extension _Selectable where Self: _TablesQuery, Columns == Tables.Columns {
  func values<A>(_ one: (Tables.Columns) -> SQLOperation<A>) -> Selection<A.Plain, A> { select { one($0) } }
  func values<A, B>(
    _ two: (Tables.Columns) -> (SQLOperation<A>, SQLOperation<B>)
  ) -> Selection<(A.Plain, B.Plain), A, B> { select { two($0) } }
  func values<A, B, C>(
    _ three: (Tables.Columns) -> (SQLOperation<A>, SQLOperation<B>, SQLOperation<C>)
  ) -> Selection<(A.Plain, B.Plain, C.Plain), A, B, C> { select { three($0) } }
}

extension TwoTables: _Selectable {}

extension ThreeTables: _Selectable {}

extension GroupedQuery: _Selectable {
  typealias Columns = Tables.Columns
}

/// Where the rows of a question come from, twice: as Postil's query, and as the moments of its rows.
protocol Source {
  associatedtype Rows: _Selectable
  var text: String { get }
  /// The query, with its conditions and order.
  var query: Rows { get }
  /// The columns that a closure of the query got, for the terms in it.
  func scopes(_ columns: Rows.Columns) -> Scopes
  /// The rows, or groups, that the conditions leave.
  func moments(in world: World) throws -> [Moment]
  var orders: [OrderTerm] { get set }
  /// The same with a condition less, or a smaller one.
  var smaller: [Self] { get }
}

extension Source {
  /// The conditions with one left out, and those in which one is smaller.
  static func smaller(_ conditions: [Term<Bool>]) -> [[Term<Bool>]] {
    conditions.withoutOne
      + conditions.indices.flatMap { index in
        conditions[index].smaller.map { term in
          var changed = conditions
          changed[index] = term
          return changed
        }
      }
  }

  /// Those of the moments for which every condition is true.
  static func filter(_ moments: [Moment], by conditions: [Term<Bool>]) throws -> [Moment] {
    try moments.filter { moment in try conditions.allSatisfy { try $0.value(moment).truth == true } }
  }

  /// The same for conditions of a query of several tables.
  static func filter(joined moments: [Moment], by conditions: [Term<Bool>]) throws -> [Moment] {
    try moments.filter { moment in try conditions.allSatisfy { try $0.joined(moment).truth == true } }
  }
}

/// The rows of a table.
struct TableSource<M: Subject & Model>: Source {
  var conditions: [Term<Bool>]
  var orders: [OrderTerm] = []

  var text: String {
    (["\(M.self)"] + conditions.map { "where { \($0.text) }" } + orders.map { "order { \($0.text) }" }).joined(
      separator: ".")
  }

  var query: Query<M> {
    let filtered = conditions.reduce(Query<M>()) { query, term in query.where { term.sql(Scopes().with($0)) } }
    return orders.reduce(filtered) { query, order in query.order { order.ordering(in: Scopes().with($0)) } }
  }

  func scopes(_ columns: M.Columns) -> Scopes { Scopes().with(columns) }

  func moments(in world: World) throws -> [Moment] {
    let rows = world.tables[M.table.name] ?? []
    return try Self.filter(rows.map { Moment(world: world, rows: [$0]) }, by: conditions)
  }

  var smaller: [TableSource] {
    Self.smaller(conditions).map { TableSource(conditions: $0, orders: orders) }
      + orders.withoutOne.map { TableSource(conditions: conditions, orders: $0) }
  }
}

/// All rows of a table as one group.
struct WholeSource<M: Subject & Model>: Source {
  var table: TableSource<M>
  var orders: [OrderTerm] = []

  var text: String { "whole " + table.text }
  var query: Query<M> { table.query }
  func scopes(_ columns: M.Columns) -> Scopes { Scopes().with(columns) }

  func moments(in world: World) throws -> [Moment] {
    [Moment(world: world, rows: [nil], group: try table.moments(in: world))]
  }

  var smaller: [WholeSource] { table.smaller.map { WholeSource(table: $0) } }
}

/// The rows of a table in groups.
struct GroupSource<M: Subject & Model>: Source {
  var table: TableSource<M>
  let keys: [any AnyTerm]
  var conditions: [Term<Bool>]
  var orders: [OrderTerm] = []

  var text: String {
    ([table.text, "group { \(keys.map(\.text).joined(separator: ", ")) }"] + conditions.map { "having { \($0.text) }" }
      + orders.map { "order { \($0.text) }" }).joined(separator: ".")
  }

  var query: GroupedQuery<OneTable<M>> {
    func grouped<A: AnyTerm>(_ one: A) -> GroupedQuery<OneTable<M>> {
      table.query.group { one.sql(in: Scopes().with($0)) }
    }
    func grouped<A: AnyTerm, B: AnyTerm>(_ one: A, _ two: B) -> GroupedQuery<OneTable<M>> {
      table.query.group { (one.sql(in: Scopes().with($0)), two.sql(in: Scopes().with($0))) }
    }
    let groups = keys.count == 1 ? grouped(keys[0]) : grouped(keys[0], keys[1])
    let filtered = conditions.reduce(groups) { query, term in query.having { term.sql(Scopes().with($0)) } }
    return orders.reduce(filtered) { query, order in query.order { order.ordering(in: Scopes().with($0)) } }
  }

  func scopes(_ columns: M.RowColumns) -> Scopes { Scopes().with(columns) }

  func moments(in world: World) throws -> [Moment] {
    try Self.filter(try Self.groups(of: table.moments(in: world), by: keys), by: conditions)
  }

  var smaller: [GroupSource] {
    var all = table.smaller.map { GroupSource(table: $0, keys: keys, conditions: conditions, orders: orders) }
    all += Self.smaller(conditions).map { GroupSource(table: table, keys: keys, conditions: $0, orders: orders) }
    all += orders.withoutOne.map { GroupSource(table: table, keys: keys, conditions: conditions, orders: $0) }
    return all
  }
}

/// The rows of two tables, joined by a condition.
struct JoinSource<A: Subject & Model, B: Subject & Model>: Source {
  var first: TableSource<A>
  /// The conditions on the joined rows alone.
  var second: TableSource<B>
  let on: Term<Bool>
  var conditions: [Term<Bool>]
  var orders: [OrderTerm] = []

  var text: String {
    (["\(first.text).join(rows: \(second.text)) { \(on.text) }"] + conditions.map { "where { \($0.text) }" }
      + orders.map { "order { \($0.text) }" }).joined(separator: ".")
  }

  var query: TwoTables<A, B> {
    let joined = first.query.join(rows: second.query) { on.sql(Scopes().with($0, $1)) }
    let filtered = conditions.reduce(joined) { query, term in query.where { term.sql(Scopes().with($0.0, $0.1)) } }
    return orders.reduce(filtered) { query, order in query.order { order.ordering(in: Scopes().with($0.0, $0.1)) } }
  }

  func scopes(_ columns: (A.RowColumns, B.RowColumns)) -> Scopes { Scopes().with(columns.0, columns.1) }

  func moments(in world: World) throws -> [Moment] {
    let partners = try second.moments(in: world)
    let pairs = try first.moments(in: world).flatMap { moment in
      try partners.compactMap { partner in
        let pair = moment.with(partner.rows[0])
        return try on.joined(pair).truth == true ? pair : nil
      }
    }
    return try Self.filter(joined: pairs, by: conditions)
  }

  var smaller: [JoinSource] {
    var all = first.smaller.map {
      JoinSource(first: $0, second: second, on: on, conditions: conditions, orders: orders)
    }
    all += second.smaller.map { JoinSource(first: first, second: $0, on: on, conditions: conditions, orders: orders) }
    all += on.smaller.map { JoinSource(first: first, second: second, on: $0, conditions: conditions, orders: orders) }
    all += Self.smaller(conditions).map {
      JoinSource(first: first, second: second, on: on, conditions: $0, orders: orders)
    }
    all += orders.withoutOne.map {
      JoinSource(first: first, second: second, on: on, conditions: conditions, orders: $0)
    }
    return all
  }
}

/// Every row of a table, with those of another that a condition joins to it, or with none.
struct LeftJoinSource<A: Subject & Model, B: Subject & Model>: Source {
  var first: TableSource<A>
  var second: TableSource<B>
  let on: Term<Bool>
  var conditions: [Term<Bool>]
  var orders: [OrderTerm] = []

  var text: String {
    (["\(first.text).leftJoin(rows: \(second.text)) { \(on.text) }"] + conditions.map { "where { \($0.text) }" }
      + orders.map { "order { \($0.text) }" }).joined(separator: ".")
  }

  var query: TwoTables<A, B?> {
    let joined = first.query.leftJoin(rows: second.query) { on.sql(Scopes().with($0, $1)) }
    let filtered = conditions.reduce(joined) { query, term in query.where { term.sql(Scopes().with($0.0, $0.1)) } }
    return orders.reduce(filtered) { query, order in query.order { order.ordering(in: Scopes().with($0.0, $0.1)) } }
  }

  func scopes(_ columns: (A.RowColumns, OptionalColumns<B>)) -> Scopes { Scopes().with(columns.0, columns.1) }

  func moments(in world: World) throws -> [Moment] {
    let partners = try second.moments(in: world)
    let pairs = try first.moments(in: world).flatMap { moment in
      let found = try partners.compactMap { partner in
        let pair = moment.with(partner.rows[0])
        return try on.joined(pair).truth == true ? pair : nil
      }
      return found.isEmpty && world.rules.keepsLonelyRows ? [moment.with(nil)] : found
    }
    return try Self.filter(joined: pairs, by: conditions)
  }

  var smaller: [LeftJoinSource] {
    var all = first.smaller.map {
      LeftJoinSource(first: $0, second: second, on: on, conditions: conditions, orders: orders)
    }
    all += second.smaller.map {
      LeftJoinSource(first: first, second: $0, on: on, conditions: conditions, orders: orders)
    }
    all += on.smaller.map {
      LeftJoinSource(first: first, second: second, on: $0, conditions: conditions, orders: orders)
    }
    all += Self.smaller(conditions).map {
      LeftJoinSource(first: first, second: second, on: on, conditions: $0, orders: orders)
    }
    all += orders.withoutOne.map {
      LeftJoinSource(first: first, second: second, on: on, conditions: conditions, orders: $0)
    }
    return all
  }
}

/// The rows of a table made into those of a projection, and conditions on these.
struct ProjectionSource<M: Subject & Model>: Source {
  var table: TableSource<M>
  let number: Term<Int>
  let words: Term<String?>
  let amount: Term<Double>
  let other: Term<Int?>
  /// Whether it is written in front of the statement, as a common table expression.
  let isCommon: Bool
  var conditions: [Term<Bool>]
  var orders: [OrderTerm] = []

  var text: String {
    ([table.text, "select { \(number.text), \(words.text), \(amount.text), \(other.text) }"]
      + (isCommon ? ["commonTable()"] : [])
      + conditions.map { "where { \($0.text) }" } + orders.map { "order { \($0.text) }" }).joined(separator: ".")
  }

  var query: Query<Line> {
    let lines = table.query.select { columns in
      let scopes = Scopes().with(columns)
      return Line.Columns(
        number: number.sql(scopes), text: words.sql(scopes), amount: amount.sql(scopes), other: other.sql(scopes))
    }
    let filtered = conditions.reduce(isCommon ? lines.commonTable() : lines) { query, term in
      query.where { term.sql(Scopes().with($0)) }
    }
    return orders.reduce(filtered) { query, order in query.order { order.ordering(in: Scopes().with($0)) } }
  }

  func scopes(_ columns: Line.Columns) -> Scopes { Scopes().with(columns) }

  func moments(in world: World) throws -> [Moment] {
    let rows = try table.moments(in: world).map { moment in
      Row([
        try number.result(moment), try words.result(moment), try amount.result(moment), try other.result(moment),
      ])
    }
    return try Self.filter(rows.map { Moment(world: world, rows: [$0]) }, by: conditions)
  }

  private func with(_ table: TableSource<M>, _ conditions: [Term<Bool>], _ orders: [OrderTerm]) -> ProjectionSource {
    ProjectionSource(
      table: table, number: number, words: words, amount: amount, other: other, isCommon: isCommon,
      conditions: conditions, orders: orders)
  }

  var smaller: [ProjectionSource] {
    table.smaller.map { with($0, conditions, orders) } + Self.smaller(conditions).map { with(table, $0, orders) }
      + orders.withoutOne.map { with(table, conditions, $0) }
  }
}
