import PostilSchema

/// A model with what the constructs of its generated code share: names, access and the models around it.
///
/// It is a class because every construct holds one, and copying a model takes much code.
final class ModelContext {
  let model: ResolvedModel
  let names: RuntimeNames
  private let modelsByName: [String: ResolvedModel]
  /// The primary keys of tables that belong to no model or to another one, by name.
  private let tables: [String: [String]]

  init(_ model: ResolvedModel, in graph: ModelGraph, names: RuntimeNames) {
    self.model = model
    self.names = names
    modelsByName = Dictionary(graph.models.map { ($0.swiftName, $0) }, uniquingKeysWith: { first, _ in first })
    tables = Dictionary(
      graph.schema.tables.map { ($0.name, $0.primaryKey.columns) }, uniquingKeysWith: { first, _ in first })
  }

  /// `Item`
  var type: String { model.swiftName }
  var table: String { model.table.name }
  /// `item`, as prose and parameters name a row.
  var valueName: String { SwiftNames.value(of: type) }
  var access: Access { model.access }

  /// The stored properties of the key, in its order.
  var keyProperties: [ResolvedProperty] { properties(named: model.key.properties) }
  /// What a draft holds: everything that the database does not assign.
  var draftProperties: [ResolvedProperty] { model.properties.filter { model.isInDraft($0) } }
  /// What an update may set.
  var settableProperties: [ResolvedProperty] { model.properties.filter { isSettable($0) } }

  func isKey(_ property: ResolvedProperty) -> Bool { model.isKey(property) }
  func isAssigned(_ property: ResolvedProperty) -> Bool { model.isAssigned(property) }
  func isSettable(_ property: ResolvedProperty) -> Bool { model.isSettable(property) }

  /// Whether the functions on a row's path can be inlined into other modules: the struct and every column is public.
  var isInlinable: Bool { access == .public && model.properties.allSatisfy { $0.access == .public } }
  var inlinable: [String] { isInlinable ? ["@inlinable"] : [] }

  /// The access of what concerns this model and another.
  func access(with target: ResolvedModel) -> Access { .narrower(access, target.access) }
  func inlinable(with target: ResolvedModel) -> [String] { access(with: target) == .public ? inlinable : [] }

  /// The model that a relationship leads to; resolution saw to it that there is one.
  func target(of relationship: ResolvedRelationship) -> ResolvedModel { modelsByName[relationship.target] ?? model }

  /// The primary key of a join table.
  func keyColumns(ofTable join: ResolvedJoin) -> [String] { tables[join.table] ?? join.near + join.far }

  /// The conditions of the target that don't already apply to this model.
  func conditions(of relationship: ResolvedRelationship) -> [String] {
    target(of: relationship).conditions.filter { !model.conditions.contains($0) }
  }

  /// The context of the model with a name.
  func model(named name: String) -> ModelContext? { modelsByName[name].map { with($0) } }

  /// The context of another model.
  func with(_ model: ResolvedModel) -> ModelContext { ModelContext(model, like: self) }

  private init(_ model: ResolvedModel, like other: ModelContext) {
    (self.model, names) = (model, other.names)
    (modelsByName, tables) = (other.modelsByName, other.tables)
  }

  func properties(named names: [String]) -> [ResolvedProperty] {
    names.compactMap { name in model.properties.first { $0.name == name } }
  }

  /// The statements for rows.
  var rowSQL: RowSQL { model.rowSQL }

  /// A member of the struct, with `self.` where a parameter has its name.
  func member(_ property: ResolvedProperty, besides parameters: String...) -> String {
    parameters.contains(property.name)
      ? "self." + SwiftNames.member(property.name) : SwiftNames.declared(property.name)
  }

  /// How rows of the model are read and bound.
  var rowCode: RowCode { RowCode(access: access, isInlinable: isInlinable, names: names) }

  /// A `FixedStatement`, which a literal is.
  func statement(_ sql: SQLStatement, label: String = "") -> Code { .sql(sql, label: label) }

  /// An extension of the model; `nonisolated`, so that it means the same where a target is isolated to the main actor
  /// by default. Source: SE-0449 and SE-0466.
  func extending(_ conformance: String = "", @CodeBuilder body: () -> [Code]) -> Code {
    .type("nonisolated extension \(type)\(conformance.isEmpty ? "" : ": " + conformance)", body: body)
  }
}

extension ColumnType {
  /// Whether values are, or can be, bytes, which JSON has not.
  fileprivate var isBinary: Bool {
    switch self {
    case .bytes, .uuidBytes, .packed, .any: true
    default: false
    }
  }
}

extension ResolvedModel {
  /// The key's columns, in its order.
  var keyColumns: [String] {
    key.properties.flatMap { name in properties.first { $0.name == name }?.columnNames ?? [] }
  }

  /// Every column, in the order of the table.
  var columnNames: [String] { properties.flatMap(\.columnNames) }

  /// Whether a list of keys travels as one JSON array: JSON has no bytes.
  var keyFitsJSON: Bool { !table.columns.contains { keyColumns.contains($0.name) && $0.type.isBinary } }

  /// `item`, as prose and parameters name a row.
  var valueName: String { SwiftNames.value(of: swiftName) }
}
