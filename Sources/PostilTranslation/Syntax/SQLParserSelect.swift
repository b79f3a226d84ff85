/// `SELECT`. Source: SQLite, "SELECT".
extension SQLParser {
  package var isSelect: Bool { isWord("SELECT") || isWord("VALUES") || isWord("WITH") }

  package mutating func select() throws(PostgreSQLRefusal) -> SQLSelect {
    try measured { (parser: inout SQLParser) throws(PostgreSQLRefusal) in try parser.whole() }
  }

  private mutating func whole() throws(PostgreSQLRefusal) -> SQLSelect {
    var select = SQLSelect(offset: offset)
    select.isRecursive = isWord("WITH") && isFollowed(by: "RECURSIVE")
    select.named = try commonTables()
    select.cores = [try core()]
    while let sign = compound() {
      select.operators.append(sign)
      select.cores.append(try core())
    }
    if take("ORDER", "BY") {
      repeat { select.order.append(try order()) } while takeSymbol(",")
    }
    if take("LIMIT") {
      select.limit = try expression()
      if take("OFFSET") {
        select.skip = try expression()
      } else if takeSymbol(",") {
        select.skip = select.limit
        select.limit = try expression()
      }
    }
    if take("FOR", "UPDATE") {
      try expect("OF")
      select.lock = "FOR UPDATE OF \(PostgreSQLNames.quoted([try name()]))"
      if take("SKIP", "LOCKED") { select.lock? += " SKIP LOCKED" } else if take("NOWAIT") { select.lock? += " NOWAIT" }
    }
    return select
  }

  /// The tables of `WITH`.
  mutating func commonTables() throws(PostgreSQLRefusal) -> [SQLSelect.Named] {
    guard take("WITH") else { return [] }
    _ = take("RECURSIVE")
    var tables: [SQLSelect.Named] = []
    repeat {
      let start = offset
      let name = try name()
      let columns = isSymbol("(") ? try names() : []
      try expect("AS")
      _ = take("NOT", "MATERIALIZED") || take("MATERIALIZED")
      try expectSymbol("(")
      tables.append(SQLSelect.Named(name: name, columns: columns, select: try select(), offset: start))
      try expectSymbol(")")
    } while takeSymbol(",")
    return tables
  }

  private mutating func compound() -> String? {
    if take("UNION", "ALL") { return "UNION ALL" }
    return ["UNION", "INTERSECT", "EXCEPT"].first { take($0) }
  }

  mutating func order() throws(PostgreSQLRefusal) -> SQLSelect.Order {
    let node = try expression()
    let isDescending = take("DESC")
    if !isDescending { _ = take("ASC") }
    var nulls: String?
    if take("NULLS") { nulls = take("FIRST") ? "FIRST" : take("LAST") ? "LAST" : nil }
    return SQLSelect.Order(node: node, isDescending: isDescending, nulls: nulls)
  }

  /// The window after `OVER`.
  mutating func window() throws(PostgreSQLRefusal) -> SQLWindow {
    var window = SQLWindow()
    guard takeSymbol("(") else { throw PostgreSQLRefusal(.window, at: offset) }
    if take("PARTITION", "BY") { window.partition = try list() }
    if take("ORDER", "BY") {
      repeat { window.order.append(try order()) } while takeSymbol(",")
    }
    while !isSymbol(")") {
      guard token.kind == .word || token.kind == .number || token.parameterNumber != nil else { throw unreadable }
      window.frame.append(token)
      advance()
    }
    try expectSymbol(")")
    return window
  }

  private mutating func core() throws(PostgreSQLRefusal) -> SQLSelect.Core {
    var core = SQLSelect.Core()
    if take("VALUES") {
      var rows: [[SQLNode]] = []
      repeat {
        try expectSymbol("(")
        rows.append(try list())
        try expectSymbol(")")
      } while takeSymbol(",")
      core.values = rows
      return core
    }
    try expect("SELECT")
    core.isDistinct = take("DISTINCT")
    if !core.isDistinct { _ = take("ALL") }
    repeat { core.results.append(try result()) } while takeSymbol(",")
    if take("FROM") { core.sources = try sources() }
    if take("WHERE") { core.condition = try expression() }
    if take("GROUP", "BY") { core.groups = try list() }
    if take("HAVING") { core.having = try expression() }
    if isWord("WINDOW") { throw PostgreSQLRefusal(.window, at: offset) }
    return core
  }

  mutating func result() throws(PostgreSQLRefusal) -> SQLSelect.Result {
    if takeSymbol("*") { return .all }
    var ahead = self
    let start = offset
    if token.kind != .text, let table = try? ahead.name(), ahead.takeSymbol("."), ahead.takeSymbol("*") {
      self = ahead
      return .allOf(table, offset: start)
    }
    let node = try expression()
    if take("AS") { return .expression(node, alias: try name()) }
    return .expression(node, alias: try alias())
  }

  private static let reserved: Set<String> = [
    "FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT", "ON", "USING", "JOIN", "LEFT",
    "RIGHT", "FULL", "INNER", "OUTER", "CROSS", "NATURAL", "WINDOW", "SET", "INDEXED", "NOT", "OFFSET", "DO",
    "RETURNING",
  ]

  /// A name without `AS`.
  mutating func alias() throws(PostgreSQLRefusal) -> String? {
    switch token.kind {
    case .quotedName: try name()
    case .word where !Self.reserved.contains(token.name.asKeyword): try name()
    default: nil
    }
  }

  mutating func sources() throws(PostgreSQLRefusal) -> [SQLSelect.Source] {
    var sources = [try source(join: "")]
    while let join = try join() {
      var source = try source(join: join)
      if take("ON") { source.on = try expression() } else if take("USING") { source.using = try names() }
      sources.append(source)
    }
    return sources
  }

  private mutating func join() throws(PostgreSQLRefusal) -> String? {
    if takeSymbol(",") { return "," }
    if isWord("NATURAL") { throw PostgreSQLRefusal(.naturalJoin, at: offset) }
    if take("JOIN") || take("INNER", "JOIN") { return "JOIN" }
    if take("CROSS", "JOIN") { return "CROSS JOIN" }
    for side in ["LEFT", "RIGHT", "FULL"] where take(side, "OUTER", "JOIN") || take(side, "JOIN") {
      return "\(side) JOIN"
    }
    return nil
  }

  private mutating func source(join: String) throws(PostgreSQLRefusal) -> SQLSelect.Source {
    let start = offset
    let form: SQLSelect.Source.Form
    if takeSymbol("(") {
      guard isSelect else { throw unreadable }
      form = .select(try select())
      try expectSymbol(")")
    } else {
      var table = try name()
      // `main.item`
      if takeSymbol(".") { table = try name() }
      if takeSymbol("(") {
        var call = SQLCall(name: table.lowercased(), arguments: [])
        if !isSymbol(")") { call.arguments = try list() }
        try expectSymbol(")")
        form = .function(call)
      } else {
        form = .table(table)
      }
    }
    let alias = take("AS") ? try name() : try alias()
    return SQLSelect.Source(join: join, form: form, alias: alias, on: nil, using: [], offset: start)
  }
}
