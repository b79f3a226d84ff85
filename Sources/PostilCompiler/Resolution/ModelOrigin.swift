import PostilSchema

/// The places in the source where the parts of a struct are declared, for verification and lint findings.
package struct ModelOrigin: Sendable {
  /// Whether the key and every property were resolved. If not, an error was reported.
  package var isComplete = true
  /// The place of the table's name: the literal in `@table("…")`, or the struct's name.
  package var tableName: SourcePlace?
  /// The place of the statement in `@table(sql:)`.
  package var statement: SourcePlace?
  /// The places of the struct's annotations, by name; the first of each.
  package var annotations: [String: SourcePlace] = [:]
  package var fullText: FullTextOrigin?
  /// The properties that `@display` on the struct names, in order.
  package var displayProperties: [String] = []
  /// The columns of the properties, in the order of the table.
  package var columns: [ColumnOrigin] = []
  /// The indexes and unique keys that annotations declare.
  package var keys: [KeyOrigin] = []
  package var references: [ReferenceOrigin] = []
  package var relationships: [RelationshipOrigin] = []
  /// The SQL of the annotations, except that of `@query`.
  package var snippets: [SQLSnippet] = []
  /// All `@allow`s; empty for a struct of another target.
  package var allowances: [Allowance] = []

  /// The property of a column, or `nil` for a column without one.
  package func column(_ name: String) -> ColumnOrigin? { columns.first { $0.name == name } }

  /// The annotation of an index or, if `isConstraint`, of a unique key.
  package func key(_ name: String, isConstraint: Bool) -> KeyOrigin? {
    keys.first { $0.name == name && $0.isConstraint == isConstraint }
  }
}

/// A column of a property. An embedded property has several.
package struct ColumnOrigin: Sendable {
  /// The name in the database: `address_city`.
  package var name: String
  /// The property path to the value: `address.city`.
  package var property: String
  package var type: ResolvedType
  package var role: ColumnRole
  /// Whether a row without a value gets a default, from the property or from the database.
  package var hasDefault: Bool
  /// The place of the model's property.
  package var place: SourcePlace
  /// The places of the annotations, by name.
  package var annotations: [String: SourcePlace]

  /// The model's property: `address` for `address.city`.
  package var declaredName: String { property.split(separator: ".").first.map(String.init) ?? property }
}

/// The annotation of an index or a unique key.
package struct KeyOrigin: Sendable {
  package var name: String
  /// Whether it is a constraint. Constraints and indexes have separate names.
  package var isConstraint: Bool
  package var place: SourcePlace
  /// The annotated property; `nil` if the annotation is on the struct.
  package var property: String?
}

/// A `@references` annotation.
package struct ReferenceOrigin: Sendable {
  /// The columns of the foreign key.
  package var columns: [String]
  /// The properties of the columns.
  package var properties: [String]
  /// The to-one relationship: `project` of `projectID`.
  package var name: String
  /// Whether the annotation is on the struct instead of a property.
  package var isOfStruct: Bool
  package var place: SourcePlace

  /// The name in messages: the property, or the relationship if the annotation is on the struct.
  package var displayName: String { isOfStruct ? name : properties[0] }
}

/// The annotation of a relationship, which may be on the other side.
package struct RelationshipOrigin: Sendable {
  package var name: String
  /// Whether the annotation is on this model.
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
  /// The annotated property; `nil` if the annotation is on the struct, where it applies to all properties too.
  package var property: String?
  package var place: SourcePlace
}

/// The table of a model, or of an embedded struct on its own, with the origin of its parts.
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
  /// The name of the annotation or its argument in messages: `@check`.
  package var annotation: String
  /// The column of a default or a generated column.
  package var column: String?
  /// The check of the raw values of a column that has a default.
  package var columnCheck: Check?
  package var literal: StringLiteral
  /// The place of the annotation.
  package var place: SourcePlace
  /// The event of the trigger that a condition or statement belongs to.
  package var event: TriggerEvent?

  /// The place of a byte of the SQL; the place of the annotation if the offset is unknown.
  package func place(of offset: Int?) -> SourcePlace {
    let positions = literal.positions
    guard !positions.isEmpty else { return place }
    return SourcePlace(path: place.path, position: positions[min(max(offset ?? 0, 0), positions.count - 1)])
  }
}
