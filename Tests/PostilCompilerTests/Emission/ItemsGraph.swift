@testable import PostilCompiler
import PostilSchema

/// The graph of Models/Items, by hand: emission is tested without the stages before it.
enum ItemsGraph {
  static let graph = ModelGraph(
    target: "Items", models: [drafting(item), project, step, tag],
    rawTypes: [ResolvedRawType(swiftName: "Priority", rawType: "Int", path: "Models/Items/Item.swift")],
    schema: Schema(tables: [project.table, item.table, step.table, tag.table, itemTags]),
    declaredTypeNames: ["Item", "Project", "Step", "Tag", "Priority"])

  static let item = model(
    "Item", imports: ["Foundation", "Postil"], documentation: ["Something to do."],
    properties: [
      key,
      property("title", "String", documentation: ["What is to be done, in a few words."]),
      property("dueAt", "Date?", column: "due_at"),
      property("priority", "Priority", defaultValue: ".normal"),
      property("done", "Bool", defaultValue: "false"),
      property("projectID", "Project.ID", column: "project_id"),
    ],
    types: [.integer(bits: 64), .text, .timestamp, .integer(bits: 64), .boolean, .integer(bits: 64)],
    relationships: [
      ResolvedRelationship(
        kind: .toOne, name: "project", target: "Project", origin: "@references on projectID",
        keyProperties: ["projectID"],
        near: ["project_id"], far: ["id"], isRequired: true, onDelete: .cascade, inverse: "items"),
      ResolvedRelationship(
        kind: .manyToMany, name: "tags", target: "Tag", origin: "@manyToMany(tags:)", keyProperties: [],
        near: ["id"], far: ["id"], join: ResolvedJoin(table: "item_tags", near: ["item_id"], far: ["tag_id"]),
        isRequired: false, onDelete: .cascade, inverse: "items"),
      ResolvedRelationship(
        kind: .hasMany, name: "steps", target: "Step", origin: "@hasMany(steps:)", keyProperties: ["itemID"],
        near: ["id"], far: ["item_id"], isRequired: true, onDelete: .cascade, inverse: "item"),
    ])

  static let project = model(
    "Project", documentation: ["A project that items belong to, such as the house or a trip."],
    properties: [key, property("name", "String")], types: [.integer(bits: 64), .text],
    relationships: [
      ResolvedRelationship(
        kind: .hasMany, name: "items", target: "Item", origin: "@references on Item.projectID",
        keyProperties: ["projectID"],
        near: ["id"], far: ["project_id"], isRequired: true, onDelete: .cascade, inverse: "project")
    ], uniqueKeys: [ResolvedUniqueKey(name: "name", properties: ["name"], columns: ["name"])])

  static let step = model(
    "Step", documentation: ["One step of an item."],
    properties: [
      key, property("text", "String"), property("done", "Bool", defaultValue: "false"),
      property("itemID", "Item.ID", column: "item_id"),
    ], types: [.integer(bits: 64), .text, .boolean, .integer(bits: 64)],
    relationships: [
      ResolvedRelationship(
        kind: .toOne, name: "item", target: "Item", origin: "@references on itemID", keyProperties: ["itemID"],
        near: ["item_id"], far: ["id"], isRequired: true, onDelete: .cascade, inverse: "steps")
    ])

  static let tag = model(
    "Tag", documentation: ["A word that items share."],
    properties: [key, property("name", "String")], types: [.integer(bits: 64), .text],
    relationships: [
      ResolvedRelationship(
        kind: .manyToMany, name: "items", target: "Item", origin: "@manyToMany(tags:) of Item", keyProperties: [],
        near: ["id"], far: ["id"], join: ResolvedJoin(table: "item_tags", near: ["tag_id"], far: ["item_id"]),
        isRequired: false, onDelete: .cascade, inverse: "tags")
    ], uniqueKeys: [ResolvedUniqueKey(name: "name", properties: ["name"], columns: ["name"])])

  static let itemTags = Table(
    name: "item_tags",
    columns: [Column(name: "item_id", type: .integer(bits: 64)), Column(name: "tag_id", type: .integer(bits: 64))],
    primaryKey: KeyConstraint(name: "item_tags_pk", columns: ["item_id", "tag_id"]), isWithoutRowID: true)

  // MARK: - Parts

  /// The model, which notes its has-many relationships itself.
  static func drafting(_ model: ResolvedModel) -> ResolvedModel {
    var model = model
    for index in model.relationships.indices where model.relationships[index].kind == .hasMany {
      model.relationships[index].isDrafted = true
    }
    return model
  }

  static let key = property("id", "ID", isLet: true)

  static func property(
    _ name: String, _ type: String, column: String? = nil, isLet: Bool = false, documentation: [String] = [],
    defaultValue: String? = nil, sqlDefault: String? = nil, access: Access = .public
  ) -> ResolvedProperty {
    ResolvedProperty(
      name: name, column: column ?? name, type: type, isOptional: type.hasSuffix("?"), isLet: isLet, access: access,
      documentation: documentation, defaultValue: defaultValue, sqlDefault: sqlDefault)
  }

  static func model(
    _ name: String, imports: [String] = ["Postil"], documentation: [String] = [], properties: [ResolvedProperty],
    types: [ColumnType], key: ResolvedKey = ResolvedKey(identifier: .generated, properties: ["id"], isAssigned: true),
    relationships: [ResolvedRelationship] = [], uniqueKeys: [ResolvedUniqueKey] = [], access: Access = .public
  ) -> ResolvedModel {
    let columns = zip(properties, types).map { Column(name: $0.column, type: $1, isNullable: $0.isOptional) }
    let table = Table(
      name: name.lowercased(), documentation: documentation, columns: columns,
      primaryKey: KeyConstraint(
        name: "\(name.lowercased())_pk",
        columns: properties.filter { key.properties.contains($0.name) }.map(\.column)))
    return ResolvedModel(
      swiftName: name, access: access, path: "Models/Items/\(name).swift",
      position: SourcePosition(offset: 0, line: 1, column: 1), imports: imports, documentation: documentation,
      draftConformances: ["Codable", "Hashable"], conditions: [], table: table, properties: properties,
      transientProperties: [], key: key, relationships: relationships, uniqueKeys: uniqueKeys)
  }
}
