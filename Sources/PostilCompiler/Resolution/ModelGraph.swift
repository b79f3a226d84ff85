import PostilSchema

/// The result of resolving the sources of a target: every model with its table, the relationships between them, and
/// their places in the source. Verification, lint findings and emission use nothing else.
public struct ModelGraph: Sendable {
  /// The Swift target: `Tasks` gives `TasksSchema`.
  public var target: String
  /// In the order of the files and of the source. Models of other targets come after the target's own.
  public var models: [ResolvedModel]
  /// Structs that read views, in the same order.
  public var views: [ResolvedModel] = []
  /// Structs that read the results of queries, in the same order.
  public var projections: [ResolvedModel] = []
  /// Enums and identifier types that models store as their raw value, without duplicates, in the order of the source.
  public var rawTypes: [ResolvedRawType]
  /// Structs that models embed, without duplicates, in the order of the source.
  public var embeddedStructs: [ResolvedEmbeddedStruct] = []
  /// Structs in JSON columns, without duplicates, in the order of the source.
  public var jsonTypes: [ResolvedJSONType] = []
  /// The tables of all models and their join tables, in dependency order.
  public var schema: Schema
  /// The names of all types declared in the target and the targets it imports; nested types by their last component. If
  /// one of them hides a name of the runtime, generated code qualifies that name with the module.
  public var declaredTypeNames: Set<String>

  /// The embedded structs, including those of other targets, each as a table of its own.
  package var embeddedTables: [AnnotatedTable] = []
  /// The collations of columns and of the statements of existing tables.
  package var collations: [String] = []
  /// The SQL functions that the program adds to its connections.
  package var functions: [String] = []
  /// The named queries as declared. Verification adds them to their structs.
  package var declaredQueries: [DeclaredQuery] = []

  /// Every struct: models, views and projections.
  package var structs: [ResolvedModel] { models + views + projections }

  /// The target's own models, views and projections, for which code is generated, in the order of the files and of the source.
  public var ownStructs: [ResolvedModel] {
    let models = models.filter { $0.module == nil }
    let others = (views + projections).filter { $0.module == nil }
    return others.isEmpty
      ? models : (models + others).sorted { ($0.path, $0.position.offset) < ($1.path, $1.position.offset) }
  }

  /// The modules of the other targets that contribute models.
  public var importedModules: Set<String> { Set(models.compactMap(\.module)) }
}

/// Who can see a declaration. `private` and `fileprivate` models are rejected earlier.
public enum Access: String, Hashable, Sendable {
  case `public`, package, `internal`
}

/// A struct with `@table`, `@view` or `@projection`.
public struct ResolvedModel: Sendable {
  /// The fully qualified name: `Item`, `Shop.Item` for a nested type, `Accounts.User` for a type of another target.
  public var swiftName: String
  /// The module of the other target that declares the model; `nil` for the target's own models.
  public var module: String?
  /// The access level of the struct and of its generated code.
  public var access: Access
  /// The source file's path, as passed to the tool.
  public var path: String
  /// The position of the struct's name.
  public var position: SourcePosition
  /// The modules that the source file imports.
  public var imports: [String]
  /// The lines of the struct's documentation comment, without markers.
  public var documentation: [String]
  /// Those of `Codable`, `Encodable`, `Decodable`, `Equatable` and `Hashable` that the struct conforms to. Its draft
  /// conforms to them too.
  public var draftConformances: [String]
  /// The `#if` conditions around the struct, outermost first, as Swift conditions (`#else` becomes a negation).
  public var conditions: [String]
  /// The table of the struct's rows.
  public var table: Table
  /// The stored columns in the order of the source, which is also the order of `table.columns`. Columns without a
  /// property follow.
  public var properties: [ResolvedProperty]
  /// Stored properties that aren't columns (`@transient`); each has a default.
  public var transientProperties: [String]
  /// The primary key.
  public var key: ResolvedKey
  /// In the order of the source. Relationships that another model's annotation declares come last, sorted by model and name.
  public var relationships: [ResolvedRelationship]
  /// The keys that an upsert can use. They include the primary key unless the database assigns it.
  public var uniqueKeys: [ResolvedUniqueKey]
  /// Whether the rows come from a view: `table` contains its columns, and there is no key.
  public var isView: Bool = false
  /// Whether the rows are results of queries: `table` contains their columns, but the database has no such table.
  public var isProjection = false
  /// Whether the table holds at most one row, whose key is 1.
  public var isSingleton = false
  /// The rules of `@merge` by column, without `last`; `nil` if the rows aren't synced.
  public var mergeRules: [String: String]?
  /// Whether `Changes` is generated (`@changes`).
  public var hasChanges = false
  /// The named queries, in the order of the source; empty before verification.
  public var queries: [ResolvedQuery] = []
  /// The places of its parts in the source, for messages.
  package var origin = ModelOrigin()

