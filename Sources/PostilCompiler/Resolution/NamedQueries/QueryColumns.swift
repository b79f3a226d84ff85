import PostilSchema

/// Finds the column that each placeholder of a statement is compared with or assigned to. It determines the type and the form of
/// the value.
package struct QueryColumns {
  /// The context of a placeholder.
  struct Neighbour {
    /// How it follows an `IN`.
    enum List {
      /// `IN :ids`
      case bare
      /// `IN (:ids)`
      case alone
    }

    /// The columns that it is compared with, assigned to or inserted into.
    var columns: [ColumnOrigin] = []
    var list: List?
    /// Whether it counts rows: `LIMIT :count`.
    var isCount = false
  }

  private let tokens: [SQLToken]
  /// The columns of the tables and views, by their folded names.
  private let columns: [String: [ColumnOrigin]]
  /// The tables that each name or alias means, folded.
  package private(set) var tables: [String: Set<String>] = [:]

  /// - Parameters:
  ///   - columns: the columns of each table and view, by its folded name.
  ///   - own: the table of the `SELECT` that the tokens complete, or `nil` if they are a whole statement.
  package init(_ tokens: [SQLToken], of columns: [String: [ColumnOrigin]], own: String?) {
    self.tokens = tokens
    self.columns = columns
    if let own { tables[NameRegister.folded(own)] = [NameRegister.folded(own)] }
    for index in tokens.indices where tokens[index].isWord(in: ["FROM", "JOIN", "INTO", "UPDATE"]) {
      // `UPDATE OR IGNORE item`; in `DO UPDATE SET` there is no table.
      let isOr = tokens[index].isWord("UPDATE") && token(index + 1)?.isWord("OR") == true
      var next: Int? = index + (isOr ? 3 : 1)
      while let start = next { next = addTable(at: start, isList: tokens[index].isWord("FROM")) }
    }
  }

  private static let notAliases: Set<String> = [
    "WHERE", "JOIN", "LEFT", "RIGHT", "FULL", "INNER", "OUTER", "CROSS", "NATURAL", "ON", "USING", "ORDER", "GROUP",
    "LIMIT", "SET", "VALUES", "SELECT", "DEFAULT", "INDEXED", "NOT", "UNION", "EXCEPT", "INTERSECT", "RETURNING",
    "HAVING", "WINDOW", "WITH",
  ]

  /// Adds the table at an index with its alias.
  /// - Returns: the index of the next table after a comma.
  private mutating func addTable(at start: Int, isList: Bool) -> Int? {
    guard let name = token(start), name.isName, !name.isWord("SET") else { return nil }
    var end = start + 1
    tables[name.folded, default: []].insert(name.folded)
    if token(end)?.isWord("AS") == true { end += 1 }
    if let alias = token(end), alias.isName, !alias.isWord(in: Self.notAliases) {
      tables[alias.folded, default: []].insert(name.folded)
      end += 1
    }
    return isList && token(end)?.isSymbol(",") == true ? end + 1 : nil
  }

  private func token(_ index: Int) -> SQLToken? { tokens.indices.contains(index) ? tokens[index] : nil }

  // MARK: Neighbours

  private static let comparisons: Set<String> = ["=", "==", "<", "<=", ">", ">=", "<>", "!="]

  /// The context of the placeholder at an index.
  func neighbour(of index: Int) -> Neighbour {
    var result = Neighbour()
    let before = token(index - 1)
    let after = token(index + 1)
    if before?.isWord(in: ["LIMIT", "OFFSET"]) == true
      || before?.isSymbol(",") == true && token(index - 3)?.isWord("LIMIT") == true
    {
      result.isCount = true
    }
    if before?.isWord("IN") == true { result.list = .bare }
    if before?.isSymbol("(") == true, after?.isSymbol(")") == true, token(index - 2)?.isWord("IN") == true {
      result.list = .alone
    }
    result.columns = [leftOperand(of: index), rightOperand(of: index), insertedColumn(at: index)].compactMap { $0 }
    return result
  }

  /// The column before the operator before a placeholder.
  private func leftOperand(of index: Int) -> ColumnOrigin? {
    guard let before = token(index - 1) else { return nil }
    if before.kind == .symbol, Self.comparisons.contains(before.text) { return column(endingAt: index - 2) }
    if before.isWord(in: ["IS", "IN", "BETWEEN"]) { return column(beforeWord: index - 1) }
    if before.isWord("NOT"), token(index - 2)?.isWord("IS") == true { return column(endingAt: index - 3) }
    if before.isWord("AND"), let between = opening(before: index - 1, of: "BETWEEN") {
      return column(beforeWord: between)
    }
    if let open = openBracket(before: index), token(open - 1)?.isWord("IN") == true {
      return column(beforeWord: open - 1)
    }
    return nil
  }

  /// The column after the operator after a placeholder.
  private func rightOperand(of index: Int) -> ColumnOrigin? {
    guard let after = token(index + 1) else { return nil }
    guard after.kind == .symbol && Self.comparisons.contains(after.text) || after.isWord("BETWEEN") else { return nil }
    return column(startingAt: index + 2)
  }

  /// `title NOT IN`, `due_at BETWEEN`
  private func column(beforeWord index: Int) -> ColumnOrigin? {
    column(endingAt: token(index - 1)?.isWord("NOT") == true ? index - 2 : index - 1)
  }

  /// The `BETWEEN` to which an `AND` belongs.
  private func opening(before index: Int, of word: String) -> Int? {
    var depth = 0
    for candidate in tokens.indices.prefix(upTo: index).reversed() {
      let token = tokens[candidate]
      if token.isSymbol(")") { depth += 1 }
      if token.isSymbol("(") { depth -= 1 }
      if depth < 0 || depth == 0 && token.isWord(in: ["AND", "OR", "WHERE", "ON", "SET", "HAVING"]) { return nil }
      if depth == 0, token.isWord(word) { return candidate }
    }
    return nil
  }

  /// The parenthesis that is open before a token.
  private func openBracket(before index: Int) -> Int? {
    var depth = 0
    for candidate in tokens.indices.prefix(upTo: index).reversed() {
      if tokens[candidate].isSymbol(")") { depth += 1 }
      if tokens[candidate].isSymbol("(") {
        if depth == 0 { return candidate }
        depth -= 1
      }
    }
    return nil
  }

  /// The column that a placeholder between the commas of `VALUES (…)` is for.
  private func insertedColumn(at index: Int) -> ColumnOrigin? {
    guard token(index - 1)?.isSymbol("(") == true || token(index - 1)?.isSymbol(",") == true,
      token(index + 1)?.isSymbol(")") == true || token(index + 1)?.isSymbol(",") == true,
      let open = openBracket(before: index), let into = tokens.firstIndex(where: { $0.isWord("INTO") }),
      let values = tokens.firstIndex(where: { $0.isWord("VALUES") }), values < open, into < values,
      isRow(open, of: values),
      let table = token(into + 1).flatMap({ columns[$0.folded] })
    else { return nil }
    var depth = 0
    var position = 0
    for candidate in open + 1..<index {
      if tokens[candidate].isSymbol("(") { depth += 1 }
      if tokens[candidate].isSymbol(")") { depth -= 1 }
      if depth == 0, tokens[candidate].isSymbol(",") { position += 1 }
    }
    let listed = tokens[(into + 2)..<values]
    guard let first = listed.firstIndex(where: { $0.isSymbol("(") }) else {
      let columns = table.filter { $0.role != .generated }
      return columns.indices.contains(position) ? columns[position] : nil
    }
    let names = listed[first...].filter(\.isName)
    guard position < names.count else { return nil }
    let name = names[names.startIndex + position].folded
    return table.first { NameRegister.folded($0.name) == name }
  }

  /// Whether a parenthesis begins a row of `VALUES`.
  private func isRow(_ open: Int, of values: Int) -> Bool {
    let between = tokens[(values + 1)..<open]
    return between.count { $0.isSymbol("(") } == between.count { $0.isSymbol(")") }
      && (between.isEmpty || between.last?.isSymbol(",") == true)
  }

  // MARK: Columns

  private func column(endingAt index: Int) -> ColumnOrigin? {
    guard let name = token(index), name.isName else { return nil }
    let isQualified = token(index - 1)?.isSymbol(".") == true
    return column(name, of: isQualified ? token(index - 2) : nil)
  }

  private func column(startingAt index: Int) -> ColumnOrigin? {
    guard let first = token(index), first.isName else { return nil }
    let isQualified = token(index + 1)?.isSymbol(".") == true
    guard token(index + (isQualified ? 3 : 1))?.isSymbol("(") != true else { return nil }
    return isQualified ? token(index + 2).flatMap { column($0, of: first) } : column(first, of: nil)
  }

  /// The column with a name, or `nil` if the tables of the statement have different columns with the name.
  private func column(_ name: SQLToken, of qualifier: SQLToken?) -> ColumnOrigin? {
    let named = qualifier.map { tables[$0.folded] ?? [] } ?? tables.values.reduce(into: []) { $0.formUnion($1) }
    let found = named.sorted().compactMap { table in
      columns[table]?.first { NameRegister.folded($0.name) == name.folded }
    }
    guard let first = found.first, found.allSatisfy({ $0.type.stored == first.type.stored }) else { return nil }
    return first
  }
}
