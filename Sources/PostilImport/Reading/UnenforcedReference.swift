import PostilCatalog
import PostilCompiler
import PostilSQL

/// A reference without a foreign key: stated by the user, or suggested by names and values.
struct UnenforcedReference {
  var table: String
  /// The columns, in the order of the parent's key.
  var columns: [String]
  var parent: String
  /// The columns of the parent's key.
  var key: [String]
  /// Whether the user stated it.
  var isStated = true
  /// The number of rows whose parent is missing.
  var orphans = 0
}

/// The references of a file for `--references`: `movie_link(movie_id) REFERENCES title`, separated by semicolons.
struct StatedReferences {
  private(set) var references: [UnenforcedReference] = []

  /// - Throws: ``ImportError`` with the line of the first mistake.
  init(_ text: String, path: String, _ catalog: DatabaseCatalog) throws(ImportError) {
    var rest = SQLLexer.tokens(of: text)[...]
    func fail(_ message: String, _ token: SQLToken?) -> ImportError {
      let before = text.utf8.prefix(token?.offset ?? text.utf8.count)
      return ImportError("\(path):\(before.count { $0 == UInt8(ascii: "\n") } + 1): \(message)")
    }
    func table(_ token: SQLToken?) throws(ImportError) -> CatalogTable {
      guard let token, let table = catalog.table(token.name), !table.isVirtual else {
        let names = catalog.tables.map(\.name)
        let suggestion =
          token.flatMap { Spelling.nearest(to: $0.name, in: names) }.map { "; did you mean '\($0)'?" } ?? ""
        throw fail("the database has no table '\(token?.name ?? "")'\(suggestion)", token)
      }
      return table
    }
    while let first = rest.popFirst() {
      if first.is(";") { continue }
      let child = try table(first)
      var columns: [String] = []
      guard rest.popFirst()?.is("(") == true else { throw fail(Self.form, first) }
      while let token = rest.popFirst(), !token.is(")") {
        if token.is(",") { continue }
        guard let column = child.column(token.name) else {
          throw fail("the table '\(child.name)' has no column '\(token.name)'", token)
        }
        columns.append(column.name)
      }
      guard rest.popFirst()?.is("references") == true, !columns.isEmpty else { throw fail(Self.form, first) }
      let parent = try table(rest.popFirst())
      guard parent.primaryKey.count == columns.count else {
        throw fail(
          "the primary key of '\(parent.name)' has \(parent.primaryKey.count) "
            + "column\(parent.primaryKey.count == 1 ? "" : "s"), and the reference \(columns.count)", first)
      }
      if let next = rest.first, !next.is(";") { throw fail(Self.form, next) }
      references.append(
        UnenforcedReference(table: child.name, columns: columns, parent: parent.name, key: parent.primaryKey))
    }
  }

  private static let form = "invalid reference; write 'table(column) REFERENCES table', and ';' between two of them"
}

/// The references that names and values suggest.
struct ReferenceSuggestions {
  let catalog: DatabaseCatalog
  let file: ScratchDatabase

  /// The suggested references of all tables. A column with a foreign key, or with a stated reference, has none.
  func references(besides stated: [UnenforcedReference]) -> [UnenforcedReference] {
    catalog.tables.filter { !$0.isVirtual }.flatMap { table in
      table.columns.compactMap { column -> UnenforcedReference? in
        let others =
          table.foreignKeys.map(\.columns) + stated.filter { $0.table.isSameName(as: table.name) }.map(\.columns)
        let isTaken = (others + [table.primaryKey.count == 1 ? table.primaryKey : []]).joined()
          .contains { $0.isSameName(as: column.name) }
        if isTaken || column.constraint(.generation) != nil { return nil }
        return reference(from: column.name, of: table)
      }
    }
  }