  /// The properties that the struct has: all but those of `@lazy`.
  package var rowProperties: [ResolvedProperty] { properties.filter { $0.role != .lazy } }
  /// The place of the struct's name.
  package var place: SourcePlace { SourcePlace(path: path, position: position) }
  /// The place of the table's name: the literal in `@table("…")`, or the struct's name.
  package var tableNamePlace: SourcePlace { origin.tableName ?? place }
  /// The table, and the places of its parts in the source.
  package var annotatedTable: AnnotatedTable { AnnotatedTable(table: table, origin: origin) }
}

/// A stored property that is a column.
public struct ResolvedProperty: Hashable, Sendable {
  /// The Swift name, without backticks.
  public var name: String
  /// The column's name; for a property with several columns, the first one's.
  public var column: String
  /// The columns of a property that has several (an embedded struct or a composite key), in order; `nil` for all others.
  public var group: [ResolvedColumn]?
  /// The Swift type as written in generated code: `Date?`, `Project.ID`.
  public var type: String
  /// The type as which the property is read and bound; `nil` if that is its own type.
  public var storage: ResolvedStorage?
  /// Whether the column can hold `NULL`.
  public var isOptional: Bool
  /// Whether the property is a `let`, which updates don't set.
  public var isLet: Bool
  /// Who can see the property, within the access of the struct.
  public var access: Access
  /// The lines of the property's documentation comment, without markers.
  public var documentation: [String] = []
  /// The property's default, as written inside `extension Model` (`Self` is replaced by the model's name).
  public var defaultValue: String?
  /// The expression of `@default(sql:)`. The draft's property is optional; if it is `nil`, the database fills the column.
  public var sqlDefault: String?
  /// How the column gets its value.
  public var role = ColumnRole.stored
  /// Whether the value isn't printed, logged or encoded (`@secret`).
  public var isSecret = false
}

/// The primary key of a model, and the origin of its `ID`.
public struct ResolvedKey: Hashable, Sendable {
  /// The origin of a model's `ID`.
  public enum Identifier: Hashable, Sendable {
    /// No type is declared: `typealias ID = RowID<Item>`. The property's type is written `ID` or `Item.ID`.
    case generated
    /// The model declares `ID` itself (a type or an alias), or its key property is `id` with a type that makes `ID`
    /// known through `Identifiable`. Nothing is generated if `declaresID`; otherwise `typealias ID = <type>`.
    case declared
    /// The key is one property with another name or type: `typealias ID = <type>`, and `var id: ID` unless that
    /// property is `id`.
    case property
    /// Several properties: a `struct ID` with one property for each is generated, and `var id: ID`.
    case composite
  }

  /// The origin of the model's `ID`.
  public var identifier: Identifier
  /// The names of the key's properties, in the order of the source.
  public var properties: [String]
  /// Whether the database assigns the key, so that the draft omits it. Only a single integer key can be assigned.
  public var isAssigned: Bool
  /// The Swift expression for a new UUID, if that is the default of a draft's key.
  public var draftDefault: String?
  /// Whether the model declares a nested `ID` (struct, enum or alias), so that none is generated.
  public var declaresID: Bool = false
  /// Whether a property holds the `ID` of a composite key, as a reference does. Queries can then name the columns of the `ID`.
  public var isHeld = false
}

/// A unique key that an upsert can use.
public struct ResolvedUniqueKey: Hashable, Sendable {
  /// `title`, or `nameAndVersion` for several columns.
  public var name: String
  /// The key's properties and expressions, in order.
  public var properties: [String]
  /// The key's columns and expressions, in order.
  public var terms: [Index.Term]
  /// The condition of a partial unique index, which is part of the conflict target.
  public var condition: String?
}

extension ResolvedUniqueKey {
  init(name: String, properties: [String], columns: [String], condition: String? = nil) {
    self.init(name: name, properties: properties, terms: columns.map { Index.Term(column: $0) }, condition: condition)
  }
}

/// A column of a property.
public struct ResolvedColumn: Hashable, Sendable {
  /// The name in the database: `address_city`.
  public var name: String
  /// The property path to its value: `address.city`.
  public var property: String
  /// Whether the column can hold `NULL`.
  public var isOptional: Bool
}

extension ResolvedProperty {
  /// The columns of the property: one, unless it is a group.
  public var columns: [ResolvedColumn] {
    group ?? [ResolvedColumn(name: column, property: name, isOptional: isOptional)]
  }

  /// The names of the property's columns.
  public var columnNames: [String] { columns.map(\.name) }
}

/// A struct whose properties become columns of the models that embed it.
public struct ResolvedEmbeddedStruct: Sendable {
  /// The fully qualified name: `Address`, `Shop.Address`.
  public var swiftName: String
  /// Who can see the struct.
  public var access: Access
  /// The path of the file that declares it, as passed to the tool.
  public var path: String
  /// The modules that the file imports.
  public var imports: [String]
  /// The `#if` conditions around the declaration, outermost first.
  public var conditions: [String]
  /// The stored properties that are columns, with column names without a prefix.
  public var properties: [ResolvedProperty]
}
