import PostilCatalog
import PostilEvolution
import PostilSQL
import PostilSchema

/// A table of one schema in a comparison, read from its statement and the catalog.
struct TableShape {
  var table: CatalogTable
  /// The statement.
  var tokens: [SQLToken]
  var definition: NormalizedDefinition
  /// `STRICT`, `WITHOUT ROWID` and other options after the parentheses, in a comparable form.
  var options: [String]

  /// - Returns: `nil` for a virtual table.
  init?(_ table: CatalogTable) {
    guard !table.isVirtual, let definition = table.definition else { return nil }
    self.table = table
    tokens = SQLLexer.tokens(of: table.sql)
    self.definition = definition.normalized
    options = definition.options.map(\.meaning).sorted()
  }

  var name: String { table.name }
  var key: String { table.name.foldedName }
  var columns: [NormalizedDefinition.Column] { definition.columns }

  /// The indexes created by statements. The indexes of keys belong to the table.
  var indexes: [CatalogIndex] { table.indexes.filter { $0.sql != nil } }

  func column(_ key: String) -> NormalizedDefinition.Column? { columns.first { $0.name.foldedName == key } }

  /// Whether a column is an alias of the rowid, so that it stores only integers.
  /// Source: SQLite, "Rowid Tables", section 1, and "CREATE TABLE", section 5.
  func isRowID(_ column: String) -> Bool {
    !table.isWithoutRowID && table.primaryKey.map(\.foldedName) == [column]
      && self.column(column)?.declaredType.lowercased() == "integer"
  }

  /// The columns of references.
  var referencingColumns: Set<String> {
    Set(table.foreignKeys.flatMap(\.columns).map(\.foldedName))
  }

  /// Whether a column is part of a key, or of one of the table's references.
  func isKeyed(_ column: String) -> Bool {
    table.primaryKey.contains { $0.foldedName == column } || referencingColumns.contains(column)
      || table.indexes.contains { $0.sql == nil && $0.terms.contains { $0.column.map(\.foldedName) == column } }
  }
}

/// A full-text index: an FTS5 virtual table whose content is another table.
struct FullTextShape {
  var name: String
  /// The statement; after it those of the table of entries and its view, if there are any.
  var sql: [String]
  let tokens: [SQLToken]
  /// The content table; `nil` for any other virtual table.
  var content: String?
  /// The statements that drop the index.
  private(set) var drops: [String]
  /// The key columns in the table of entries.
  private var keyColumns: [String] = []

  /// Equal for two indexes with the same statements.
  var meaning: [String] { sql.map { SQLLexer.tokens(of: $0).meaning } }

  /// The statements that fill the index from the rows of its content table.
  var filling: [String] { SQLiteFullText.filling(name, of: content ?? "", keyColumns: keyColumns) }

  /// - Parameter catalog: a catalog with the table of entries and its view. They are removed from it.
  init(_ table: CatalogTable, in catalog: inout DatabaseCatalog) {
    name = table.name
    let parts = FullTextIndex(name: table.name, key: "", columns: [])
    drops = ["DROP TABLE \(SQLText.identifier(table.name))"]
    sql = [table.sql]
    tokens = SQLLexer.tokens(of: table.sql)
    if let entries = catalog.table(parts.entryTable), let rows = catalog.view(parts.rowView),
      // The triggers belong to the table whose rows are numbered.
      let owner = catalog.tables.first(where: { owner in
        owner.triggers.contains { $0.name.isSameName(as: "\(table.name)_insert_trigger") }
      })
    {
      sql = [entries.sql, rows.sql, table.sql]
      drops += ["DROP VIEW \(SQLText.identifier(rows.name))", "DROP TABLE \(SQLText.identifier(entries.name))"]
      content = owner.name
      keyColumns = entries.columns.dropFirst().map(\.name)
      catalog.tables.removeAll { $0.name == entries.name }
      catalog.views.removeAll { $0.name == rows.name }
      return
    }
    guard let using = tokens.firstIndex(where: { $0.is("using") }), using + 1 < tokens.count,
      tokens[using + 1].is("fts5"),
      let place = tokens.indices.dropLast(2).first(where: { tokens[$0].is("content") && tokens[$0 + 1].text == "=" })
    else { return }
    content = tokens[place + 2].name
  }
}

/// One of the two schemas in a comparison.
struct SchemaShape {
  var catalog: DatabaseCatalog
  /// The models, if known, which add to the SQL.
  var schema: Schema? { didSet { whole = Schema(tables: tables.map(described)) } }
  /// Every table and column of the database: as the models describe them, otherwise as far as the SQL tells.
  private(set) var whole = Schema()
  var tables: [TableShape]
  var fullTexts: [FullTextShape]
  /// The views, with the tokens of their statements.
  let views: [(view: CatalogView, tokens: [SQLToken])]
  /// Every trigger, with its table or view.
  var triggers: [TriggerShape]

  /// The table that records applied migrations isn't part of a schema.
  static let ledger = MigrationTable.name

  init(_ catalog: DatabaseCatalog, schema: Schema?) {
    var catalog = catalog
    catalog.tables.removeAll { $0.name.isSameName(as: Self.ledger) }
    fullTexts = []
    for table in catalog.tables where table.isVirtual || table.definition == nil {
      fullTexts.append(FullTextShape(table, in: &catalog))
    }
    self.catalog = catalog
    self.schema = schema
    tables = catalog.tables.compactMap { TableShape($0) }
    views = catalog.views.map { ($0, SQLLexer.tokens(of: $0.sql)) }
    triggers =
      catalog.tables.flatMap { table in table.triggers.map { TriggerShape(owner: table.name, trigger: $0) } }
      + catalog.views.flatMap { view in view.triggers.map { TriggerShape(owner: view.name, trigger: $0) } }
    whole = Schema(tables: tables.map(described))
  }

  private func described(_ shape: TableShape) -> Table {
    var table =
      model(shape.name)
      ?? Table(name: shape.name, columns: [], primaryKey: KeyConstraint(name: "", columns: shape.table.primaryKey))
    if model(shape.name) == nil { (table.isDerived, table.members) = (isDerived(shape), orders(ofMembers: shape)) }
    table.columns = shape.columns.map { column in
      modelColumn(shape.name, column.name)
        ?? Column(name: column.name, type: meaning(of: column, in: shape).type, isNullable: !column.isNotNull)
    }
    return table
  }

  func table(_ key: String) -> TableShape? { tables.first { $0.key == key } }

  /// The model's table, if the models are known.
  func model(_ table: String) -> Table? { schema?.tables.first { $0.name.isSameName(as: table) } }

  /// The model's column, if the models are known.
  func modelColumn(_ table: String, _ column: String) -> Column? {
    model(table)?.columns.first { $0.name.isSameName(as: column) }
  }

  /// The comment lines above the statement that creates an object of this name.
  func documentation(_ statements: [DDLStatement], _ name: String) -> [String] {
    statements.first { $0.name.isSameName(as: name) && $0.object != .index }?.comments ?? []
  }
}

/// A trigger, with its table or view.
struct TriggerShape {
  var owner: String
  var name: String
  var sql: String
  var tokens: [SQLToken]
  /// Equal for two triggers with the same meaning.
  var meaning: String

  init(owner: String, trigger: CatalogTrigger) {
    self.owner = owner
    name = trigger.name
    sql = trigger.sql
    tokens = SQLLexer.tokens(of: sql)
    meaning = tokens.meaning
  }
}
