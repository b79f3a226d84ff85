import PostilSQL
import PostilSchema

/// The transactions of a program that uses a schema: inserts, updates and deletes of rows of its own.
///
/// Every insert and delete returns the values of its row, so that it can be repeated elsewhere.
struct ProgramStatements {
  /// A statement, with what is needed to repeat it.
  struct Statement {
    enum Repetition {
      /// With the returned values of these columns.
      case insert(table: String, columns: [Returned])
      case delete(table: String, columns: [Returned])
      /// The same statement.
      case same
    }

    var sql: String
    /// The tables that it uses.
    var tables: [String]
    var repetition: Repetition
  }

  /// A column, and an expression that a statement returns for it: the SQL of its value in another database. For a reference, this is a
  /// query by the label of the referenced row, because a migration that assigns new keys may assign others when it is repeated.
  struct Returned {
    var column: String
    var expression: String
  }

  let tables: [Table]
  /// Columns of which every value is another one, besides those of keys.
  let distinct: Set<String>
  /// The columns that tell the rows of a table apart.
  let labels: [String: String]
  /// Tells the rows of programs that run at the same time apart.
  let program: Int
  /// The tables that rows never reference.
  private let unreferenced: Set<String>
  /// The rows that were inserted, by table: their numbers.
  private var rows: [String: [Int]] = [:]
  private var number = 0

  /// - Parameter unreferenced: tables that rows of the program never reference. It doesn't use tables whose rows have to.
  init(_ schema: Schema, distinct: Set<String>, labels: [String: String], unreferenced: Set<String>, program: Int) {
    let tables = schema.tables.filter { table in
      let columns = table.foreignKeys.filter { unreferenced.contains($0.referencedTable) }.flatMap(\.columns)
      return !table.columns.contains { columns.contains($0.name) && !$0.isNullable }
    }
    (self.tables, self.distinct, self.labels, self.program) = (tables, distinct, labels, program)
    self.unreferenced = unreferenced
  }

  /// Up to two statements, which a transaction runs.
  mutating func transaction(_ random: inout Generator) -> [Statement] {
    (0..<(random.once(in: 3) ? 2 : 1)).compactMap { _ in statement(&random) }
  }

  /// - Returns: `nil` if there is no table to use.
  private mutating func statement(_ random: inout Generator) -> Statement? {
    guard let table = random.maybe(tables) else { return nil }
    let known = knownKey(of: table)
    if known.isEmpty, random.once(in: 4) { return deletion(of: table) }
    if !known.isEmpty, let row = random.maybe(Array((rows[table.name] ?? []).suffix(12))), !random.once(in: 3) {
      if random.once(in: 5) {
        return Statement(
          sql: "DELETE FROM \(SQLText.identifier(table.name)) WHERE \(condition(known, row)) RETURNING 1",
          tables: [table.name], repetition: .same)
      }
      let references = Set(table.foreignKeys.flatMap(\.columns) + table.primaryKey.columns)
      let others = table.columns.filter {
        $0.generation == nil && !references.contains($0.name) && !distinct.contains("\(table.name).\($0.name)")
      }
      if let column = random.maybe(others) {
        let value = column.isNullable && random.once(in: 4) ? "NULL" : Self.value(column.type, &random)
        return Statement(
          sql: "UPDATE \(SQLText.identifier(table.name)) SET \(SQLText.identifier(column.name)) = \(value) "
            + "WHERE \(condition(known, row)) RETURNING 1", tables: [table.name], repetition: .same)
      }
    }
    return insertion(into: table, &random)
  }

  /// The columns of the key whose values the program chooses.
  private func knownKey(of table: Table) -> [Column] {
    let references = Set(table.foreignKeys.flatMap(\.columns))
    return table.columns.filter { table.primaryKey.columns.contains($0.name) && !references.contains($0.name) }
  }

  private func condition(_ columns: [Column], _ row: Int) -> String {
    columns.map { "\(SQLText.identifier($0.name)) = \(own($0.type, row) ?? "NULL")" }.joined(separator: " AND ")
  }

  /// A value that no other row has.
  private func own(_ type: ColumnType, _ row: Int) -> String? {
    switch type {
    case .integer(64): "\(1000 + program * 1_000_000 + row)"
    case .text: "'w\(program)n\(row)'"
    case .uuid: "'E621E1F8-C36C-495A-9\(program)FC-\(String(100_000_000_000 + row))'"
    default: nil
    }
  }

