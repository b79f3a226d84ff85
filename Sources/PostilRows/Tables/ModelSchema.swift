import PostilCompiler
import PostilSQL
import PostilSchema

/// The tables and views of the models, as tools that read and write rows use them.
package struct ModelSchema: Sendable {
  /// Models first, in the order of the source, then views, then join tables.
  package let tables: [ModelTable]
  private let positions: [String: Int]

  package init(_ models: CompiledModels) {
    let schemas = Dictionary(models.tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let structs = models.structs
    let reader = ModelTableReader(models, schemas)
    var tables = structs.filter { !$0.model.isView }.map { reader.table(of: $0.model, in: $0.graph) }
    tables += structs.filter(\.model.isView).map { reader.table(of: $0.model, in: $0.graph) }
    tables += reader.joinTables(structs.map(\.model), models.graphs)
    reader.addReverseRelationships(to: &tables)
    self.tables = tables
    positions = Dictionary(
      tables.enumerated().map { ($1.name.foldedName, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The table with that name in the database; `nil` if no model describes it.
  package func table(named name: String) -> ModelTable? { positions[name.foldedName].map { tables[$0] } }
}

/// A table or view.
package struct ModelTable: Sendable {
  package enum Kind: String, Hashable, Sendable { case table, view, join }

  package var name: String
  /// The model: `Item`; for a join table without a model, its relationship: `Item.tags`.
  package var swiftName: String
  package var target: String
  package var documentation: [String]
  package var kind: Kind
  package var columns: [ModelColumn]
  /// The columns of the primary key; empty for a view.
  package var key: [String]
  /// The columns that represent a row, in order; empty if none is suitable.
  package var displayColumns: [String] = []
  package var relationships: [ModelRelationship] = []
  /// The model; `nil` for a join table without one.
  package var model: ResolvedModel?
  /// Whether the table has SQLite's rowid.
  package var hasRowID: Bool
  package var checks: [Check] = []
  package var uniqueKeys: [[String]] = []

  package var isSingleton: Bool { model?.isSingleton ?? false }
  /// The column that records when a row was deleted.
  package var softDelete: String? {
    columns.first { if case .softDelete = $0.role { true } else { false } }?.name
  }
  package var version: String? { columns.first { $0.role == .version }?.name }
  /// Whether rows can be inserted, changed and deleted.
  package var isEditable: Bool { kind != .view }

  package func column(named name: String) -> ModelColumn? { columns.first { $0.name == name } }

  /// The columns of the key, in order.
  package var keyColumns: [ModelColumn] { key.compactMap { column(named: $0) } }
}

/// A column.
package struct ModelColumn: Sendable {
  package var name: String
  /// The property, or the path to it in an embedded struct: `address.city`.
  package var swiftName: String
  package var swiftType: String
  /// The type of the values in Swift without `?`, in an expression: `Priority`.
  package var valueType: String
  package var type: ColumnType
  package var sqlType: String
  package var form: ColumnForm
  package var isOptional: Bool
  /// The values of an enum.
  package var choices: [Choice] = []
  package var role: ColumnRole
  package var isAssigned: Bool
  package var isLet: Bool
  package var hasDefault: Bool
  /// The SQL of the default.
  package var defaultSQL: String?
  package var collation: String?
  package var documentation: [String]
  package var isDisplay = false
  /// The type of the JSON, or the kind of another value that has a Swift type of its own.
  package var stored: StoredType?

  /// A value of an enum, or one that a check lists.
  package struct Choice: Hashable, Sendable {
    package var value: JSONTree
    package var name: String
    /// The case in Swift; `nil` if the column's type isn't an enum.
    package var swiftCase: String?
  }

  package var isGenerated: Bool { role == .generated }
  /// Whether a form can contain a value for a new row.
  package var isInsertable: Bool { !isAssigned && (role == .stored || role == .lazy) }
}

extension ModelColumn {
  /// Describes a parameter of a query as a column without a name.
  package init(parameterOf swiftType: String, _ type: ColumnType) {
    self.init(
      name: "", swiftName: "", swiftType: swiftType, valueType: swiftType, type: type, sqlType: "",
      form: ColumnForm(type), isOptional: false, role: .stored, isAssigned: false, isLet: false, hasDefault: false,
      documentation: [])
  }
}

/// The meaning of a column's values, for the controls of the page.
package enum ColumnForm: String, Hashable, Sendable {
  case integer, real, text, blob, boolean, date, day, uuid, json, `enum`, decimal, url, duration, any

  package init(_ type: ColumnType) {
    self =
      switch type {
      case .boolean: .boolean
      case .integer, .unsignedInteger: .integer
      case .real: .real
      case .text: .text
      case .bytes, .packed: .blob
      case .timestamp, .iso8601Milliseconds, .unixSeconds, .unixMilliseconds, .julianDay, .referenceDate: .date
      case .day: .day
      case .duration: .duration
      case .decimal: .decimal
      case .uuid, .uuidBytes: .uuid
      case .json: .json
      case .any: .any
      }
  }
}

/// A relationship, seen from one of its tables.
package struct ModelRelationship: Sendable {
  package enum Kind: String, Hashable, Sendable { case toOne, toMany, manyToMany, hasOne }

  package var name: String
  package var kind: Kind
  /// The table on this side.
  package var owner: String
  /// The table on the other side.
  package var table: String
  /// The columns of this table.
  package var near: [String]
  /// The columns of the other table.
  package var far: [String]
  /// The table of the pairs, and its columns for this side and the other.
  package var join: (table: String, near: [String], far: [String])?
  /// Whether the model declares it. Otherwise, it is a reference of another table that has no inverse.
  package var isDeclared = true
  /// Whether the reference is required.
  package var isRequired: Bool
  /// Whether members can't be added, removed or moved to another owner.
  package var isLet: Bool
  package var order: ResolvedOrder?
  /// The minimum and maximum number of members.
  package var minimum: Int?
  package var maximum: Int?
  package var inverse: String?
  package var documentation: String
  /// The relationship of the model whose statements change it: of the other table's, if this one isn't declared; `nil` for the
  /// references of a join table.
  package var resolved: ResolvedRelationship?
  /// The statements of the functions that are generated for it.
  package var statements = RelationshipStatements()

  /// Whether the other table is the same.
  package var isTree: Bool { owner == table }
}
