import PostilSQL
import PostilSchema

/// The names that tables and columns had, and have. Only what is in both sides is here.
struct Renames {
  /// The new names of tables, by the keys of the old ones.
  var tables: [String: String] = [:]
  /// The new names of columns, by the keys of the old table and of the old column.
  var columns: [String: [String: String]] = [:]
  /// The raw values of enums that have other ones now, by the keys of the old table and of the old column.
  var values: [String: [String: ValueRenames]] = [:]

  init() {}

  var isEmpty: Bool { tables.isEmpty && columns.isEmpty && values.isEmpty }

  /// The other way round.
  func reversed(from old: Side) -> Renames {
    var result = Renames()
    for (key, name) in tables { result.tables[Name.key(name)] = old.table(key)?.name ?? key }
    for (table, names) in columns {
      let newTable = tables[table].map(Name.key) ?? table
      for (key, name) in names {
        result.columns[newTable, default: [:]][Name.key(name)] = old.table(table)?.column(key)?.name ?? key
      }
    }
    for (table, columns) in values {
      for (column, renames) in columns {
        result.values[Name.key(newTable(table)), default: [:]][Name.key(newColumn(column, of: table))] =
          renames.reversed
      }
    }
    return result
  }

  func newTable(_ old: String) -> String { tables[Name.key(old)] ?? old }

  func newColumn(_ old: String, of table: String) -> String { columns[Name.key(table)]?[Name.key(old)] ?? old }

  /// The key that the table of this name had before; `nil` where the only table of that name has another one now.
  func oldTable(_ new: String) -> String? {
    if let old = tables.first(where: { Name.isSame($0.value, new) })?.key { return old }
    return tables[Name.key(new)] == nil ? Name.key(new) : nil
  }

  /// Every name that something had and has no longer, as a token is compared.
  var formerNames: Set<String> { Set(tables.keys).union(columns.values.flatMap(\.keys)) }

  /// What SQL of a table means after the renames. Source: SQLite, "ALTER TABLE RENAME", which rewrites references.
  func meaning(_ tokens: ArraySlice<SQLToken>, of table: String) -> String {
    var parts: [String] = []
    var index = tokens.startIndex
    var columns = self.columns[Name.key(table)] ?? [:]
    while index < tokens.endIndex {
      let token = tokens[index]
      let next = index + 1 < tokens.endIndex ? tokens[index + 1] : nil
      if token.is("references"), let next, let other = next.nameKey {
        parts += [token.text, tables[other].map(Name.token) ?? next.text]
        // What follows in parentheses are columns of that table; nothing behind them is a column.
        columns = self.columns[other] ?? [:]
        index += 2
        continue
      }
      if let key = token.nameKey {
        if next?.is(".") == true, let name = tables[key] {
          parts.append(Name.token(name))
        } else if let name = columns[key], next?.is("(") != true || token.isQuoted {
          parts.append(Name.token(name))
        } else {
          parts.append(token.text)
        }
      } else {
        parts.append(token.text)
      }
      index += 1
    }
    return parts.joined(separator: " ")
  }

  /// What a statement such as `CREATE INDEX … ON item (…)` means after the renames.
  func statementMeaning(_ sql: String, of table: String) -> String {
    let tokens = SQLLexer.tokens(of: sql)
    guard let on = tokens.firstIndex(where: { $0.is("on") }), on + 1 < tokens.count else { return tokens.meaning }
    return [
      tokens[...on].meaning, tables[Name.key(table)].map(Name.token) ?? tokens[on + 1].text,
      meaning(tokens[(on + 2)...], of: table),
    ].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Renames {
  /// One `RENAME`.
  struct Step: Hashable {
    var old: String
    var new: String
  }

  /// The names in an order in which each is free when it is given. Where names change places, one of them is a name of its own for a
  /// while: `a` to `x`, `b` to `a`, `x` to `b`.
  /// - Parameter free: a name that nothing has, for what is called this.
  static func ordered(_ renames: [Step], free: (String) -> String) -> [Step] {
    var steps: [Step] = []
    var open = renames
    while !open.isEmpty {
      if let next = open.firstIndex(where: { step in !open.contains { Name.isSame($0.old, step.new) } }) {
        steps.append(open.remove(at: next))
      } else {
        let waiting = free(open[0].old)
        steps.append(Step(old: open[0].old, new: waiting))
        open[0].old = waiting
      }
    }
    return steps
  }
}

extension RandomAccessCollection<SQLToken> where Index == Int {
  /// Whether any of these names stands in the tokens.
  func mentions(_ names: Set<String>) -> Bool {
    !names.isEmpty && contains { $0.nameKey.map(names.contains) ?? false }
  }
}
