import PostilCompiler
import PostilSchema

/// The content of an entity-relationship diagram: a box for each table, a line for each foreign key.
///
/// Tables and columns that triggers maintain are left out: the counts and positions of ordered relationships, and the
/// lists of owners with too few members.
///
/// Layouts and formats use only this type, so everything in it is shown in all formats.
public struct EntityDiagram: Hashable, Sendable {
  /// A table.
  public struct Entity: Hashable, Sendable {
    /// The kind of a table.
    public enum Kind: Hashable, Sendable {
      /// The table of a model.
      case table
      /// The pairs of a many-to-many relationship.
      case join
      /// A table of another schema that this schema references.
      case external
    }

    /// The table's name.
    public var name: String
    /// The kind of the table.
    public var kind: Kind
    /// The lines of the model's documentation.
    public var documentation: [String]
    /// The columns, in the order of the table.
    public var columns: [Column]
  }

  /// A column of a table.
  public struct Column: Hashable, Sendable {
    /// The column's name.
    public var name: String
    /// Its type, in one word: `text`, `int32`.
    public var type: String
    /// Whether it can hold `NULL`.
    public var isNullable: Bool
    /// Whether it belongs to the primary key.
    public var isPrimaryKey: Bool
    /// Whether it belongs to a foreign key.
    public var isForeignKey: Bool
    /// Whether the column alone is unique.
    public var isUnique: Bool

    /// Those of `PK`, `FK` and `UK` that apply.
    public var marks: [String] {
      [(isPrimaryKey, "PK"), (isForeignKey, "FK"), (isUnique && !isPrimaryKey, "UK")].filter(\.0).map(\.1)
    }
  }

  /// A foreign key.
  public struct Reference: Hashable, Sendable {
    /// The name of the constraint.
    public var name: String
    /// The index of the entity that has the foreign key.
    public var source: Int
    /// The columns of the foreign key.
    public var sourceColumns: [String]
    /// The index of the referenced entity.
    public var target: Int
    /// The columns of its key.
    public var targetColumns: [String]
    /// Whether every row of the source has a reference.
    public var isRequired: Bool
    /// Whether no two rows of the source reference the same row.
    public var isUnique: Bool
    /// The delete rule; `nil` if the database doesn't enforce the reference.
    public var onDelete: DeleteRule?
    /// The relationships over this foreign key, such as `Item.project` and `Project.items`; empty in a join table.
    public var relationships: [String]
  }

  /// The name of the models' target.
  public var title: String
  /// The tables, in the order of the schema.
  public var entities: [Entity]
  /// The foreign keys, in the order of the tables.
  public var references: [Reference]

  /// Creates the diagram of a target's models.
  public init(_ graph: ModelGraph) {
    title = graph.target
    let models = Set(graph.models.map(\.table.name))
    let kept = KeptByTriggers(graph)
    let tables = graph.schema.tables.filter { !kept.tables.contains($0.name) }
    entities = tables.map { table in
      Entity(
        name: table.name, kind: models.contains(table.name) ? .table : .join, documentation: table.documentation,
        columns: Self.columns(of: table).filter { !kept.columns.contains([table.name, $0.name]) })
    }
    references = []
    let relationships = Self.relationships(of: graph)
    for table in tables {
      for key in table.foreignKeys + table.unenforcedReferences {
        references.append(
          Reference(
            name: key.name, source: position(of: table.name), sourceColumns: key.columns,
            target: position(of: key.referencedTable), targetColumns: key.referencedColumns,
            isRequired: key.columns.allSatisfy { name in table.columns.contains { $0.name == name && !$0.isNullable } },
            isUnique: Self.isUnique(key.columns, in: table),
            onDelete: table.foreignKeys.contains(key) ? key.onDelete : nil,
            relationships: relationships[[table.name] + key.columns] ?? []))
      }
    }
  }

  /// The objects that relationships add to the schema and that aren't shown.
  private struct KeptByTriggers {
    var tables: Set<String> = []
    /// Tables and columns.
    var columns: Set<[String]> = []

    init(_ graph: ModelGraph) {
      for relationship in graph.models.flatMap(\.relationships) {
        if let order = relationship.order {
          columns.insert([order.table, order.column])
        }
        if let unmet = relationship.arity.unmet { tables.insert(unmet) }
      }
    }
  }

  /// The index of a table. A table outside the schema becomes an entity without columns.
  private mutating func position(of name: String) -> Int {
    if let index = entities.firstIndex(where: { $0.name == name }) { return index }
    entities.append(Entity(name: name, kind: .external, documentation: [], columns: []))
    return entities.count - 1
  }

  private static func columns(of table: Table) -> [Column] {
    let references = Set((table.foreignKeys + table.unenforcedReferences).flatMap(\.columns))
    return table.columns.map { column in
      Column(
        name: column.name, type: typeName(column.type), isNullable: column.isNullable,
        isPrimaryKey: table.primaryKey.columns.contains(column.name), isForeignKey: references.contains(column.name),
        isUnique: isUnique([column.name], in: table))
    }
  }

  /// `int32`, `text`: the case's name or a shorter one, with the number of bits.
  private static func typeName(_ type: ColumnType) -> String {
    switch type {
    case .integer(let bits): "int\(bits)"
    case .unsignedInteger(let bits): "uint\(bits)"
    case .real(let bits): bits == 32 ? "float" : "double"
    default: String("\(type)".prefix { $0 != "(" })
    }
  }

  private static func isUnique(_ columns: [String], in table: Table) -> Bool {
    let keys = [table.primaryKey.columns] + table.uniqueConstraints.map(\.columns)
    return keys.contains { Set($0) == Set(columns) }
  }

  /// The names of the relationships over each foreign key, by table and columns.
  private static func relationships(of graph: ModelGraph) -> [[String]: [String]] {
    var names: [[String]: [String]] = [:]
    for model in graph.models {
      for relationship in model.relationships where relationship.kind == .toOne {
        let inverse = relationship.inverse.map { ["\(relationship.target).\($0)"] } ?? []
        names[[model.table.name] + relationship.near] = ["\(model.swiftName).\(relationship.name)"] + inverse
      }
    }
    return names
  }
}