  private mutating func insertion(into table: Table, _ random: inout Generator) -> Statement {
    number += 1
    rows[table.name, default: []].append(number)
    var values: [String: String] = [:]
    var sources = "(SELECT) AS \"one\""
    let empty = Set(table.foreignKeys.filter { unreferenced.contains($0.referencedTable) }.flatMap(\.columns))
    for (index, key) in table.foreignKeys.enumerated()
    where empty.isDisjoint(with: key.columns) && !random.once(in: 5) {
      let columns = zip(key.columns, key.referencedColumns).filter { values[$0.0] == nil }
      let list = SQLText.identifiers(key.referencedColumns)
      // A deferred reference locks its row only at the commit. Until then, another program could delete it, and the transaction could delete
      // its own row: in the order of the commits, the row would be inserted after the one that it references was deleted.
      let lock = key.isDeferred ? " FOR KEY SHARE" : ""
      sources +=
        " LEFT JOIN LATERAL (SELECT \(list) FROM \(SQLText.identifier(key.referencedTable)) ORDER BY random() LIMIT 1\(lock)) "
        + "AS \"parent\(index)\" ON true"
      for (column, referenced) in columns { values[column] = "\"parent\(index)\".\(SQLText.identifier(referenced))" }
    }
    let references = Set(table.foreignKeys.flatMap(\.columns))
    var columns: [Column] = []
    for column in table.columns where column.generation == nil {
      let isKey = table.primaryKey.columns.contains(column.name)
      if references.contains(column.name) {
        values[column.name] = values[column.name] ?? "NULL"
      } else if let value = isKey || distinct.contains("\(table.name).\(column.name)") ? own(column.type, number) : nil
      {
        values[column.name] = value
      } else if column.defaultExpression != nil, random.once(in: 4) {
        continue
      } else {
        values[column.name] = column.isNullable && random.once(in: 3) ? "NULL" : Self.value(column.type, &random)
      }
      columns.append(column)
    }
    let names = SQLText.identifiers(columns.map(\.name))
    let all = returned(table.columns.filter { $0.generation == nil }.map(\.name), of: table)
    return Statement(
      sql: "INSERT INTO \(SQLText.identifier(table.name)) (\(names)) "
        + "SELECT \(columns.map { values[$0.name] ?? "NULL" }.joined(separator: ", ")) FROM \(sources) "
        + "RETURNING \(Self.list(all))", tables: [table.name] + table.foreignKeys.map(\.referencedTable),
      repetition: .insert(table: table.name, columns: all))
  }

  /// The deletion of any row of a table whose rows are only told apart by what they reference.
  private func deletion(of table: Table) -> Statement {
    let name = SQLText.identifier(table.name)
    let columns = returned(table.primaryKey.columns, of: table)
    return Statement(
      sql: "DELETE FROM \(name) WHERE ctid = (SELECT ctid FROM \(name) ORDER BY random() LIMIT 1) "
        + "RETURNING \(Self.list(columns))", tables: [table.name] + table.foreignKeys.map(\.referencedTable),
      repetition: .delete(table: table.name, columns: columns))
  }

  /// What a statement returns so that it can be repeated. A column of several references has the value of the first one.
  private func returned(_ columns: [String], of table: Table) -> [Returned] {
    columns.map { column in
      guard let key = table.foreignKeys.first(where: { $0.columns.contains(column) }),
        let place = key.columns.firstIndex(of: column), let label = labels[key.referencedTable]
      else { return Returned(column: column, expression: Self.literal(column)) }
      let parent = SQLText.identifier(key.referencedTable)
      let same = zip(key.columns, key.referencedColumns).map {
        "\"parent\".\(SQLText.identifier($1)) = \(SQLText.identifier(table.name)).\(SQLText.identifier($0))"
      }
      let query =
        "(SELECT \(SQLText.identifier(key.referencedColumns[place])) FROM \(parent) WHERE \(SQLText.identifier(label)) = "
      // A reference to a new key isn't found by the old one.
      return Returned(
        column: column,
        expression:
          "coalesce((SELECT \(SQLText.literal(query)) || quote_literal(\"parent\".\(SQLText.identifier(label))::text) || ')' "
          + "FROM \(parent) AS \"parent\" WHERE \(same.joined(separator: " AND "))), \(Self.literal(column)))")
    }
  }

  private static func list(_ columns: [Returned]) -> String {
    columns.map(\.expression).joined(separator: ", ")
  }

  private static func value(_ type: ColumnType, _ random: inout Generator) -> String {
    ServerProof.literal(Values.value(type, &random), type)
  }

  private static func literal(_ column: String) -> String { "quote_nullable(\(SQLText.identifier(column))::text)" }

  /// The values of columns as literals.
  static func texts(_ columns: [String]) -> String {
    columns.map(literal).joined(separator: ", ")
  }
}
