import PostilCompiler
import PostilSQL
import PostilSchema

/// Reads the conditions on each table from the tokens of a statement, to suggest indexes, which SQLite then evaluates.
struct QueryConditionsReader {
  /// The clause of a token.
  private enum Clause {
    case results, from, condition, grouping, order, setting, other
  }

  private let tokens: [SQLToken]
  private let columns: QueryColumns
  /// The columns of each table, by folded name.
  private let columnsOfTables: [String: [ColumnOrigin]]
  private var clauses: [Clause] = []
  /// The conditions on each table, by folded name.
  private(set) var conditions: [String: QueryConditions] = [:]

  init(_ tokens: [SQLToken], columns: QueryColumns, columnsOfTables: [String: [ColumnOrigin]]) {
    self.tokens = tokens
    self.columns = columns
    self.columnsOfTables = columnsOfTables
    clauses = Self.clauses(of: tokens)
    readConditions()
    readOrder()
  }

  /// The tables that a name in a plan can stand for.
  func tables(named name: String) -> [String] {
    (columns.tables[name.foldedName] ?? []).filter { columnsOfTables[$0] != nil }.sorted()
  }

  private static func clauses(of tokens: [SQLToken]) -> [Clause] {
    var stack: [Clause] = [.other]
    return tokens.map { token in
      if token.is("(") { stack.append(stack[stack.count - 1]) }
      if token.is(")"), stack.count > 1 { stack.removeLast() }
      if token.kind == .word {
        switch token.text {
        case "select", "returning": stack[stack.count - 1] = .results
        case "from", "join": stack[stack.count - 1] = .from
        case "where", "on": stack[stack.count - 1] = .condition
        case "group": stack[stack.count - 1] = .grouping
        case "order": stack[stack.count - 1] = .order
        case "set": stack[stack.count - 1] = .setting
        case "having", "limit", "values", "union", "except", "intersect", "window": stack[stack.count - 1] = .other
        default: break
        }
      }
      return stack[stack.count - 1]
    }
  }

  // MARK: Operands

  /// A column, or an expression over columns of one table.
  private struct Operand {
    var table: String
    var term: IndexCandidate.Term
    var range: Range<Int>
    /// Whether this is the column of `@softDelete`. Almost every query excludes deleted rows, so that condition isn't selective.
    var isDeletion = false
  }

  private func token(_ index: Int) -> SQLToken? { tokens.indices.contains(index) ? tokens[index] : nil }

  /// The operand that starts at a token.
  private func operand(at start: Int) -> Operand? {
    guard let first = token(start), first.isName, token(start - 1)?.is(".") != true else { return nil }
    if first.kind == .word, token(start + 1)?.is("(") == true { return call(at: start) }
    let isQualified = token(start + 1)?.is(".") == true
    let end = start + (isQualified ? 3 : 1)
    guard let name = token(end - 1), name.isName, let (table, column) = column(name, of: isQualified ? first : nil)
    else { return nil }
    if let arrow = token(end), arrow.is("->>") || arrow.is("->"), token(end + 1)?.kind == .text {
      return Operand(table: table, term: expression(end - 1..<end + 2), range: start..<end + 2)
    }
    if token(end)?.is("collate") == true, token(end + 1)?.isName == true {
      return Operand(table: table, term: expression(end - 1..<end + 2), range: start..<end + 2)
    }
    let isDeletion = if case .softDelete = column.role { true } else { false }
    return Operand(
      table: table, term: IndexCandidate.Term(sql: SQLText.identifier(column.name), written: column.property),
      range: start..<end, isDeletion: isDeletion)
  }

  /// `lower(title)`: a call over columns of one table and constants.
  private func call(at start: Int) -> Operand? {
    var depth = 0
    var tables: Set<String> = []
    for index in start + 1..<tokens.count {
      let token = tokens[index]
      if token.is("(") { depth += 1 }
      if token.is(")") { depth -= 1 }
      if token.kind == .parameter || token.is("select") { return nil }
      if token.isName, self.token(index + 1)?.is("(") != true, self.token(index + 1)?.is(".") != true {
        let qualifier = self.token(index - 1)?.is(".") == true ? self.token(index - 2) : nil
        if let (table, _) = column(token, of: qualifier) { tables.insert(table) }
      }
      guard depth == 0 else { continue }
      guard let table = tables.first, tables.count == 1 else { return nil }
      return Operand(table: table, term: expression(start..<index + 1), range: start..<index + 1)
    }
    return nil
  }

