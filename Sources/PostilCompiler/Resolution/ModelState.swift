import PostilSchema

/// A model while it is being resolved: each stage fills in a part.
struct ModelState {
  var source: AnnotatedModel
  var tableName: String
  /// The places of its parts in the source that the resolved model doesn't contain.
  var origin = ModelOrigin()
  /// The statement of `@table(sql:)`, and the table that SQLite reads from it.
  var stated: ExistingTable?
  /// The name of `@renamed(from:)`.
  var renamedFrom: String?
  /// The many-to-many relationships whose pairs are rows of the model.
  var pairedSides: [PairedSide] = []
  /// The columns.
  var properties: [PropertyState] = []
  /// The properties with several columns.
  var groups: [GroupState] = []
  /// Whether this is an embedded struct, not a model.
  var isEmbedded = false
  var transientProperties: [String] = []
  /// The names of properties that aren't columns or couldn't be read. They aren't also reported as unknown.
  var otherProperties: Set<String> = []
  var key: ResolvedKey?
  var uniqueConstraints: [KeyConstraint] = []
  var checks: [Check] = []
  /// The checks of enums' raw values, by column. They are also in `checks`.
  var enumChecks: [String: Check] = [:]
  var indexes: [Index] = []
  var exclusions: [Exclusion] = []
  var foreignKeys: [ForeignKey] = []
  /// The references that the database doesn't enforce.
  var unenforcedReferences: [ForeignKey] = []
  var relationships: [RelationshipState] = []
  /// Columns without a property: the positions of ordered relationships.
  var addedColumns: [Column] = []
  /// The triggers that relationships need.
  var addedTriggers: [Trigger] = []
  /// The ordered and limited relationships whose members are the rows.
  var members: [MemberRules] = []
  var uniqueKeys: [ResolvedUniqueKey] = []
  var fullText: FullTextIndex?
  /// The `SELECT` of a view, as written in the DDL.
  var select: String?
  /// Whether the table holds at most one row.
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
  /// The properties of the key's columns; empty until the key is resolved.
  var keyLeaves: [PropertyState] {
    key?.properties.flatMap { name in leaves(name).map { Array(properties[$0]) } ?? [] } ?? []
  }
  /// The columns of the key; empty until the key is resolved.
  var keyColumns: [String] { keyLeaves.map(\.column) }

  /// Whether a property has `@references`, or one on the struct uses it.
  func isReference(_ property: AnnotatedProperty) -> Bool {
    property.note("references") != nil
      || source.notes("references").contains { $0.columns.contains { $0.name.text == property.name } }
  }

  /// The property with `@softDelete`; `nil` without one.
  var deletion: PropertyState? { properties.first { if case .softDelete = $0.role { true } else { false } } }
  /// The column of `@softDelete`; `nil` without one.
  var deletionColumn: String? { deletion?.column }
}

/// A column: a stored property, or a part of a property with several columns.
struct PropertyState {
  var source: AnnotatedProperty
  /// The property path to the value: `title`, `address.city`.
  var name: String
  var column: String
  var type: ResolvedType
  var access: Access
  var documentation: [String]
  var defaultValue: String?
  var sqlDefault: String?
  var collation: String?
  /// The digits of `@decimal(10, 2)`.
  var digits: DecimalDigits?
  /// The type of the elements of `@json(array)`.
  var elements: ColumnType?
  /// The number of numbers in a `@vector(3)`.
  var dimensions: Int?
  /// The former names from `@renamed(from:)`. If several annotations rename parts of the name, the names with only some
  /// of these changes follow.
  var formerNames: [String] = []
  var renamedFrom: String? { formerNames.first }
  /// The place of the model's property. All parts of a group have the place of the group's property.
  var place: SourcePlace
  /// The prefix of the column's name if the property is part of a group.
  var prefix = ""
  /// For a property of an embedded struct: the column names in the struct's own SQL, mapped to those of the model.
  var columnsOfStruct: [String: String]?
  /// How the column gets its value.
  var role = ColumnRole.stored
  /// The expression of a `@generated` column.
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

  /// The column in the form that later stages use.
  var resolvedColumn: ColumnOrigin {
    ColumnOrigin(
      name: column, property: name, type: type, role: role, hasDefault: defaultValue != nil || sqlDefault != nil,
      place: place,
      annotations: Dictionary(source.notes.map { ($0.name, $0.place) }, uniquingKeysWith: { first, _ in first }))
  }
}

/// A relationship with its place in the source.
struct RelationshipState {
  var relationship: ResolvedRelationship
  var place: SourcePlace
  /// The model with the annotation.
  var declaringModel: Int
}

/// A `@references`, on a property or on the struct.
struct ReferenceState {
  /// The model that holds the key, and the index of its first column.
  var owner: Int
  var property: Int
  /// The columns that hold the key, and the names of their properties.
  var columns: [Int]
  var propertyNames: [String]
  /// Whether the annotation is on the struct and uses existing properties.
  var isOfStruct = false
  /// Whether it is `unindexed`.
  var isUnindexed = false
  /// Whether the database has a foreign key for it.
  var isEnforced = true
  /// The referenced model.
  var target: Int
  /// The name of the to-one relationship: `project` of `projectID`.
  var name: String
  var place: SourcePlace
  /// The name in `inverse:`, or in a `@hasMany` or `@hasOne` on the other side.
  var inverse: SourceText?
  var inversePlace: SourcePlace?
  /// The annotation on the other side: `hasMany` or `hasOne`.
  var claim: String?
  var onDelete: DeleteRule

  /// The name in messages: its property, or its own name if the annotation is on the struct.
  var propertyName: String { isOfStruct ? name : propertyNames[0] }
  /// The annotation that declares it, for documentation.
  var origin: String { isOfStruct ? "@references(\(name):)" : "@references on \(propertyNames[0])" }
}
