import PostilQuery

/// A node of a tree. Written as generated code is.
struct Node: Hashable, Identifiable {
  let id: ID
  var name: String
  var isOpen: Bool
  var weight: Int?
  var parentID: Node.ID?
}

extension Node: Model {
  typealias ID = RowID<Node>

  static let table = _TableDescription(
    model: "Node", name: "node",
    columns: [
      ColumnName("id", property: "id"),
      ColumnName("name", property: "name"),
      ColumnName("is_open", property: "isOpen"),
      ColumnName("weight", property: "weight"),
      ColumnName("parent_id", property: "parentID"),
    ],
    primaryKey: ["id"], required: ["name", "is_open"])

  init(row: inout some RowReader) throws {
    id = try row.read()
    name = try row.read()
    isOpen = try row.read()
    weight = try row.read()
    parentID = try row.read()
  }

  func bindColumns(to binder: inout some ValueBinder) {
    id._bind(to: &binder)
    name._bind(to: &binder)
    isOpen._bind(to: &binder)
    weight._bind(to: &binder)
    parentID._bind(to: &binder)
  }

  func bindUpdate(to binder: inout some ValueBinder) {
    name._bind(to: &binder)
    isOpen._bind(to: &binder)
    weight._bind(to: &binder)
    parentID._bind(to: &binder)
    id._bind(to: &binder)
  }

  static let rowStatements = _RowStatements(
    insert: FixedStatement(
      """
      INSERT INTO "node" ("name", "is_open", "weight", "parent_id")
      VALUES (?1, ?2, ?3, ?4)
      """),
    fetch: FixedStatement(
      """
      SELECT "id", "name", "is_open", "weight", "parent_id"
      FROM "node" WHERE "id" = ?1
      """),
    update: FixedStatement(
      """
      UPDATE "node" SET "name" = ?1, "is_open" = ?2, "weight" = ?3, "parent_id" = ?4
      WHERE "id" = ?5
      """),
    save: FixedStatement(
      """
      INSERT INTO "node" ("id", "name", "is_open", "weight", "parent_id")
      VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "is_open" = excluded."is_open", "weight" = excluded."weight", "parent_id" = excluded."parent_id"
      """),
    delete: FixedStatement(#"DELETE FROM "node" WHERE "id" = ?1"#))

  struct UniqueKeys: Sendable {}
  static var uniqueKeys: UniqueKeys { UniqueKeys() }
}

extension Node {
  struct Draft: Hashable, ModelDraft {
    typealias OwningModel = Node
    var name: String
    var isOpen: Bool
    var weight: Int?
    var parentID: Node.ID?

    func bindColumns(to binder: inout some ValueBinder) {
      name._bind(to: &binder)
      isOpen._bind(to: &binder)
      weight._bind(to: &binder)
      parentID._bind(to: &binder)
    }

    func insert(in db: some WriteTransaction) throws -> Node {
      let id = ID(try db.insert(Node.rowStatements.insert) { bindColumns(to: &$0) })
      return Node(id: id, name: name, isOpen: isOpen, weight: weight, parentID: parentID)
    }
  }
}

extension Node {
  struct Columns: ModelColumns {
    typealias OwningModel = Node
    let rowSource: _Source
    init(_ source: _Source) { rowSource = source }

    var id: ReadOnlyColumn<Node, ID> { ReadOnlyColumn("id", of: rowSource) }
    var name: Column<Node, String> { Column("name", of: rowSource) }
    var isOpen: Column<Node, Bool> { Column("is_open", of: rowSource) }
    var weight: Column<Node, Int?> { Column("weight", of: rowSource) }
    var parentID: Column<Node, Node.ID?> { Column("parent_id", of: rowSource) }
    var parent: OptionalColumns<Node> { OptionalColumns<Node>(rowSource.joined(by: Node.parentRelationship)) }
    var children: ToMany<Node> { ToMany(Node.childrenRelationship, of: rowSource) }
  }

  static let parentRelationship = Relationship<Node, Node>("parent", from: ["parent_id"], to: ["id"])
  static let childrenRelationship = Relationship<Node, Node>("children", from: ["id"], to: ["parent_id"])

  var children: Query<Node> { Query(Node.childrenRelationship, of: id) }
  var parent: Query<Node> { Query(Node.parentRelationship, of: id) }
}