  /// The tokens as the expression of an index, without table names before columns.
  private func expression(_ range: Range<Int>) -> IndexCandidate.Term {
    var sql = ""
    var previous: SQLToken?
    for index in range {
      if token(index + 1)?.is(".") == true || tokens[index].is(".") { continue }
      let token = tokens[index]
      let text = token.isQuoted ? SQLText.identifier(token.name) : String(token.source)
      let isClose = token.is("(") || token.is(")") || token.is(",")
      if let previous, !isClose, !previous.is("(") { sql += " " }
      sql += text
      previous = token
    }
    return IndexCandidate.Term(sql: "(\(sql))", written: "\"\(sql)\"")
  }

  /// The property of a column, if exactly one table of the statement has the column.
  private func column(_ name: SQLToken, of qualifier: SQLToken?) -> (table: String, column: ColumnOrigin)? {
    let named =
      qualifier.map { columns.tables[$0.foldedName] ?? [] }
      ?? columns.tables.values.reduce(into: []) { $0.formUnion($1) }
    let found = named.sorted().compactMap { table in
      columnsOfTables[table]?.first { $0.name.foldedName == name.foldedName }.map { (table, $0) }
    }
    return found.count == 1 ? found[0] : nil
  }

  // MARK: Conditions

  private static let equalities: Set<String> = ["=", "=="]
  private static let comparisons: Set<String> = ["<", "<=", ">", ">="]

  private mutating func readConditions() {
    var index = 0
    while index < tokens.count {
      guard clauses[index] == .condition, let operand = operand(at: index) else {
        index += 1
        continue
      }
      add(operand)
      index = operand.range.upperBound
    }
  }

  private mutating func add(_ operand: Operand) {
    let before = token(operand.range.lowerBound - 1)
    let after = token(operand.range.upperBound)
    let isLeft =
      after?.kind == .symbol
      && after.map { Self.equalities.contains($0.text) || Self.comparisons.contains($0.text) } == true
    let isRight =
      before?.kind == .symbol
      && before.map { Self.equalities.contains($0.text) || Self.comparisons.contains($0.text) } == true
    var asked = conditions[operand.table] ?? QueryConditions()
    let isEqual =
      isLeft && Self.equalities.contains(after?.text ?? "") || isRight && Self.equalities.contains(before?.text ?? "")
    let other =
      isLeft
      ? self.operand(at: operand.range.upperBound + 1) != nil
      : isRight && isColumn(before: operand.range.lowerBound - 1)
    if operand.isDeletion || isNegative(after, token(operand.range.upperBound + 1)) {
      // The condition matches most rows, so no index helps.
    } else if other, isEqual {
      asked.joined.append(operand.term)
    } else if isEqual || after?.is(in: ["in", "is", "isnull"]) == true {
      asked.equal.append(operand.term)
      asked.isRestricted = true
    } else {
      asked.ranges.append(operand.term)
      asked.isRestricted = true
    }
    conditions[operand.table] = asked
  }

  /// Whether a condition is negated.
  private func isNegative(_ word: SQLToken?, _ next: SQLToken?) -> Bool {
    guard let word else { return false }
    return word.is("<>") || word.is("!=") || word.is(in: ["not", "notnull"])
      || word.is("is") && next?.is("not") == true
  }

  /// Whether a column ends before an operator.
  private func isColumn(before index: Int) -> Bool {
    guard let name = token(index - 1), name.isName else { return false }
    return column(name, of: token(index - 2)?.is(".") == true ? token(index - 3) : nil) != nil
  }

  // MARK: Order

  /// Reads the last `ORDER BY`, if all of its terms belong to one table.
  private mutating func readOrder() {
    guard let order = tokens.lastIndex(where: { $0.is("order") }) else { return }
    var terms: [Operand] = []
    var index = order + 2
    while index < tokens.count {
      guard var operand = operand(at: index) else { return }
      index = operand.range.upperBound
      if token(index)?.is("desc") == true { operand.term.isDescending = true }
      if token(index)?.is(in: ["asc", "desc"]) == true { index += 1 }
      terms.append(operand)
      guard token(index)?.is(",") == true else { break }
      index += 1
    }
    guard let table = terms.first?.table, terms.allSatisfy({ $0.table == table }) else { return }
    conditions[table, default: QueryConditions()].order = terms.map(\.term)
  }
}
