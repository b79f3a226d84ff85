import PostilSchema

/// A model while it is being resolved: each stage fills in a part.
struct ModelState {
  var source: AnnotatedModel
  var tableName: String
  /// Where its parts were written, as far as the resolved model doesn't contain it.
  var origin = ModelOrigin()
  /// The statement of `@table(sql:)`, and how SQLite reads it.
  var stated: ExistingTable?
  /// The name of `@renamed(from:)`.
  var renamedFrom: String?
  /// The many-to-many relationships whose pairs are the model's rows.
  var pairedSides: [PairedSide] = []
  /// The columns.
  var properties: [PropertyState] = []
  /// Properties that have several of the columns.
  var groups: [GroupState] = []
  /// Whether this is an embedded struct instead of a model.
  var isEmbedded = false
  var transientProperties: [String] = []
  /// Names of properties that aren't columns or couldn't be read, so that they aren't also reported as unknown.
  var otherProperties: Set<String> = []
  var key: ResolvedKey?
  var uniqueConstraints: [KeyConstraint] = []
  var checks: [Check] = []
  /// The checks of enums' raw values, which are among `checks`, by column.
  var enumChecks: [String: Check] = [:]
  var indexes: [Index] = []
  var foreignKeys: [ForeignKey] = []
  var relationships: [RelationshipState] = []
  /// Columns that no property shows: the positions of ordered relationships.
  var addedColumns: [Column] = []
  /// The triggers that relationships need.
  var addedTriggers: [Trigger] = []
  var uniqueKeys: [ResolvedUniqueKey] = []
  var fullText: FullTextIndex?
  /// The `SELECT` of a view, as written in the DDL.
  var select: String?
  /// Whether the table holds one row at most.
  var isSingleton = false
  var triggers: [Trigger] = []

  var isTable: Bool { source.isTable }
  var isView: Bool { source.isView }
  var isProjection: Bool { source.isProjection }
  var name: String { source.name }
  var place: SourcePlace { source.place }
  /// The literal in `@table("…")`, or the struct's name.
  var tableNamePlace: SourcePlace { origin.tableName ?? place }
  /// Whether every property is a column or `@transient`.
  var areColumnsComplete: Bool { otherProperties.subtracting(transientProperties).isEmpty }

  /// The index of a property that is a column.
  func property(_ name: String) -> Int? { properties.firstIndex { $0.name == name } }
  /// The properties of the key's columns, empty until it is known.
  var keyLeaves: [PropertyState] {
    key?.properties.flatMap { name in leaves(name).map { Array(properties[$0]) } ?? [] } ?? []
  }
  /// The columns of the key, empty until it is known.
  var keyColumns: [String] { keyLeaves.map(\.column) }

  /// The column of `@softDelete`; `nil` if rows are deleted for good.
  var deletionColumn: String? {
    properties.first { if case .softDelete = $0.role { true } else { false } }?.column
  }
}

/// A column: a stored property, or a part of one that has several columns.
struct PropertyState {
  var source: AnnotatedProperty
  /// The path of properties that leads to the value: `title`, `address.city`.
  var name: String
  var column: String
  var type: ResolvedType
  var access: Access
  var documentation: [String]
  var defaultValue: String?
  var sqlDefault: String?
  var collation: String?
  /// The name of `@renamed(from:)`; where several notes are of parts of the name, the ones that some of these alone give follow it.
  var formerNames: [String] = []
  var renamedFrom: String? { formerNames.first }
  /// Where the model declares the property; a part of a group has the place of the whole.
  var place: SourcePlace
  /// What the column's name begins with because the property is a part of a group.
  var prefix = ""
  /// Of a property of an embedded struct: the columns as the struct's own SQL names them, and as the model does.
  var columnsOfStruct: [String: String]?
  /// Who writes the column.
  var role = ColumnRole.stored
  /// What a `@generated` column is computed from.
  var generation: Generation?
  /// The former raw values of the cases of the property's enum.
  var renamedValues: [RenamedValue] = []

  init(
    source: AnnotatedProperty, column: String, type: ResolvedType, access: Access, documentation: [String],
    defaultValue: String?
  ) {
    self.source = source
    self.name = source.name
    self.column = column
    self.type = type
    self.access = access
    self.documentation = documentation
    self.defaultValue = defaultValue
    self.place = source.place
  }

  /// The column as later stages see it.
  var resolvedColumn: ColumnOrigin {
    ColumnOrigin(
      name: column, property: name, type: type, role: role, hasDefault: defaultValue != nil || sqlDefault != nil,
      place: place,
      annotations: Dictionary(source.notes.map { ($0.name, $0.place) }, uniquingKeysWith: { first, _ in first }))
  }
}

/// A relationship with the place that it comes from.
struct RelationshipState {
  var relationship: ResolvedRelationship
  var place: SourcePlace
  /// The model in whose source it is noted.
  var declaringModel: Int
}

/// A `@references`, on a property or over several.
struct ReferenceState {
  /// The model that holds the key, and the index of the first column that does.
  var owner: Int
  var property: Int
  /// The columns that hold the key, and the names of the properties that have them.
  var columns: [Int]
  var propertyNames: [String]
  /// Whether it is written above the struct, over existing properties.
  var isOfStruct = false
  /// Whether it is `unindexed`.
  var isUnindexed = false
  /// The model that is referenced.
  var target: Int
  /// The name of the to-one relationship: `project` of `projectID`.
  var name: String
  var place: SourcePlace
  /// The name that `inverse:` gives, or that a `@hasMany` or `@hasOne` on the other side gives.
  var inverse: SourceText?
  var inversePlace: SourcePlace?
  /// The annotation on the other side, `hasMany` or `hasOne`.
  var claim: String?
  var onDelete: DeleteRule

  /// What messages call it: its property, or its own name where it has several.
  var propertyName: String { isOfStruct ? name : propertyNames[0] }
  /// The annotation that made it, for documentation.
  var origin: String { isOfStruct ? "@references(\(name):)" : "@references on \(propertyNames[0])" }
}
