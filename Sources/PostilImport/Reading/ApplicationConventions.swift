import PostilCatalog
import PostilCompiler
import PostilSQL

/// What is known about a database from the framework that created it.
struct ApplicationConventions {
  /// The tables in which a framework or a tool keeps its own records, with its name. They aren't imported.
  private(set) var bookkeeping: [(table: CatalogTable, owner: String)] = []
  /// The framework that sets `created_at` and `updated_at`; `nil` if none is known to.
  private(set) var timestampFramework: String?
  /// Whether Fluent created the database, which stores dates as seconds since 1970.
  private(set) var isFluent = false
  /// The pairs of columns that refer to rows of several tables.
  private(set) var polymorphic: [PolymorphicReference] = []

  init() {}

  init(_ catalog: DatabaseCatalog, in file: ScratchDatabase) {
    let referenced = Set(catalog.tables.flatMap(\.foreignKeys).map(\.referencedTable.foldedName))
    for table in catalog.tables {
      guard let owner = Self.owners[table.name.foldedName] else { continue }
      // Leaving it out would break the reference.
      if !referenced.contains(table.name.foldedName) { bookkeeping.append((table, owner)) }
      if ["Django", "Fluent", "Rails"].contains(owner) { timestampFramework = owner }
    }
    isFluent = timestampFramework == "Fluent"
    polymorphic = catalog.tables.filter { !$0.isVirtual }.flatMap { table in
      table.columns.compactMap { PolymorphicReference($0.name, of: table, in: catalog, file) }
    }
  }

  /// The owners of tables, by name.
  private static let owners = [
    "__diesel_schema_migrations": "Diesel", "__drizzle_migrations": "Drizzle", "__efmigrationshistory": "EF Core",
    "__efmigrationslock": "EF Core", "_fluent_enums": "Fluent", "_fluent_migrations": "Fluent",
    "_prisma_migrations": "Prisma", "_sqlx_migrations": "SQLx", "alembic_version": "Alembic",
    "android_metadata": "Android", "ar_internal_metadata": "Rails", "django_migrations": "Django",
    "flyway_schema_history": "Flyway", "goose_db_version": "goose", "grdb_migrations": "GRDB",
    "knex_migrations": "Knex", "knex_migrations_lock": "Knex", "room_master_table": "Room",
    "schema_migrations": "a migration tool", "sequelizemeta": "Sequelize",
  ]

  /// `@createdAt` or `@updatedAt` for a column that the framework sets; `nil` for all others.
  func clockAnnotation(ofColumn name: String) -> String? {
    guard timestampFramework != nil else { return nil }
    switch Words.split(name) {
    case ["created", "at"]: return "createdAt"
    case ["updated", "at"]: return "updatedAt"
    default: return nil
    }
  }

  func polymorphicReferences(of table: String) -> [PolymorphicReference] {
    polymorphic.filter { $0.table.isSameName(as: table) }
  }
}
