import PostilCatalog
import PostilCompiler
import PostilSQL

/// The entities and tables of a Core Data store.
///
/// The table of an entity `PackageTag` is `ZPACKAGETAG`, with the key `Z_PK`. The rows of an entity and of its subentities are in one table;
/// `Z_ENT` is the number of a row's entity. The column of a property `dueAt` is `ZDUEAT`. If two names in a table differ only in
/// case, or two subentities have a property of the same name, a number is appended: `ZDUEAT1`. The pairs of a many-to-many relationship
/// `tags` of entity 1 are in a table `Z_1TAGS` with a column for each side, named after the entity and the relationship that
/// leads to it: `Z_1ITEMS`, `Z_2TAGS`.
struct StoreLayout {
  /// An entity.
  struct StoredEntity {
    var number: Int
    var name: String
    var parent: Int?
  }

  /// A table with the rows of an entity and its subentities.
  struct EntityTable {
    var name: String
    /// The entity without a parent.
    var root: String
    /// The columns of properties, without `Z_PK`, `Z_ENT` and `Z_OPT`.
    var columns: [CatalogColumn]
    /// The columns with an index of their own, which Core Data creates for references.
    var indexed: Set<String>
    /// The columns of the keys of unique indexes.
    var uniques: [[String]]

    func column(_ name: String) -> CatalogColumn? { columns.first { $0.name == name } }
  }

  /// One side of a join table.
  struct JoinColumn {
    /// The name of the column.
    var column: String
    /// The number of the entity whose keys it contains.
    var entity: Int
    /// The name of the relationship that leads to these rows, in capitals.
    var relationship: String
    /// The column with the order of these rows among the members of a row of the other side.
    var order: String?
  }

  /// A table with the pairs of a many-to-many relationship.
  struct JoinTable {
    var name: String
    /// Both sides.
    var sides: [JoinColumn]
  }

  private(set) var entities: [StoredEntity] = []
  private(set) var tables: [EntityTable] = []
  private(set) var joins: [JoinTable] = []

  /// The numbers from which on entities belong to Core Data itself: the history of changes, and CloudKit's records.
  private static let firstInternalNumber = 16_000

  /// - Throws: `ScratchDatabase.Failure`
  init(_ database: ScratchDatabase) throws {
    let catalog = try DatabaseCatalog { sql, values in try database.rows(sql, values) }
    for row in try database.rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT") {
      guard let number = row[0].flatMap({ Int($0) }), number < Self.firstInternalNumber, let name = row[1] else {
        continue
      }
      let parent = row[2].flatMap { Int($0) } ?? 0
      entities.append(StoredEntity(number: number, name: name, parent: parent == 0 ? nil : parent))
    }
    let candidates = catalog.tables.filter { $0.column("Z_PK") != nil && $0.column("Z_ENT") != nil }
    var claimed: Set<String> = []
    let roots = entities.filter { entity in !entities.contains { $0.number == entity.parent } }
    for root in roots {
      let upper = "Z" + root.name.uppercased()
      let fitting = candidates.filter { !claimed.contains($0.name) && Self.isNumbered($0.name, upper) }
      guard let first = fitting.first(where: { $0.name == upper }) ?? fitting.first else { continue }
      let numbers = family(of: root.name).map(String.init).joined(separator: ", ")
      let table =
        fitting.count < 2
        ? first
        : try fitting.first { table in
          try !database.run("SELECT 1 FROM \(SQLText.identifier(table.name)) WHERE Z_ENT IN (\(numbers)) LIMIT 1")
            .isEmpty
        } ?? first
      claimed.insert(table.name)
      tables.append(Self.entityTable(table, root: root.name))
    }
    for table in catalog.tables where table.column("Z_PK") == nil {
      if let join = joinTable(table) { joins.append(join) }
    }
  }

  /// Whether a name is another one, possibly with a number.
  static func isNumbered(_ name: String, _ base: String) -> Bool {
    name.hasPrefix(base) && name.dropFirst(base.count).allSatisfy(\.isNumber)
  }

  func entity(_ number: Int) -> StoredEntity? { entities.first { $0.number == number } }

  /// The numbers of an entity and of its subentities.
  func family(of name: String) -> [Int] {
    guard let entity = entities.first(where: { $0.name == name }) else { return [] }
    var numbers = [entity.number]
    while let next = entities.first(where: { entity in
      entity.parent.map(numbers.contains) == true && !numbers.contains(entity.number)
    }) {
      numbers.append(next.number)
    }
    return numbers
  }

  /// The entity without a parent above an entity.
  func root(of name: String) -> String {
    var entity = entities.first { $0.name == name }
    var steps = 0
    while let parent = entity?.parent.flatMap(self.entity), steps < entities.count {
      entity = parent
      steps += 1
    }
    return entity?.name ?? name
  }

  /// The table of an entity.
  func table(of entity: String) -> EntityTable? {
    let root = root(of: entity)
    return tables.first { $0.root == root }
  }

  private static func entityTable(_ table: CatalogTable, root: String) -> EntityTable {
    let own: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
    let single = table.indexes.filter { index in
      index.terms.count == 1 && index.name == "\(table.name)_\(index.terms[0].column ?? "")_INDEX"
    }
    return EntityTable(
      name: table.name, root: root, columns: table.columns.filter { !own.contains($0.name) },
      indexed: Set(single.flatMap { $0.terms.compactMap(\.column) }),
      uniques: table.indexes.filter(\.isUnique).map { $0.terms.compactMap(\.column) }.filter {
        !$0.isEmpty && $0 != ["Z_PK"]
      })
  }

  private func joinTable(_ table: CatalogTable) -> JoinTable? {
    guard table.name.wholeMatch(of: /Z_\d+.+/) != nil else { return nil }
    let names = table.columns.map(\.name)
    var sides: [JoinColumn] = []
    for name in names {
      if let match = name.wholeMatch(of: /Z_(\d+)(.+)/), let number = Int(match.1), entity(number) != nil {
        sides.append(JoinColumn(column: name, entity: number, relationship: String(match.2)))
      } else if name == "REFLEXIVE", let other = sides.first {
        // A relationship that is its own inverse.
        sides.append(JoinColumn(column: name, entity: other.entity, relationship: other.relationship))
      }
    }
    guard sides.count == 2 else { return nil }
    for index in sides.indices {
      let suffix = sides[index].column.dropFirst(2)
      sides[index].order = names.first { $0 == "Z_FOK_" + suffix || $0 == "Z_FOK_" + sides[index].relationship }
    }
    return JoinTable(name: table.name, sides: sides)
  }
}
