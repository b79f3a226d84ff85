/// The index of a model's words, which triggers keep in step with its table: generated as `Item.fullText`.
public struct FullTextIndex<Column: FullTextColumns>: Sendable {
  let path: RelationshipPath

  /// The name of the index in the database: `item_fts`.
  public var name: String { path.target.name }

  /// The index of this name over a table whose integer key is `key`.
  public init(_ name: String, of table: TableDescription, key: String) {
    path = RelationshipPath(
      name: "fullText", owner: table, target: TableDescription(model: name, name: name, columns: []), near: [key],
      far: ["rowid"], join: nil, isRequired: true)
  }

  /// Makes the index anew from the rows of the table; what triggers saw needs it never.
  ///
  /// It is for rows that came by other ways: `INSERT OR REPLACE`, which runs no trigger for the row that it replaces, or
  /// a tool that writes without triggers. `INSERT INTO "item_fts" ("item_fts") VALUES ('rebuild')`
  /// - Throws: ``DatabaseError``
  public func rebuild(in db: some WriteTransaction) throws { try run("rebuild", in: db) }

  /// Joins the parts that writing leaves behind, so that searches read fewer; it can take long.
  ///
  /// `INSERT INTO "item_fts" ("item_fts") VALUES ('optimize')`
  /// - Throws: ``DatabaseError``
  public func optimize(in db: some WriteTransaction) throws { try run("optimize", in: db) }

  private func run<DB: WriteTransaction>(_ command: String, in db: DB) throws {
    var renderer = SQLRenderer(dialect: DB.dialect)
    renderer.write("INSERT INTO ")
    renderer.writeIdentifier(name)
    renderer.write(" (")
    renderer.writeIdentifier(name)
    renderer.write(") VALUES (")
    renderer.writeValue(.text(command))
    renderer.write(")")
    try db.execute(renderer.statement())
  }
}
