import PostilSchema

/// A model while it is being resolved: each stage fills in a part.
struct ModelState {
  var source: AnnotatedModel
  var tableName: String
  /// Where the table's name comes from: the literal in `@table("…")`, or the struct's name.
  var tablePlace: SourcePlace
  /// The name of `@renamed(from:)`.
  var renamedFrom: String?
  var properties: [PropertyState] = []
  var transientProperties: [String] = []
  /// Names of properties that are no columns or could not be read, so that they are not reported as unknown again.
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
  /// The `SELECT` of a view, as it stands in the DDL.
  var select: String?

  var isView: Bool { source.isView }
  var name: String { source.name }
  var place: SourcePlace { source.place }

  /// The index of a property that is a column.
  func property(_ name: String) -> Int? { properties.firstIndex { $0.name == name } }
  /// The columns of the key, empty until it is known.
  var keyColumns: [String] {
    key?.properties.compactMap { name in properties.first { $0.name == name }?.column } ?? []
  }
}

/// A stored property that is a column.
struct PropertyState {
  var source: AnnotatedProperty
  var column: String
  var type: ResolvedType
  var access: Access
  var documentation: [String]
  var defaultValue: String?
  var sqlDefault: String?
  var collation: String?
  /// The name of `@renamed(from:)`.
  var renamedFrom: String?

  var name: String { source.name }
  var place: SourcePlace { source.place }
}

/// A relationship with the place that it comes from.
struct RelationshipState {
  var relationship: ResolvedRelationship
  var place: SourcePlace
  /// The model in whose source it is noted.
  var declaringModel: Int
}

/// A `@references` on a property.
struct ReferenceState {
  /// The model that holds the key, and the index of the property that does.
  var owner: Int
  var property: Int
  /// The model that is referenced.
  var target: Int
  /// The name of the to-one relationship: `list` of `listID`.
  var name: String
  var place: SourcePlace
  /// The name that `inverse:` gives, or that a `@hasMany` or `@hasOne` on the other side gives.
  var inverse: SourceText?
  var inversePlace: SourcePlace?
  var onDelete: DeleteRule
}

/// A piece of SQL that a user wrote, for SQLite to check.
struct SQLSnippet {
  enum Kind: Hashable {
    case check, defaultValue, indexCondition, indexTerm, view
  }

  var kind: Kind
  /// The annotation that it stands in: `@check`.
  var annotation: String
  /// The index of the model.
  var model: Int
  /// The column that a default belongs to.
  var column: String?
  /// The check of the raw values of the column that a default belongs to.
  var columnCheck: Check?
  var literal: StringLiteral
  var place: SourcePlace
}
