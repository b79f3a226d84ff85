import PostilSQL
import PostilSchema

/// Finds the column that each placeholder of a statement is compared with or assigned to. The column determines the
/// type and form of the value.
package struct QueryColumns {
  /// The context of a placeholder.
  struct Neighbour {
    /// The kind of list after `IN`.
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
  /// The columns of the tables and views, by folded name.
  private let columns: [String: [ColumnOrigin]]
  /// The tables that each name or alias stands for, folded.
  package private(set) var tables: [String: Set<String>] = [:]

  /// - Parameters:
  /// - columns: the columns of each table and view, by folded name.
  /// - own: the table of the `SELECT` that the tokens complete; `nil` if they are a whole statement.
  package init(_ tokens: [SQLToken], of columns: [String: [ColumnOrigin]], own: String?) {
    self.tokens = tokens
    self.columns = columns
    if let own { tables[own.foldedName] = [own.foldedName] }
    for index in tokens.indices where tokens[index].is(in: ["from", "join", "into", "update"]) {
      // `UPDATE OR IGNORE item`. In `DO UPDATE SET`, no table follows.
      let isOr = tokens[index].is("update") && token(index + 1)?.is("or") == true
      var next: Int? = index + (isOr ? 3 : 1)
      while let start = next { next = addTable(at: start, isList: tokens[index].is("from")) }
    }
  }

  private static let notAliases: Set<String> = [
    "where", "join", "left", "right", "full", "inner", "outer", "cross", "natural", "on", "using", "order", "group",
    "limit", "set", "values", "select", "default", "indexed", "not", "union", "except", "intersect", "returning",
    "having", "window", "with",
  ]

  /// Adds the table at an index, with its alias.
  /// - Returns: the index of the next table after a comma.
  private mutating func addTable(at start: Int, isList: Bool) -> Int? {
    guard let name = token(start), name.isName, !name.is("set") else { return nil }
    var end = start + 1
    tables[name.foldedName, default: []].insert(name.foldedName)
    if token(end)?.is("as") == true { end += 1 }
    if let alias = token(end), alias.isName, !alias.is(in: Self.notAliases) {
      tables[alias.foldedName, default: []].insert(name.foldedName)
      end += 1
    }
    return isList && token(end)?.is(",") == true ? end + 1 : nil
  }

  private func token(_ index: Int) -> SQLToken? { tokens.indices.contains(index) ? tokens[index] : nil }

  // MARK: Neighbours

  private static let comparisons: Set<String> = ["=", "==", "<", "<=", ">", ">=", "<>", "!="]

  /// The context of the placeholder at an index.
  func neighbour(of index: Int) -> Neighbour {
    var result = Neighbour()
    let before = token(index - 1)
    let after = token(index + 1)
    if before?.is(in: ["limit", "offset"]) == true
      || before?.is(",") == true && token(index - 3)?.is("limit") == true
    {
      result.isCount = true
    }
    if before?.is("in") == true { result.list = .bare }
    if before?.is("(") == true, after?.is(")") == true, token(index - 2)?.is("in") == true {
      result.list = .alone
    }
    result.columns = [leftOperand(of: index), rightOperand(of: index), insertedColumn(at: index)].compactMap { $0 }
    return result
  }

  /// The column to the left of the operator before a placeholder.
  private func leftOperand(of index: Int) -> ColumnOrigin? {
    guard let before = token(index - 1) else { return nil }
    if before.is(in: Self.comparisons) { return column(endingAt: index - 2) }
    if before.is(in: ["is", "in", "between"]) { return column(beforeWord: index - 1) }
    if before.is("not"), token(index - 2)?.is("is") == true { return column(endingAt: index - 3) }
    if before.is("and"), let between = opening(before: index - 1, of: "between") {
      return column(beforeWord: between)
    }
    if let open = openBracket(before: index), token(open - 1)?.is("in") == true {
      return column(beforeWord: open - 1)
    }
    return nil
  }

  /// The column to the right of the operator after a placeholder.
  private func rightOperand(of index: Int) -> ColumnOrigin? {
    guard let after = token(index + 1) else { return nil }
    guard after.is(in: Self.comparisons) || after.is("between") else { return nil }
    return column(startingAt: index + 2)
  }

  /// `title NOT IN`, `due_at BETWEEN`
  private func column(beforeWord index: Int) -> ColumnOrigin? {
    column(endingAt: token(index - 1)?.is("not") == true ? index - 2 : index - 1)
  }

  /// The `BETWEEN` that an `AND` belongs to.
  private func opening(before index: Int, of word: String) -> Int? {
    var depth = 0
    for candidate in tokens.indices.prefix(upTo: index).reversed() {
      let token = tokens[candidate]
      if token.is(")") { depth += 1 }
      if token.is("(") { depth -= 1 }
      if depth < 0 || depth == 0 && token.is(in: ["and", "or", "where", "on", "set", "having"]) { return nil }
      if depth == 0, token.is(word) { return candidate }
    }
    return nil
  }

  /// The innermost open parenthesis before a token.
  private func openBracket(before index: Int) -> Int? {
    var depth = 0
    for candidate in tokens.indices.prefix(upTo: index).reversed() {
      if tokens[candidate].is(")") { depth += 1 }
      if tokens[candidate].is("(") {
        if depth == 0 { return candidate }
        depth -= 1
      }
    }
    return nil
  }

  /// The column of a placeholder in `VALUES (…)`.
  private func insertedColumn(at index: Int) -> ColumnOrigin? {
    guard token(index - 1)?.is("(") == true || token(index - 1)?.is(",") == true,
      token(index + 1)?.is(")") == true || token(index + 1)?.is(",") == true,
      let open = openBracket(before: index), let into = tokens.firstIndex(where: { $0.is("into") }),
      let values = tokens.firstIndex(where: { $0.is("values") }), values < open, into < values,
      isRow(open, of: values),
      let table = token(into + 1).flatMap({ columns[$0.foldedName] })
    else { return nil }
    var depth = 0
    var position = 0
    for candidate in open + 1..<index {
      if tokens[candidate].is("(") { depth += 1 }
      if tokens[candidate].is(")") { depth -= 1 }
      if depth == 0, tokens[candidate].is(",") { position += 1 }
    }
    let listed = tokens[(into + 2)..<values]
    guard let first = listed.firstIndex(where: { $0.is("(") }) else {
      let columns = table.filter { $0.role != .generated }
      return columns.indices.contains(position) ? columns[position] : nil
    }
    let names = listed[first...].filter(\.isName)
    guard position < names.count else { return nil }
    let name = names[names.startIndex + position].foldedName
    return table.first { $0.name.foldedName == name }
  }

  /// Whether a parenthesis starts a row of `VALUES`.
  private func isRow(_ open: Int, of values: Int) -> Bool {
    let between = tokens[(values + 1)..<open]
    return between.count { $0.is("(") } == between.count { $0.is(")") }
      && (between.isEmpty || between.last?.is(",") == true)
  }

  // MARK: Columns

  private func column(endingAt index: Int) -> ColumnOrigin? {
    guard let name = token(index), name.isName else { return nil }
    let isQualified = token(index - 1)?.is(".") == true
    return column(name, of: isQualified ? token(index - 2) : nil)
  }

  private func column(startingAt index: Int) -> ColumnOrigin? {
    guard let first = token(index), first.isName else { return nil }
    let isQualified = token(index + 1)?.is(".") == true
    guard token(index + (isQualified ? 3 : 1))?.is("(") != true else { return nil }
    return isQualified ? token(index + 2).flatMap { column($0, of: first) } : column(first, of: nil)
  }

  /// The column with a name; `nil` if the statement's tables have different columns with that name.
  private func column(_ name: SQLToken, of qualifier: SQLToken?) -> ColumnOrigin? {
    let named = qualifier.map { tables[$0.foldedName] ?? [] } ?? tables.values.reduce(into: []) { $0.formUnion($1) }
    let found = named.sorted().compactMap { table in
      columns[table]?.first { $0.name.foldedName == name.foldedName }
    }
    guard let first = found.first, found.allSatisfy({ $0.type.stored == first.type.stored }) else { return nil }
    return first
  }
}
