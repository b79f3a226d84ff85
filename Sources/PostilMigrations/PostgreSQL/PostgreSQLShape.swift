import PostilSQL
import PostilSchema

/// A schema of PostgreSQL, read from the statements that Postil writes for it.
struct PostgreSQLShape {
  struct Column {
    var name: String
    /// `text COLLATE "C"`
    var type: String
    /// Equal for two types with the same meaning.
    var typeMeaning = ""
    var isNotNull = false
    var isIdentity = false
    /// The default, with its parentheses.
    var given: ArraySlice<SQLToken>?
    var defaultText: String? { given?.onOneLine }
    /// The expression of a generated column, with its parentheses.
    var generation: ArraySlice<SQLToken>?
    /// The type and everything after it, on one line.
    var definition: String

    /// The word for the type of its values in messages.
    func word(_ type: ColumnType) -> String { ArrayConversion(self.type) != nil ? self.type : type.word }
  }

  struct Constraint {
    var name: String
    var kind: ConstraintDefinition.Kind
    /// Without `CONSTRAINT` and the name.
    var tokens: ArraySlice<SQLToken>
    var text: String { "CONSTRAINT \(SQLText.identifier(name)) \(tokens.onOneLine)" }
    var isKey: Bool { kind == .primaryKey || kind == .unique }

    /// The referencing columns, or those of a key.
    var columns: [String] { ConstraintDefinition(tokens)?.columns ?? [] }
    /// The referenced table and its columns.
    var referenced: (table: String, columns: [String])? {
      guard let place = tokens.firstIndex(where: { $0.is("references") }), place + 2 < tokens.endIndex,
        let close = tokens.closing(of: place + 2)
      else { return nil }
      return (tokens[place + 1].name, tokens[(place + 3)..<close].splitAtCommas.compactMap { $0.first?.name })
    }
  }

  struct Table {
    var name: String
    var sql: String
    var columns: [Column] = []
    var constraints: [Constraint] = []
    /// `PARTITION BY RANGE ("measured_at")`; empty for an ordinary table.
    var partitioning: ArraySlice<SQLToken> = []
    var isPartitioned: Bool { !partitioning.isEmpty }

    func column(_ name: String) -> Column? { columns.first { $0.name == name } }
  }

  /// An index, a view, a function, a trigger, a comment, a setting, a partition, or a call that distributes a table with Citus.
  struct Object {
    enum Kind { case index, view, function, trigger, comment, setting, partition, distribution }
    var kind: Kind
    /// The name; for a comment, what it is about: `TABLE "item"`; for a distribution, its column, or an empty text for all servers.
    var name: String
    /// The table of an index, a trigger, a partition or a distribution; empty for other objects.
    var table: String
    var sql: String
    var tokens: [SQLToken]
    /// Whether it is a view that stores its rows.
    var isMaterialized: Bool { kind == .view && tokens[1].is("materialized") }
  }

  private(set) var tables: [Table] = []
  /// In the order of the statements.
  private(set) var objects: [Object] = []

  init(_ statements: [String]) {
    for sql in statements {
      let tokens = SQLLexer.tokens(of: sql)
      guard tokens.count > 3 else { continue }
      if tokens[0].is("create"), tokens[1].is("table"), !tokens[3].is("partition") {
        tables.append(Self.table(sql, tokens))
      } else if tokens[0].is("alter"), tokens[1].is("table"), tokens[3].is("add") {
        guard let index = tables.firstIndex(where: { $0.name == tokens[2].name }) else { continue }
        tables[index].constraints += [Self.constraint(tokens[4...])].compactMap(\.self)
      } else {
        objects.append(Self.object(sql, tokens))
      }
    }
  }

  func table(_ name: String) -> Table? { tables.first { $0.name == name } }

  func objects(_ kind: Object.Kind) -> [Object] { objects.filter { $0.kind == kind } }

  /// The statements that create the indexes of a view.
  func indexes(of view: Object) -> [String] { objects(.index).filter { $0.table == view.name }.map(\.sql) }

  private static func table(_ sql: String, _ tokens: [SQLToken]) -> Table {
    var table = Table(name: tokens[2].name, sql: sql)
    guard let definition = TableDefinition(sql) else { return table }
    table.columns = definition.columns.map { column($0.tokens) }
    table.constraints = definition.constraints.compactMap { constraint($0.tokens) }
    table.partitioning = definition.options.first?.tokens ?? []
    return table
  }

  private static func constraint(_ tokens: ArraySlice<SQLToken>) -> Constraint? {
    ConstraintDefinition(tokens).map { Constraint(name: $0.name ?? "", kind: $0.kind, tokens: $0.tokens) }
  }

  private static func column(_ tokens: ArraySlice<SQLToken>) -> Column {
    let rest = tokens.dropFirst()
    var column = Column(name: tokens.first?.name ?? "", type: "", definition: rest.onOneLine)
    var ends = rest.endIndex
    var index = rest.startIndex
    while index < rest.endIndex {
      let token = rest[index]
      if token.is("("), let close = rest.closing(of: index) {
        index = close + 1
        continue
      }
      if token.is("not") || token.is("generated") || token.is("default") {
        ends = min(ends, index)
        if token.is("not") { column.isNotNull = true }
        if token.is("generated"), rest.dropFirst(index - rest.startIndex + 1).first?.is("by") == true {
          column.isIdentity = true
          // BY DEFAULT AS IDENTITY
          index += 4
        } else if let open = rest[index...].firstIndex(where: { $0.is("(") }), let close = rest.closing(of: open) {
          if token.is("generated") { column.generation = rest[open...close] }
          if token.is("default") { column.given = rest[open...close] }
        }
      }
      index += 1
    }
    (column.type, column.typeMeaning) = (rest[..<ends].onOneLine, rest[..<ends].meaning)
    return column
  }

  private static func object(_ sql: String, _ tokens: [SQLToken]) -> Object {
    func object(_ kind: Object.Kind, _ name: String, _ table: String = "") -> Object {
      Object(kind: kind, name: name, table: table, sql: sql, tokens: tokens)
    }
    if tokens[0].is("comment"), let end = tokens.firstIndex(where: { $0.is("is") }) {
      return object(.comment, tokens[2..<end].onOneLine)
    }
    if tokens[0].is("select"), tokens[1].is(in: ["create_distributed_table", "create_reference_table"]) {
      let texts = tokens.filter { $0.kind == .text }.map(\.name)
      let table =
        texts.first.map { text in
          text.hasPrefix("\"") ? SQLToken(kind: .quotedName, source: text[...], offset: 0, isSpaced: false).name : text
        } ?? ""
      return object(.distribution, texts.count > 1 ? texts[1] : "", table)
    }
    guard tokens[0].is("create") else { return object(.setting, sql) }
    let place = tokens[1].is(in: ["unique", "materialized"]) ? 2 : 1
    let name = tokens[place + 1].name
    func after(_ word: String) -> String {
      tokens.firstIndex { $0.is(word) }.map { $0 + 1 < tokens.count ? tokens[$0 + 1].name : "" } ?? ""
    }
    switch tokens[place].text {
    case "index": return object(.index, name, after("on"))
    // CREATE TABLE "item_default" PARTITION OF "item" DEFAULT
    case "table": return object(.partition, name, after("of"))
    case "view": return object(.view, name)
    case "function": return object(.function, name)
    case "trigger": return object(.trigger, name, after("on"))
    default: return object(.setting, sql)
    }
  }
}
