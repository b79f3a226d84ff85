import PostilSQL
import PostilSchema

/// The old and new names of tables and columns in both schemas.
struct Renames {
  /// The new names of tables, by the keys of the old ones.
  var tables: [String: String] = [:]
  /// The new names of columns, by the keys of the old table and column.
  var columns: [String: [String: String]] = [:]
  /// The renamed raw values of enums, by the keys of the old table and column.
  var values: [String: [String: ValueRenames]] = [:]

  init() {}

  var isEmpty: Bool { tables.isEmpty && columns.isEmpty && values.isEmpty }

  /// The reverse renames.
  func reversed(from old: SchemaShape) -> Renames {
    var result = Renames()
    for (key, name) in tables { result.tables[name.foldedName] = old.table(key)?.name ?? key }
    for (table, names) in columns {
      let newTable = tables[table].map(\.foldedName) ?? table
      for (key, name) in names {
        result.columns[newTable, default: [:]][name.foldedName] = old.table(table)?.column(key)?.name ?? key
      }
    }
    for (table, columns) in values {
      for (column, renames) in columns {
        result.values[newTable(table).foldedName, default: [:]][newColumn(column, of: table).foldedName] =
          renames.reversed
      }
    }
    return result
  }

  func newTable(_ old: String) -> String { tables[old.foldedName] ?? old }

  func newColumn(_ old: String, of table: String) -> String { columns[table.foldedName]?[old.foldedName] ?? old }

  /// The old key of the table with this name; `nil` if the only table with this name was renamed.
  func oldTable(_ new: String) -> String? {
    if let old = tables.first(where: { $0.value.isSameName(as: new) })?.key { return old }
    return tables[new.foldedName] == nil ? new.foldedName : nil
  }

  /// All names that are no longer used, in the form used to compare tokens.
  var formerNames: Set<String> { Set(tables.keys).union(columns.values.flatMap(\.keys)) }

  /// The meaning of a table's SQL after the renames. Source: SQLite, "ALTER TABLE RENAME", which rewrites references.
  func meaning(_ tokens: ArraySlice<SQLToken>, of table: String) -> String {
    var parts: [String] = []
    var index = tokens.startIndex
    var columns = self.columns[table.foldedName] ?? [:]
    while index < tokens.endIndex {
      let token = tokens[index]
      let next = index + 1 < tokens.endIndex ? tokens[index + 1] : nil
      if token.is("references"), let next, let other = next.nameKey {
        parts += [token.text, tables[other].map(SQLText.token) ?? next.text]
        // The names in the following parentheses are columns of that table; nothing after them is a column.
        columns = self.columns[other] ?? [:]
        index += 2
        continue
      }
      if let key = token.nameKey {
        if next?.is(".") == true, let name = tables[key] {
          parts.append(SQLText.token(name))
        } else if let name = columns[key], next?.is("(") != true || token.isQuoted {
          parts.append(SQLText.token(name))
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

  /// The meaning of `CREATE INDEX … ON item (…)` after the renames.
  func meaning(ofIndex tokens: [SQLToken], of table: String) -> String {
    guard let on = tokens.firstIndex(where: { $0.is("on") }), on + 1 < tokens.count else { return tokens.meaning }
    return [
      tokens[...on].meaning, tables[table.foldedName].map(SQLText.token) ?? tokens[on + 1].text,
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

  /// The renames, ordered so that each new name is free when it is given. If names are swapped, one of them gets a
  /// temporary name: `a` to `x`, `b` to `a`, `x` to `b`.
  /// - Parameter free: an unused name for the object with this name.
  static func ordered(_ renames: [Step], free: (String) -> String) -> [Step] {
    var steps: [Step] = []
    var open = renames
    while !open.isEmpty {
      if let next = open.firstIndex(where: { step in !open.contains { $0.old.isSameName(as: step.new) } }) {
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
  /// Whether any of these names is in the tokens.
  func mentions(_ names: Set<String>) -> Bool {
    !names.isEmpty && contains { $0.nameKey.map(names.contains) ?? false }
  }
}
