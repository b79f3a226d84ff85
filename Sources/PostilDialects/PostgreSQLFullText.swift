import PostilSQL
import PostilSchema
import PostilTranslation

/// Full-text indexes: a GIN index with PostgreSQL's text search that finds the same words as SQLite's tokenizer.
///
/// | tokenizer | PostgreSQL |
/// |---|---|
/// | `unicode61`, the default | words without accents: the configuration `postil_words` |
/// | `unicode61 remove_diacritics 0`, `ascii` | unchanged words: `simple` |
/// | `porter …` | stems of English words: `postil_stems` |
///  `trigram` | trigrams, with the extension `pg_trgm` |
///
/// Source: SQLite, "SQLite FTS5 Extension", section 4.3; PostgreSQL 15, chapter 12 and appendices F.35 and F.48.
enum PostgreSQLFullText {
  static let words = "postil_words"
  static let stems = "postil_stems"

  static func sql(of index: FullTextIndex, on table: Table) throws(PostgreSQLRefusal) -> String {
    let start = "CREATE INDEX \(PostgreSQLNames.quoted(index.name)) ON \(PostgreSQLNames.quoted(table.name)) USING gin"
    let arguments = (index.tokenizer ?? "unicode61").split(separator: " ").map { $0.lowercased() }
    if arguments.first == "trigram" {
      let columns = index.columns.map { name in
        let column = plain(name, of: table)
        return "\(column.hasSuffix("::text") ? "(\(column))" : column) gin_trgm_ops"
      }
      return "\(start) (\(columns.joined(separator: ", ")))"
    }
    guard let configuration = configuration(for: arguments) else {
      throw PostgreSQLRefusal(.tokenizer(index.tokenizer ?? ""), at: 0)
    }
    return "\(start) ((\(search(index, of: table, configuration).vector())))"
  }

  /// The index, for searches.
  static func search(_ index: FullTextIndex, of table: Table) -> PostgreSQLSearchIndex {
    let arguments = (index.tokenizer ?? "unicode61").split(separator: " ").map { $0.lowercased() }
    return search(index, of: table, configuration(for: arguments))
  }

  private static func search(
    _ index: FullTextIndex, of table: Table, _ configuration: String?
  ) -> PostgreSQLSearchIndex {
    PostgreSQLSearchIndex(
      name: index.name, table: table.name,
      columns: index.columns.map { name in
        let column = table.columns.first { $0.name == name }
        return PostgreSQLSearchIndex.Column(
          name: name, isNullable: column?.isNullable == true, isNocase: column?.postgreSQLType == "citext")
      }, configuration: configuration)
  }

  /// The text search configuration for a tokenizer; `nil` if it has unknown arguments.
  private static func configuration(for arguments: [String]) -> String? {
    let isStemmed = arguments.first == "porter"
    let rest = isStemmed ? arguments.dropFirst() : arguments[...]
    switch (rest.first ?? "unicode61", Array(rest.dropFirst())) {
    case ("unicode61", []), ("unicode61", ["remove_diacritics", "1"]), ("unicode61", ["remove_diacritics", "2"]):
      return isStemmed ? stems : words
    case ("unicode61", ["remove_diacritics", "0"]) where !isStemmed, ("ascii", []) where !isStemmed: return "simple"
    default: return nil
    }
  }

  /// A column as `text`, because text search doesn't accept `citext`.
  private static func plain(_ name: String, of table: Table) -> String {
    let column = PostgreSQLNames.quoted(name)
    let type = table.columns.first { $0.name == name }?.postgreSQLType
    return type == "citext" ? "\(column)::text" : column
  }
}

/// The extensions and configurations that a script uses, created before its tables.
enum PostgreSQLPrologue {
  /// - Parameter extensions: those that models name. Each one is created once.
  static func statements(for statements: [DDLStatement], extensions: [String]) -> [DDLStatement] {
    func uses(_ text: String) -> Bool { statements.contains { $0.sql.contains(text) } }
    func make(_ name: String, _ comment: String, _ sql: String) -> DDLStatement {
      DDLStatement(object: .setting, name: name, table: "", comments: comment.isEmpty ? [] : [comment], sql: sql)
    }
    func makeExtension(_ name: String, _ comment: String) -> DDLStatement {
      make(name, comment, "CREATE EXTENSION IF NOT EXISTS \(SQLText.identifier(name))")
    }
    let (words, stems) = (PostgreSQLFullText.words, PostgreSQLFullText.stems)
    var result: [DDLStatement] = []
    if statements.contains(where: { $0.object == .distribution }) {
      result.append(
        make(
          "citus", "Citus uses one connection for each server, because the tables reference each other.",
          CitusTables.setting))
    }
    if uses(" citext") || uses("::citext") {
      result.append(makeExtension("citext", "Case-insensitive text, like SQLite's NOCASE."))
    }
    if statements.contains(where: { [.table, .constraint].contains($0.object) && $0.sql.contains(" WITH =") }) {
      result.append(makeExtension("btree_gist", "Equality in exclusion constraints."))
    }
    if uses(" vector(") { result.append(makeExtension("vector", "Vectors, and their distances (pgvector).")) }
    if uses(" gin_trgm_ops") {
      result.append(makeExtension("pg_trgm", "Trigram indexes."))
    }
    if uses("'\(words)'::regconfig") || uses("'\(stems)'::regconfig") {
      result.append(makeExtension("unaccent", "Words without accents."))
    }
    for name in extensions where !result.contains(where: { $0.name == name }) {
      result.append(makeExtension(name, ""))
    }
    if uses("'\(words)'::regconfig") {
      result.append(make(words, "", "CREATE TEXT SEARCH CONFIGURATION \"\(words)\" (COPY = pg_catalog.simple)"))
      result.append(
        make(
          words, "",
          "ALTER TEXT SEARCH CONFIGURATION \"\(words)\" ALTER MAPPING FOR hword, hword_part, word WITH unaccent, simple"
        ))
    }
    if uses("'\(stems)'::regconfig") {
      result.append(
        make(
          stems, "Stems of English words, including stop words.",
          "CREATE TEXT SEARCH DICTIONARY \"\(stems)\" (TEMPLATE = snowball, LANGUAGE = english)"))
      result.append(make(stems, "", "CREATE TEXT SEARCH CONFIGURATION \"\(stems)\" (COPY = pg_catalog.simple)"))
      result.append(
        make(
          stems, "",
          "ALTER TEXT SEARCH CONFIGURATION \"\(stems)\" ALTER MAPPING FOR asciihword, asciiword, hword, "
            + "hword_asciipart, hword_part, word WITH unaccent, \"\(stems)\""))
    }
    return result
  }
}
