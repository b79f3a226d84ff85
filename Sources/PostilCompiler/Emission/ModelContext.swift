import PostilSchema

/// A model with what its generated constructs share: names, access and related models.
///
/// It is a class because every construct holds one, and copying a model takes much code.
package final class ModelContext {
  let model: ResolvedModel
  let names: RuntimeNames
  private let modelsByName: [String: ResolvedModel]
  /// The primary keys of all tables, by name, including those without a model.
  private let tables: [String: [String]]
  /// The tables whose rows are deleted together with those of a table, by name.
  private let cascades: [String: [String]]

  package init(_ model: ResolvedModel, in graph: ModelGraph, names: RuntimeNames) {
    self.model = model
    self.names = names
    modelsByName = Dictionary(graph.models.map { ($0.swiftName, $0) }, uniquingKeysWith: { first, _ in first })
    tables = Dictionary(
      graph.schema.tables.map { ($0.name, $0.primaryKey.columns) }, uniquingKeysWith: { first, _ in first })
    cascades = Dictionary(
      graph.schema.tables.flatMap { table in
        table.foreignKeys.filter { $0.onDelete == .cascade }.map { ($0.referencedTable, [table.name]) }
      }, uniquingKeysWith: +)
  }

  /// `Item`
  var type: String { model.swiftName }
  var table: String { model.table.name }
  /// `item`: the word for a row in documentation and parameters.
  var valueName: String { SwiftNames.value(of: type) }
  var access: Access { model.access }

  /// The stored properties of the key, in order.
  var keyProperties: [ResolvedProperty] { properties(named: model.key.properties) }
  /// The properties of a draft: everything that the database doesn't assign.
  var draftProperties: [ResolvedProperty] { model.properties.filter { model.isInDraft($0) } }
  /// The properties that an update of a row sets.
  var settableProperties: [ResolvedProperty] { model.rowProperties.filter { isSettable($0) } }

  func isKey(_ property: ResolvedProperty) -> Bool { model.isKey(property) }
  func isAssigned(_ property: ResolvedProperty) -> Bool { model.isAssigned(property) }
  func isSettable(_ property: ResolvedProperty) -> Bool { model.isSettable(property) }

  /// Whether the functions that read and write rows can be inlined into other modules: the struct and every column are
  /// public.
  var isInlinable: Bool { access == .public && model.properties.allSatisfy { $0.access == .public } }
  var inlinable: [String] { isInlinable ? ["@inlinable"] : [] }

  /// The access of code that involves this model and another.
  func access(with target: ResolvedModel) -> Access { .narrower(access, target.access) }
  func inlinable(with target: ResolvedModel) -> [String] { access(with: target) == .public ? inlinable : [] }

  /// The target of a relationship. Resolution guarantees that it exists.
  func target(of relationship: ResolvedRelationship) -> ResolvedModel { modelsByName[relationship.target] ?? model }

  /// The primary key of a join table.
  func keyColumns(ofTable join: ResolvedJoin) -> [String] { tables[join.table] ?? join.near + join.far }

  /// Whether deleting a row can delete other rows of the same table.
  var deletesOwnRows: Bool {
    var (seen, open) = (Set<String>(), cascades[table] ?? [])
    while let next = open.popLast() {
      if next == table { return true }
      if seen.insert(next).inserted { open += cascades[next] ?? [] }
    }
    return false
  }

  /// The `#if` conditions of the target that don't already apply to this model.
  func conditions(of relationship: ResolvedRelationship) -> [String] {
    target(of: relationship).conditions.filter { !model.conditions.contains($0) }
  }

  func model(named name: String) -> ModelContext? { modelsByName[name].map { with($0) } }

  func with(_ model: ResolvedModel) -> ModelContext { ModelContext(model, like: self) }

  private init(_ model: ResolvedModel, like other: ModelContext) {
    (self.model, names) = (model, other.names)
    (modelsByName, tables, cascades) = (other.modelsByName, other.tables, other.cascades)
  }

  func properties(named names: [String]) -> [ResolvedProperty] {
    names.compactMap { name in model.properties.first { $0.name == name } }
  }

  /// The statements for rows.
  package var rowSQL: RowSQL { model.rowSQL }

  /// A member of the struct, with `self.` if a parameter has the same name.
  func member(_ property: ResolvedProperty, besides parameters: String...) -> String {
    parameters.contains(property.name)
      ? "self." + SwiftNames.member(property.name) : SwiftNames.declared(property.name)
  }

  /// The code that reads and binds rows of the model.
  var rowCode: RowCode { RowCode(access: access, isInlinable: isInlinable, names: names) }

  /// A `FixedStatement`, written as a literal.
  func statement(_ sql: GeneratedStatement, label: String = "") -> Code { .sql(sql, label: label) }

  /// An extension of the model. It is `nonisolated`, so that it means the same in targets that are isolated to the main
  /// actor by default. Source: SE-0449 and SE-0466.
  func extending(_ conformance: String = "", @CodeBuilder body: () -> [Code]) -> Code {
    .type("nonisolated extension \(type)\(conformance.isEmpty ? "" : ": " + conformance)", body: body)
  }
}

extension ColumnType {
  /// Whether values are or may be bytes, which JSON can't represent.
  fileprivate var isBinary: Bool {
    switch self {
    case .bytes, .uuidBytes, .packed, .any: true
    default: false
    }
  }
}

extension ResolvedModel {
  /// The key's columns, in order.
  var keyColumns: [String] {
    key.properties.flatMap { name in properties.first { $0.name == name }?.columnNames ?? [] }
  }

  /// The columns of a row, in the order of the table.
  var columnNames: [String] { rowProperties.flatMap(\.columnNames) }

  /// Whether a list of keys can be passed as one JSON array. JSON has no bytes.
  var keyFitsJSON: Bool { !table.columns.contains { keyColumns.contains($0.name) && $0.type.isBinary } }

  /// `item`: the word for a row in documentation and parameters.
  var valueName: String { SwiftNames.value(of: swiftName) }
}
