import PostilSQL

/// A full-text index: the table that it indexes, and the text search configuration that finds the same words as SQLite's tokenizer.
///
/// The words of the first column have the weight A, those of the second B and so on, so that a search can be limited to some columns.
/// The columns from the fourth on share D. Source: PostgreSQL 15, chapter 12.
package struct PostgreSQLSearchIndex: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    package var name: String
    package var isNullable: Bool
    /// Whether it is a `citext`, which text search doesn't accept.
    package var isNocase: Bool

    package init(name: String, isNullable: Bool, isNocase: Bool) {
      self.name = name
      self.isNullable = isNullable
      self.isNocase = isNocase
    }
  }

  /// The name in SQLite, that of the FTS5 table.
  package var name: String
  package var table: String
  package var columns: [Column]
  /// `postil_words`; `nil` for an index of three-letter sequences.
  package var configuration: String?

  package init(name: String, table: String, columns: [Column], configuration: String?) {
    self.name = name
    self.table = table
    self.columns = columns
    self.configuration = configuration
  }

  /// The weight of a column's words.
  package static func weight(_ index: Int) -> Character { index < 3 ? ["A", "B", "C"][index] : "D" }

  private var regconfig: String { "\(SQLText.literal(configuration ?? ""))::regconfig" }

  /// A column's text, with an optional qualifier such as `"t1".`.
  func text(_ index: Int, _ qualifier: String) -> String {
    let column = columns[index]
    let name = "\(qualifier)\(PostgreSQLNames.quoted(column.name))\(column.isNocase ? "::text" : "")"
    return column.isNullable ? "coalesce(\(name), '')" : name
  }

  /// The words of a row, as the index contains them.
  package func vector(_ qualifier: String = "") -> String {
    columns.indices.map { "setweight(to_tsvector(\(regconfig), \(text($0, qualifier))), '\(Self.weight($0))')" }
      .joined(separator: " || ")
  }

  /// The words that a parameter or text asks for.
  func query(_ text: String) -> String { "to_tsquery(\(regconfig), \(text))" }

  /// How an expression of FTS5 is converted for the index.
  var conversion: PostgreSQLConversion { .search(columns: columns.map(\.name.foldedName)) }

  // MARK: Functions of a match

  /// A number that is smaller for a better match.
  /// - Parameter weights: the SQL of the weight of each column.
  func rank(_ query: String, _ qualifier: String, weights: [String]) -> String {
    guard !weights.isEmpty else { return "-ts_rank('{1,1,1,1}', \(vector(qualifier)), \(query))::double precision" }
    // `ts_rank` takes weights from 0 to 1, those of D first.
    let all = (0..<4).map { weights.indices.contains($0) ? weights[$0] : "0" }
    let largest = "greatest(\((all + ["1"]).joined(separator: ", ")))"
    let list = all.reversed().map { "greatest(\($0), 0) / \(largest)" }.joined(separator: ", ")
    return "-ts_rank(ARRAY[\(list)]::real[], \(vector(qualifier)), \(query))::double precision"
  }

  /// A column's text with the matches enclosed in two texts.
  func highlight(_ column: Int, _ query: String, _ qualifier: String, open: String, close: String) -> String {
    headline(text(column, qualifier), query, open: open, close: close, options: "'HighlightAll=true'")
  }

  /// A part of a text with the matches enclosed in two texts.
  /// - Parameter column: the index of the column; `nil` for the one that matches best.
  func snippet(
    _ column: Int?, _ query: String, _ qualifier: String, open: String, close: String, ellipsis: String, words: String
  ) -> String {
    var source = column.map { text($0, qualifier) } ?? ""
    if column == nil {
      let texts = columns.indices.map { "(\($0), \(text($0, qualifier)))" }.joined(separator: ", ")
      source =
        "(SELECT \"text\" FROM (VALUES \(texts)) AS \"columns\" (\"number\", \"text\") ORDER BY "
        + "ts_rank(to_tsvector(\(regconfig), \"text\"), \(query)) DESC, \"number\" LIMIT 1)"
    }
    let options =
      "'MaxWords=' || greatest(\(words), 2) || ', MinWords=' || greatest(\(words), 2) - 1 || ', ShortWord=0'"
    let headline = headline("\"source\"", query, open: open, close: close, options: options)
    let plain = "replace(replace(\"headline\", \(open), ''), \(close), '')"
    return "(SELECT CASE WHEN starts_with(\"source\", \"plain\") THEN '' ELSE \(ellipsis) END || \"headline\" || "
      + "CASE WHEN right(\"source\", length(\"plain\")) = \"plain\" THEN '' ELSE \(ellipsis) END FROM "
      + "(SELECT \"source\", \"headline\", \(plain) AS \"plain\" FROM (SELECT \"source\", \(headline) AS \"headline\" FROM "
      + "(SELECT \(source) AS \"source\") AS \"sources\") AS \"headlines\") AS \"plains\")"
  }

  private func headline(_ text: String, _ query: String, open: String, close: String, options: String) -> String {
    func quoted(_ text: String) -> String { "'\"' || replace(\(text), '\"', '\"\"') || '\"'" }
    return
      "ts_headline(\(regconfig), \(text), \(query), \(options) || ', StartSel=' || \(quoted(open)) || ', StopSel=' || "
      + "\(quoted(close)))"
  }
}

