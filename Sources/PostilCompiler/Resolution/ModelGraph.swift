import PostilSchema

/// The result of resolving the sources of a target: every model with its table, the relationships between them, and the places
/// where they were written. Verification, findings and emission read nothing else.
public struct ModelGraph: Sendable {
  /// The Swift target: `Tasks` gives `TasksSchema`.
  public var target: String
  /// In the order of the files and, within one, of the source; those of other targets come after the target's own.
  public var models: [ResolvedModel]
  /// Structs that read views, in the same order.
  public var views: [ResolvedModel] = []
  /// Structs that read the results of queries, in the same order.
  public var projections: [ResolvedModel] = []
  /// Enums and identifier types that models store by their raw value, each once, in the order of the source.
  public var rawTypes: [ResolvedRawType]
  /// Structs that models embed, each once, in the order of the source.
  public var embeddedStructs: [ResolvedEmbeddedStruct] = []
  /// Structs that JSON columns hold, each once, in the order of the source.
  public var jsonTypes: [ResolvedJSONType] = []
  /// The tables of all models and their join tables, in dependency order.
  public var schema: Schema
  /// Every type name declared in the target and in those that it imports, nested ones by their last component: names of the runtime
  /// that are hidden by one of them are written with the module's name.
  public var declaredTypeNames: Set<String>

  /// The embedded structs, including those of other targets, each as a separate table.
  package var embeddedTables: [AnnotatedTable] = []
  /// The collations of columns, and those in the statements of tables.
  package var collations: [String] = []
  /// The named queries as declared. Verification adds them to their structs.
  package var declaredQueries: [DeclaredQuery] = []

  /// Every struct: models, views and projections.
  package var structs: [ResolvedModel] { models + views + projections }

  /// The models of the target itself and its structs that read views or results, for which code is generated, in the order of the
  /// files and, within one, of the source.
  public var ownStructs: [ResolvedModel] {
    let models = models.filter { $0.module == nil }
    let others = (views + projections).filter { $0.module == nil }
    return others.isEmpty
      ? models : (models + others).sorted { ($0.path, $0.position.offset) < ($1.path, $1.position.offset) }
  }

  /// The modules of the other targets whose models are among these.
  public var importedModules: Set<String> { Set(models.compactMap(\.module)) }
}

/// Who can see a declaration. `private` and `fileprivate` models are refused before this.
public enum Access: String, Hashable, Sendable {
  case `public`, package, `internal`
}

/// A struct with `@table`, `@view` or `@projection`.
public struct ResolvedModel: Sendable {
  /// As it is named from outside: `Item`, `Shop.Item` for a nested type, `Accounts.User` for one of another target.
  public var swiftName: String
  /// The module of the other target that the model belongs to, `nil` for the target's own.
  public var module: String?
  /// The access level of the struct and of its generated code.
  public var access: Access
  /// The source file's path, as it was given to the tool.
  public var path: String
  /// The position of the struct's name.
  public var position: SourcePosition
  /// The modules that the source file imports.
  public var imports: [String]
  /// The lines of the struct's documentation, without markers.
  public var documentation: [String]
  /// Of `Codable`, `Encodable`, `Decodable`, `Equatable`, `Hashable`, those that the struct declares: its draft has them too.
  public var draftConformances: [String]
  /// `#if` conditions around the struct, outermost first, as Swift conditions (`#else` resolved to a negation).
  public var conditions: [String]
  /// The table that the struct's rows are in.
  public var table: Table
  /// The stored columns in the order of the source, which is the order of `table.columns`; columns without a property
  /// come after them.
  public var properties: [ResolvedProperty]
  /// Stored properties that aren't columns (`@transient`); each has a default.
  public var transientProperties: [String]
  /// The primary key.
  public var key: ResolvedKey
  /// In the order of the source; those that the other side's annotation brings come last, by model and name.
  public var relationships: [ResolvedRelationship]
  /// The keys that an upsert can name; the primary key is among them where people give it.
  public var uniqueKeys: [ResolvedUniqueKey]
  /// Whether the rows are a view's: `table` contains their columns, and there is no key.
  public var isView: Bool = false
  /// Whether the rows are those of queries: `table` contains their columns, and the database has no such table.
  public var isProjection = false
  /// Whether the table holds one row at most, whose key is 1.
  public var isSingleton = false
  /// The named queries, in the order of the source; empty before verification.
  public var queries: [ResolvedQuery] = []
  /// Where the parts were written, for messages about them.
  package var origin = ModelOrigin()

  /// The place of the struct's name.
  package var place: SourcePlace { SourcePlace(path: path, position: position) }
  /// The place of the table's name: the literal in `@table("…")`, or the struct's name.
  package var tableNamePlace: SourcePlace { origin.tableName ?? place }
  /// The table, and where its parts were written.
  package var annotatedTable: AnnotatedTable { AnnotatedTable(table: table, origin: origin) }
}