  /// The reference of a column whose name and values fit a single table: the name of the table and its key, such as
  /// `movie_id`; a word before it, `linked_movie_id`; the beginning of the table's name, `kind_id` for `kind_type`; or the name of another
  /// table alone, `movie`.
  private func reference(from column: String, of table: CatalogTable) -> UnenforcedReference? {
    let words = Words.split(column)
    let parents = catalog.tables.filter { !$0.isVirtual && $0.primaryKey.count == 1 }
    let forms: [(_ name: [String], _ reference: [String]) -> Bool] = [
      { $0 == $1 }, { $1.count > $0.count && $1.suffix($0.count).elementsEqual($0) },
      { $0.count > $1.count && $0.starts(with: $1) },
    ]
    let matches = forms.map { form in
      { (parent: CatalogTable) in
        self.words(words, withoutKeyOf: parent).map { form(Self.singular(Words.split(parent.name)), Self.singular($0)) }
          ?? false
      }
    }
    // Without 'id', the name proves less: 'order' is often a position.
    let isNamed = { (parent: CatalogTable) in
      parent.name != table.name && words != ["order"]
        && Self.singular(Words.split(parent.name)) == Self.singular(words)
        && hasSeveralValues(of: column, in: table, parent)
    }
    for matches in matches + [isNamed] {
      let named = parents.filter(matches)
      let fitting = named.filter { hasAllValues(of: column, in: table, $0) }
      if fitting.count == 1 {
        return UnenforcedReference(
          table: table.name, columns: [column], parent: fitting[0].name, key: fitting[0].primaryKey, isStated: false)
      }
      if !fitting.isEmpty { return nil }
    }
    return nil
  }

  /// Whether a column has different values, or the parent has a single row.
  private func hasSeveralValues(of column: String, in table: CatalogTable, _ parent: CatalogTable) -> Bool {
    let found = try? file.rows(
      "SELECT (SELECT count(DISTINCT \(SQLText.identifier(column))) FROM \(SQLText.identifier(table.name))) "
        + ">= min(2, (SELECT count(*) FROM \(SQLText.identifier(parent.name))))")
    return found?.first == ["1"]
  }

  /// The words of a column without those of the key: `movie` of `movie_id`, `country` of `country_code`.
  private func words(_ words: [String], withoutKeyOf parent: CatalogTable) -> [String]? {
    let key = Words.split(parent.primaryKey[0])
    for ending in [key, ["id"]] where words.count > ending.count && words.suffix(ending.count).elementsEqual(ending) {
      if ending.last == key.last { return Array(words.dropLast(ending.count)) }
    }
    return nil
  }

  private static func singular(_ words: [String]) -> [String] {
    words.isEmpty ? [] : words.dropLast() + [Plural.singular(words[words.count - 1])]
  }

  /// Whether there are values, and each of them is a key of the parent, in the same storage class.
  private func hasAllValues(of column: String, in table: CatalogTable, _ parent: CatalogTable) -> Bool {
    let (child, key) = ("c." + SQLText.identifier(column), "p." + SQLText.identifier(parent.primaryKey[0]))
    let rows = "FROM \(SQLText.identifier(table.name)) AS c WHERE \(child) IS NOT NULL"
    let found = try? file.rows(
      """
      SELECT EXISTS (SELECT 1 \(rows)), EXISTS (SELECT 1 \(rows) AND NOT EXISTS (SELECT 1 \
      FROM \(SQLText.identifier(parent.name)) AS p WHERE \(key) = \(child) AND typeof(\(key)) = typeof(\(child))))
      """)
    return found?.first == ["1", "0"]
  }
}

extension UnenforcedReference {
  /// The same reference, with the number of rows whose parent is missing.
  func counted(in file: ScratchDatabase) -> UnenforcedReference {
    let children = columns.map { "c." + SQLText.identifier($0) }
    let present = children.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    let equal = zip(key, children).map { "p.\(SQLText.identifier($0)) = \($1)" }.joined(separator: " AND ")
    let sql =
      "SELECT count(*) FROM \(SQLText.identifier(table)) AS c WHERE \(present) AND NOT EXISTS "
      + "(SELECT 1 FROM \(SQLText.identifier(parent)) AS p WHERE \(equal))"
    var counted = self
    counted.orphans = (try? file.rows(sql).first?.first ?? nil).flatMap { Int($0) } ?? 0
    return counted
  }
}
