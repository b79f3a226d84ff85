import PostilSchema

/// The places in the source where the parts of a struct were written, for verification and findings.
package struct ModelOrigin: Sendable {
  /// Whether the key and every property were resolved. If not, the reason was reported.
  package var isComplete = true
  /// The place of the table's name: the literal in `@table("…")`, or the struct's name.
  package var tableName: SourcePlace?
  /// The place of the statement in `@table(sql:)`.
  package var statement: SourcePlace?
  /// The place of `@singleton`.
  package var singleton: SourcePlace?
  package var fullText: FullTextOrigin?
  /// The columns of the properties, in the order of the table's.
  package var columns: [ColumnOrigin] = []
  /// The indexes and unique keys that an annotation names.
  package var keys: [KeyOrigin] = []
  package var references: [ReferenceOrigin] = []
  package var relationships: [RelationshipOrigin] = []
  /// The SQL of the annotations, without that of `@query`.
  package var snippets: [SQLSnippet] = []
  /// Every `@allow`; empty for a struct of another target.
  package var allowances: [Allowance] = []

  /// The property of a column, or `nil` for a column without one.
  package func column(_ name: String) -> ColumnOrigin? { columns.first { $0.name == name } }

  /// The annotation of an index or, if `isConstraint`, of a unique key.
  package func key(_ name: String, isConstraint: Bool) -> KeyOrigin? {
    keys.first { $0.name == name && $0.isConstraint == isConstraint }
  }
}

/// A column of a property. A property that embeds a struct has several.
package struct ColumnOrigin: Sendable {
  /// The name in the database: `address_city`.
  package var name: String
  /// The path of properties that leads to the value: `address.city`.
  package var property: String
  package var type: ResolvedType
  package var role: ColumnRole
  /// Whether the property or the database gives a row without a value a default.
  package var hasDefault: Bool
  /// The place of the model's property.
  package var place: SourcePlace
  /// The places of the annotations, by name.
  package var annotations: [String: SourcePlace]

  /// The model's property: `address` of `address.city`.
  package var declaredName: String { property.split(separator: ".").first.map(String.init) ?? property }
}

/// The annotation of an index or a unique key.
package struct KeyOrigin: Sendable {
  package var name: String
  /// Whether it is a constraint. Constraints and indexes have separate names.
  package var isConstraint: Bool
  package var place: SourcePlace
  /// The annotated property, or `nil` if the struct is annotated.
  package var property: String?
}

/// A `@references`.
package struct ReferenceOrigin: Sendable {
  /// The columns of the foreign key.
  package var columns: [String]
  /// The properties of the columns.
  package var properties: [String]
  /// The to-one relationship: `project` of `projectID`.
  package var name: String
  /// Whether the struct is annotated instead of a property.
  package var isOfStruct: Bool
  package var place: SourcePlace

  /// The name in messages: the property, or the relationship if the struct is annotated.
  package var displayName: String { isOfStruct ? name : properties[0] }
}

/// The annotation of a relationship, which can be that of the other side.
package struct RelationshipOrigin: Sendable {
  package var name: String
  /// Whether the annotation belongs to this model.
  package var isDeclaredHere: Bool
  package var place: SourcePlace
}

/// The places of `@fullText` and its arguments.
package struct FullTextOrigin: Sendable {
  package var place: SourcePlace
  package var tokenizer: SourcePlace?
  package var prefixes: SourcePlace?
}

/// An `@allow`.
package struct Allowance: Sendable {
  package var code: LintCode
  /// The annotated property, or `nil` if the struct is annotated: then it applies to the properties too.
  package var property: String?
  package var place: SourcePlace
}

/// A table with the origin of its parts: of a model, or of an embedded struct on its own.
package struct AnnotatedTable: Sendable {
  package var table: Table
  package var origin: ModelOrigin
}

/// A piece of SQL in an annotation.
package struct SQLSnippet: Sendable {
  package enum Kind: Hashable, Sendable {
    case check, defaultValue, indexCondition, indexTerm, generated, view, triggerCondition, triggerStatement, query
  }

  package var kind: Kind
  /// The annotation, or its argument, in messages: `@check`.
  package var annotation: String
  /// The column of a default or a generated column.
  package var column: String?
  /// The check of the raw values of a column with a default.
  package var columnCheck: Check?
  package var literal: StringLiteral
  /// The place of the annotation.
  package var place: SourcePlace
  /// The event of the trigger of a condition or statement.
  package var event: TriggerEvent?

  /// The place of a byte of the SQL, or of the annotation if no offset in the SQL is known.
  package func place(of offset: Int?) -> SourcePlace {
    let positions = literal.positions
    guard !positions.isEmpty else { return place }
    return SourcePlace(path: place.path, position: positions[min(max(offset ?? 0, 0), positions.count - 1)])
  }
}
