import PostilSQL
import PostilSchema
import PostilTranslation

/// Translates single pieces of a schema's SQL for PostgreSQL.
public struct PostgreSQLPieces {
  private let schema: Schema
  private let translator: PostgreSQLTranslator

  /// Translates pieces that use the tables of a schema.
  public init(_ schema: Schema) {
    self.schema = schema.forPostgreSQL
    translator = PostgreSQLTranslator(schema: schema)
  }

  /// Translates the values of a schema's columns: `value(of:of:)` by names.
  public static func translation(_ schema: Schema) -> (_ sql: String, _ column: String, _ table: String) -> String {
    let pieces = PostgreSQLPieces(schema)
    return { sql, column, table in
      let model = schema.tables.first { $0.name == table }?.columns.first { $0.name == column }
      return model.map { pieces.value(sql, of: $0, of: table) } ?? sql
    }
  }

  /// The type of a column: `text COLLATE "C"`, `citext`, `bigint`.
  public func type(of column: Column, of table: String) -> String {
    let columns = schema.tables.first { $0.name == table }?.columns
    return (columns?.first { $0.name == column.name } ?? column).postgreSQLType
  }

  /// A check or the condition of an index; as written if it can't be translated.
  public func condition(_ sql: String, of table: String) -> String {
    (try? translator.condition(sql, translator.scope(of: table))) ?? sql
  }

  /// The default or the expression of a column; as written if it can't be translated.
  public func value(_ sql: String, of column: Column, of table: String) -> String {
    var translator = translator
    translator.expandsGenerated = column.generation != nil
    return (try? translator.value(sql, for: column, translator.scope(of: table))) ?? sql
  }

  /// The condition of a trigger; as written if it can't be translated.
  public func triggerCondition(_ sql: String, of table: String) -> String {
    (try? translator.condition(sql, PostgreSQLTrigger.scope(of: table, translator))) ?? sql
  }

  /// A statement of a program, in which parameters are written as `$1`; `nil` if it can't be translated.
  package func statement(_ sql: String) -> String? {
    // The types of parameters are open.
    let parameters = SQLLexer.tokens(of: sql).filter { $0.kind == .parameter }
    let count = parameters.compactMap { Int($0.name) }.max() ?? 0
    var translator = translator
    for view in schema.views {
      if let result = try? translator.select(view) { translator.add(view, result) }
    }
    return try? translator.statement(sql, bound: Array(repeating: .null, count: count)).sql
  }
}