/// Searches of full-text indexes. In SQLite, an index is a table that is joined or selected from; here it is its table once more.
extension PostgreSQLTranslator {
  /// The source of an index after `FROM`: the row's key, its rank, and the index itself, to which `MATCH` is applied.
  func searchSource(_ name: String) -> Scope.Source? {
    guard let index = searches[PostgreSQLNames.short(name).foldedName], let table = relations[index.table.foldedName]
    else { return nil }
    // Unless the key is the integer of the entry, SQLite's index contains its columns.
    let key = table.columns.filter { column in table.key.contains { $0.isSameName(as: column.name) } }
    let isNumber = if key.count == 1, case .integer = key[0].type { true } else { false }
    var source = Scope.Source(name: table.name, columns: isNumber ? [] : key)
    source.search = index
    source.key = table.key
    return source
  }

  /// A column of an index; `nil` for other columns.
  func searchColumn(_ parts: [String], at offset: Int, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment? {
    guard let (source, index) = scope.search(parts), let name = parts.last?.foldedName else { return nil }
    switch name {
    case "rowid":
      guard let key = source.key.first else { throw PostgreSQLRefusal(.rowID("rowid"), at: offset) }
      return Fragment(
        "\(source.qualifier).\(PostgreSQLNames.quoted(key))", .atom, .integer(bits: 64), isNullable: source.isOptional)
    case "rank":
      return Fragment(
        index.rank(try query(of: source, at: offset), "\(source.qualifier).", weights: []), .cast, .real(bits: 64),
        isNullable: source.isOptional)
    default:
      guard let column = index.columns.firstIndex(where: { $0.name.foldedName == name }) else { return nil }
      return Fragment(index.text(column, "\(source.qualifier)."), .atom, .text, isNullable: source.isOptional)
    }
  }

  /// `item_fts MATCH ?1`
  func search(_ left: SQLNode, _ right: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment {
    guard case .name(let parts) = left.form, let (source, index) = scope.search(parts) else {
      throw PostgreSQLRefusal(.operands("text", "MATCH", "text"), at: left.offset)
    }
    let query = try query(right, of: index)
    let vector = index.vector("\(source.qualifier).")
    return Fragment(
      "\(index.columns.count > 1 ? "(\(vector))" : vector) @@ \(query)", .other, .boolean, isNullable: source.isOptional
    )
  }

  private func query(_ text: SQLNode, of index: PostgreSQLSearchIndex) throws(PostgreSQLRefusal) -> String {
    guard index.configuration != nil else { throw PostgreSQLRefusal(.trigrams(index.name), at: text.offset) }
    switch text.form {
    case .text(let text):
      guard let converted = index.conversion(text) else { throw PostgreSQLRefusal(.search(text), at: 0) }
      return index.query(SQLText.literal(converted))
    case .parameter(let number):
      guard let parameters, parameters.convert(number, by: index.conversion) else { fallthrough }
      return index.query("$\(number)")
    default: throw PostgreSQLRefusal(.pattern("MATCH"), at: text.offset)
    }
  }

  /// The query that an index is searched for.
  private func query(of source: Scope.Source, at offset: Int) throws(PostgreSQLRefusal) -> String {
    guard let index = source.search, let query = source.query else {
      throw PostgreSQLRefusal(.search("rank"), at: offset)
    }
    return try self.query(query, of: index)
  }

  /// Notes what the indexes are searched for, for the functions of a match.
  func note(_ condition: SQLNode?, in scope: inout Scope) {
    switch condition?.form {
    case .all("AND", let nodes)?: for node in nodes { note(node, in: &scope) }
    case .match("MATCH", let left, let right, _, isNegated: false)?:
      guard case .name(let parts) = left.form, let (source, _) = scope.search(parts),
        let position = scope.sources.firstIndex(where: { $0.name == source.name })
      else { return }
      scope.sources[position].query = right
    default: break
    }
  }

  /// `bm25`, `highlight` and `snippet`; `nil` for other functions.
  func searchFunction(_ call: SQLCall, _ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment? {
    guard ["bm25", "highlight", "snippet"].contains(call.name), case .name(let parts)? = call.arguments.first?.form,
      let (source, index) = scope.search(parts)
    else { return nil }
    let query = try query(of: source, at: node.offset)
    let qualifier = "\(source.qualifier)."
    var values: [String] = []
    for (position, argument) in call.arguments.enumerated().dropFirst() {
      let isText = call.name == "highlight" && position > 1 || call.name == "snippet" && 2...4 ~= position
      let type: PostgreSQLType = isText ? .text : call.name == "bm25" ? .real(bits: 64) : .integer(bits: 64)
      values.append(try fragment(argument, scope, as: type).sql)
    }
    switch (call.name, call.arguments.count) {
    case ("bm25", _):
      return Fragment(
        index.rank(query, qualifier, weights: values), .cast, .real(bits: 64), isNullable: source.isOptional)
    case ("highlight", 4):
      return Fragment(
        chosen(values[0], index) { index.highlight($0 ?? 0, query, qualifier, open: values[1], close: values[2]) },
        .atom,
        .text, isNullable: true)
    case ("snippet", 6):
      let sql = chosen(values[0], index) { column in
        index.snippet(
          column, query, qualifier, open: values[1], close: values[2], ellipsis: values[3], words: values[4])
      }
      return Fragment(sql, .atom, .text, isNullable: true)
    default: return nil
    }
  }

  /// The SQL for the column with a number that is known at run time only.
  private func chosen(_ number: String, _ index: PostgreSQLSearchIndex, _ sql: (Int?) -> String) -> String {
    if let column = Int(number), index.columns.indices.contains(column) { return sql(column) }
    let branches = index.columns.indices.map { " WHEN \($0) THEN \(sql($0))" }.joined()
    return "CASE \(number)\(branches) ELSE \(sql(nil)) END"
  }
}

extension PostgreSQLScope {
  /// The source of a full-text index that a name refers to, as a qualifier or as the hidden column of the index.
  func search(_ parts: [String]) -> (PostgreSQLScope.Source, PostgreSQLSearchIndex)? {
    let table = parts.count > 1 ? parts[parts.count - 2].foldedName : nil
    for sources in [sources] + outer {
      for source in sources {
        guard let index = source.search else { continue }
        if let table {
          if source.name.foldedName == table { return (source, index) }
        } else if let name = parts.last?.foldedName, name == index.name.foldedName || name == "rank" || name == "rowid"
        {
          return (source, index)
        }
      }
    }
    return nil
  }
}
