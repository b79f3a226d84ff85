/// All symbols of the runtime and of the standard library that generated code uses.
enum RuntimeName: String, CaseIterable, Sendable {
  // Postil
  case assignment = "Assignment"
  case addDrafts = "_AddDrafts"
  case addMembers = "_AddMembers"
  case addPairs = "_AddPairs"
  case boundValue = "BoundValue"
  case childDraft = "_ChildDraft"
  case column = "Column"
  case columnGroup = "_ColumnGroup"
  case columnName = "ColumnName"
  case expressionNode = "_ExpressionNode"
  case columnSlice = "_ColumnSlice"
  case caseNameColumnValue = "CaseNameColumnValue"
  case calendarDay = "CalendarDay"
  case columnRepresentable = "ColumnRepresentable"
  case iso8601Milliseconds = "ISO8601Milliseconds"
  case jsonColumn = "JSONColumn"
  case jsonMembers = "_JSONMembers"
  case jsonNode = "JSONNode"
  case jsonPath = "JSONPath"
  case jsonPathed = "_JSONPathed"
  case jsonScalar = "JSONScalar"
  case julianDay = "JulianDay"
  case packed = "Packed"
  case referenceDate = "ReferenceDate"
  case unixMilliseconds = "UnixMilliseconds"
  case unixSeconds = "UnixSeconds"
  case uuidBytes = "UUIDBytes"
  case dateColumnValue = "DateColumnValue"
  case databaseSchema = "DatabaseSchema"
  case draftMember = "DraftMember"
  case deletionStatements = "_DeletionStatements"
  case filledColumn = "_FilledColumn"
  case groupColumns = "_GroupColumns"
  case fullText = "FullText"
  case fullTextColumns = "FullTextColumns"
  case fullTextIndex = "FullTextIndex"
  case joinTable = "_JoinTable"
  case keyColumns = "_KeyColumns"
  case keyValue = "KeyValue"
  case insertMember = "_InsertMember"
  case moveMember = "_MoveMember"
  case arityCheck = "_ArityCheck"
  case memberOrder = "_MemberOrder"
  case model = "Model"
  case modelChanges = "ModelChanges"
  case modelColumns = "ModelColumns"
  case modelDraft = "ModelDraft"
  case namedChange = "NamedChange"
  case namedChangedRows = "NamedChangedRows"
  case namedChangedValues = "NamedChangedValues"
  case namedQuery = "NamedQuery"
  case namedSelection = "NamedSelection"
  case optionalColumns = "OptionalColumns"
  case optionalGroup = "OptionalGroup"
  case parentDraft = "_ParentDraft"
  case partitionedModel = "PartitionedModel"
  case partitionPeriod = "PartitionPeriod"
  case projection = "Projection"
  case projectedOptional = "ProjectedOptional"
  case projectedValue = "ProjectedValue"
  case projectionColumns = "ProjectionColumns"
  case query = "Query"
  case queryable = "Queryable"
  case rawColumnValue = "RawColumnValue"
  case readLazyColumn = "_ReadLazyColumn"
  case readOnly = "_ReadOnly"
  case readOnlyColumn = "ReadOnlyColumn"
  case readTransaction = "ReadTransaction"
  case recordNotFound = "RecordNotFound"
  case relationship = "Relationship"
  case relationshipOrder = "_RelationshipOrder"
  case removeAll = "_RemoveAll"
  case removeOne = "_RemoveOne"
  case removeOnly = "_RemoveOnly"
  case replaceMembers = "_ReplaceMembers"
  case replacePairs = "_ReplacePairs"
  case rowID = "RowID"
  case rowReader = "RowReader"
  case rowStatements = "_RowStatements"
  case schemaMigrations = "SchemaMigrations"
  case setMember = "_SetMember"
  case setReference = "_SetReference"
  case singleton = "Singleton"
  case softDeletable = "SoftDeletable"
  case source = "_Source"
  case sqlOperation = "SQLOperation"
  case tableDescription = "_TableDescription"
  case toMany = "ToMany"
  case uniqueKey = "UniqueKey"
  case valueBinder = "ValueBinder"
  case viewColumns = "ViewColumns"
  case writeTransaction = "WriteTransaction"

  // PostilSyncModels
  case syncedColumn = "SyncedColumn"
  case syncedReference = "SyncedReference"
  case syncedSchema = "SyncedSchema"
  case syncedTable = "SyncedTable"

  // Swift
  case bool = "Bool"
  case codable = "Codable"
  case codingKey = "CodingKey"
  case customReflectable = "CustomReflectable"
  case decodable = "Decodable"
  case decoder = "Decoder"
  case encodable = "Encodable"
  case encoder = "Encoder"
  case equatable = "Equatable"
  case hashable = "Hashable"
  case int = "Int"
  case mirror = "Mirror"
  case rawRepresentable = "RawRepresentable"
  case sendable = "Sendable"
  case sequence = "Sequence"
  case string = "String"

  /// The module that declares it, as applications import it.
  var module: String {
    switch self {
    case .bool, .codable, .codingKey, .customReflectable, .decodable, .decoder, .encodable, .encoder, .equatable,
      .hashable, .int, .mirror, .rawRepresentable, .sendable, .sequence, .string:
      "Swift"
    case .syncedColumn, .syncedReference, .syncedSchema, .syncedTable: "PostilSyncModels"
    default: "Postil"
    }
  }
}

/// Writes the runtime's names in one generated file: unqualified, or qualified with the module if something else
/// visible in the file has the same name.
package struct RuntimeNames: Sendable {
  /// The names of the types that the target declares.
  var declared: Set<String>
  /// Whether the file imports modules whose declarations aren't known. One of them may have a `Column` too.
  var importsOthers: Bool

  /// - Parameters:
  /// - declared: the names of the types that the file can see, from the target and from `modules`.
  ///   - imports: the modules that the file imports.
  /// - modules: other targets whose declarations are all known.
  package init(declared: Set<String>, imports: [String], modules: Set<String> = []) {
    self.declared = declared
    self.importsOthers = imports.contains {
      !ImportedTargets.modulesWithoutModels.contains($0) && !modules.contains($0)
    }
  }

  subscript(_ name: RuntimeName) -> String {
    let isHidden = declared.contains(name.rawValue) || (importsOthers && name.module != "Swift")
    return isHidden ? name.module + "." + name.rawValue : name.rawValue
  }

  /// `UnixSeconds?`, `Packed<UInt64>`.
  func storage(_ storage: ResolvedStorage?, isOptional: Bool) -> String? {
    guard let storage, let name = RuntimeName(rawValue: storage.wrapper.rawValue) else { return nil }
    return self[name] + (storage.argument.map { "<\($0)>" } ?? "") + (isOptional ? "?" : "")
  }

  /// The type of a property's column in queries: `Date?`, or `UnixSeconds?` if it is stored in that form.
  func columnType(_ property: ResolvedProperty) -> String {
    storage(property.storage, isOptional: property.isOptional) ?? property.type
  }

  /// The name of a conformance that a struct declares.
  func conformance(_ name: String) -> String { RuntimeName(rawValue: name).map { self[$0] } ?? name }
}