/// A stored property that is a column.
public struct ResolvedProperty: Hashable, Sendable {
  /// The Swift name, without backticks.
  public var name: String
  /// The column's name; of a property with several columns the first one's.
  public var column: String
  /// The columns of a property that has several (an embedded struct, the identifier of a composite key), in their order;
  /// `nil` for all others.
  public var group: [ResolvedColumn]?
  /// The Swift type as it is written in generated code: `Date?`, `Project.ID`.
  public var type: String
  /// The column value that the property is read and bound as, `nil` if that is its own type.
  public var storage: ResolvedStorage?
  /// Whether the column can hold `NULL`.
  public var isOptional: Bool
  /// Whether the property is a `let`, which no update sets.
  public var isLet: Bool
  /// Who can see the property, as far as the struct is seen.
  public var access: Access
  /// The lines of the property's documentation, without markers.
  public var documentation: [String] = []
  /// The Swift default of the property, written for a place inside `extension Model` (a `Self` in it is the model's name).
  public var defaultValue: String?
  /// The expression of `@default(sql:)`: the draft's property is optional, and `nil` lets the database fill it.
  public var sqlDefault: String?
  /// Who writes the column.
  public var role = ColumnRole.stored
}

/// The primary key of a model, and where its `ID` comes from.
public struct ResolvedKey: Hashable, Sendable {
  /// Where a model's `ID` comes from.
  public enum Identifier: Hashable, Sendable {
    /// No type was declared: `typealias ID = RowID<Item>`. The property's type is written `ID` or `Item.ID`.
    case generated
    /// The model declares `ID` itself (a type or an alias), or its key property is `id` with a type of its own that makes
    /// `ID` known through `Identifiable`; nothing is generated when `declaresID`, else `typealias ID = <type>`.
    case declared
    /// The key is one property of another name or type: `typealias ID = <type>`, and `var id: ID` unless `id` is that
    /// property.
    case property
    /// Several properties: `struct ID` with one property each is generated, and `var id: ID`.
    case composite
  }

  /// Where the model's `ID` comes from.
  public var identifier: Identifier
  /// The names of the key's properties, in the order of the source.
  public var properties: [String]
  /// Whether the database assigns the key: the draft leaves it out. Only a single integer key is assigned.
  public var isAssigned: Bool
  /// Whether a draft's key defaults to a new UUID; the Swift expression of the default.
  public var draftDefault: String?
  /// Whether the model's sources declare a nested `ID` (struct, enum or alias), so that none is generated.
  public var declaresID: Bool = false
  /// Whether a property holds the `ID` of a composite key, as a reference does: then it is a group of columns.
  public var isHeld = false
}

/// A unique key that an upsert can name.
public struct ResolvedUniqueKey: Hashable, Sendable {
  /// `title`; several columns are joined: `nameAndVersion`.
  public var name: String
  /// The properties of the key, and its expressions, in its order.
  public var properties: [String]
  /// The columns and expressions of the key, in its order.
  public var terms: [Index.Term]
  /// The condition of a partial unique index, part of the conflict target.
  public var condition: String?
}

extension ResolvedUniqueKey {
  /// Creates a key of columns.
  init(name: String, properties: [String], columns: [String], condition: String? = nil) {
    self.init(name: name, properties: properties, terms: columns.map { Index.Term(column: $0) }, condition: condition)
  }
}

/// A column of a property.
public struct ResolvedColumn: Hashable, Sendable {
  /// The name in the database: `address_city`.
  public var name: String
  /// The path of properties that leads to its value: `address.city`.
  public var property: String
  /// Whether the column can hold `NULL`.
  public var isOptional: Bool
}

extension ResolvedProperty {
  /// The columns of the property, one unless it is a group.
  public var columns: [ResolvedColumn] {
    group ?? [ResolvedColumn(name: column, property: name, isOptional: isOptional)]
  }

  /// The names of the property's columns.
  public var columnNames: [String] { columns.map(\.name) }
}

/// A struct whose properties become columns of the models that embed it.
public struct ResolvedEmbeddedStruct: Sendable {
  /// As it is named from outside: `Address`, `Shop.Address`.
  public var swiftName: String
  /// Who can see the struct.
  public var access: Access
  /// The path of the file that declares it, as it was given to the tool.
  public var path: String
  /// The modules that the file imports.
  public var imports: [String]
  /// `#if` conditions around the declaration, outermost first.
  public var conditions: [String]
  /// The stored properties that are columns; their columns' names are those without any prefix.
  public var properties: [ResolvedProperty]
}
