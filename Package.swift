// swift-tools-version: 6.2

import PackageDescription

// Both build systems, SwiftPM's and Swift Build (Xcode's), accept these flags. Those of whole-module and batch mode break Swift Build,
// which expects the files of its own mode. SwiftPM accepts flags in a dependency since tools version 6.2.

// Optimizing takes five times as long as compiling, so release builds don't optimize code that runs for milliseconds: PostilEvolution
// runs once, when a store is opened.
let coldCode: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
// The same for the compiler and its modules, which everybody who uses the plugin builds, and which nobody steps through: they have no
// debug information either. SwiftPM passes '-g' after a target's own flags, so the driver would ignore '-gnone' here.
// Scripts/release-tools passes '-O' to the tools that are built to be installed.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Xfrontend", "-gnone"])] + coldCode

// A debug build compiles the files of a module in several batches, and each repeats a part of the work. An application compiles these
// modules once. Their debug information are the lines, for backtraces: that of variables takes a twentieth of the time.
let runtimeSettings: [SwiftSetting] = [
  .unsafeFlags(["-driver-batch-count", "1"], .when(configuration: .debug)),
  .unsafeFlags(["-Xfrontend", "-gline-tables-only"]),
]

// For Apple's systems only, because SwiftPM adds code that imports Foundation to a target with resources.
#if os(macOS)
  let (privacyManifest, otherFiles): ([Resource], [String]) = ([.copy("PrivacyInfo.xcprivacy")], [])
#else
  let (privacyManifest, otherFiles): ([Resource], [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

let package = Package(
  name: "postil",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "Postil", targets: ["Postil"]),
    // '@Fetched' and 'LiveQuery': observed queries in views.
    .library(name: "PostilSwiftUI", targets: ["PostilSwiftUI"]),
    // Keys that sign the texts of cursors.
    .library(name: "PostilCursors", targets: ["PostilCursors"]),
    // Metrics and spans of what a store does.
    .library(name: "PostilMonitoring", targets: ["PostilMonitoring"]),
    // The engine for PostgreSQL.
    .library(name: "PostilPostgreSQL", targets: ["PostilPostgreSQL"]),
    // What 'postil studio' does, without its web server.
    .library(name: "PostilStudio", targets: ["PostilStudio"]),
    .plugin(name: "PostilPlugin", targets: ["PostilPlugin"]),
    // The same with a 'postilc' that is installed: nothing of the compiler is built.
    .plugin(name: "PostilInstalledPlugin", targets: ["PostilInstalledPlugin"]),
    .plugin(name: "PostilCommand", targets: ["PostilCommand"]),
    // The tool of the plugin: Xcode finds it by its product.
    .executable(name: "postilc", targets: ["postilc"]),
    .executable(name: "postil", targets: ["PostilTool"]),
    // The same once more: a plugin finds a tool by the name of its target, which cannot be that of the library in lower case where
    // file systems take the two for one.
    .executable(name: "PostilTool", targets: ["PostilTool"]),
  ],
  traits: [
    // Without it nobody who uses Postil fetches or builds swift-crypto, which 'PostilCursors' needs where there is no CryptoKit.
    .trait(name: "Cursors", description: "Signs the texts of cursors with HMAC-SHA256: the library 'PostilCursors'."),
    // Without it nobody fetches or builds swift-metrics and swift-distributed-tracing.
    .trait(
      name: "Monitoring",
      description:
        "Sends metrics to swift-metrics and spans to swift-distributed-tracing: the library 'PostilMonitoring'."),
    // Without it nobody needs libpq.
    .trait(name: "PostgreSQL", description: "The engine for PostgreSQL, over libpq: the library 'PostilPostgreSQL'."),
    // A library is chosen by what sources import, because conditions of linker settings can't be negated.
    .trait(
      name: "SQLCipher", description: "Links SQLCipher, which encrypts databases, instead of the system's SQLite."),
    .trait(name: "ExternalSQLite", description: "Links no SQLite, because another package of the application does."),
    // Without it nobody fetches swift-argument-parser or compiles its plugins.
    .trait(name: "Command", description: "The tool 'postil', and 'swift package postil' that runs it."),
    .default(enabledTraits: ["Command"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", "3.0.0"..<"5.0.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.4.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.2.0"),
  ],
  targets: [
    // What applications import, and what it is made of.
    .target(
      name: "Postil", dependencies: ["PostilQuery", "PostilSQLite"], exclude: otherFiles, resources: privacyManifest),
    .target(name: "PostilQuery", swiftSettings: runtimeSettings),
    .target(name: "PostilSwiftUI", dependencies: ["PostilQuery", "PostilSQLite"]),
    .target(
      name: "PostilCursors",
      dependencies: [
        "PostilQuery",
        .product(
          name: "Crypto", package: "swift-crypto",
          condition: .when(platforms: [.linux, .android, .windows], traits: ["Cursors"])),
      ]),
    .target(
      name: "PostilMonitoring",
      dependencies: [
        "PostilQuery", "PostilSQLite",
        .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Monitoring"])),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Monitoring"])),
      ]),
    .target(
      name: "PostilPostgreSQL",
      dependencies: [
        "PostilEvolution", "PostilQuery", "PostilSQL", "PostilSQLite", "PostilTranslation",
        .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
      ]),
    .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    // The text of SQL: tokens, names, and the parts of CREATE TABLE statements. The compiler reads it too.
    .target(name: "PostilSQL"),
    // How an older database becomes one of the program: the differences between schemas, the files of migrations.
    .target(name: "PostilEvolution", dependencies: ["PostilSQL"], swiftSettings: runtimeSettings + coldCode),
    .target(
      name: "PostilSQLite",
      dependencies: ["PostilEvolution", "PostilSQL", "PostilQuery", "CSQLite"], swiftSettings: runtimeSettings),
    // Without 'pkgConfig', which would link the system's SQLite beside the one that a trait chooses.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),

    // The compiler, and the tools over it.
    .target(name: "PostilSchema", dependencies: ["PostilSQL"], swiftSettings: unoptimized),
    .target(
      name: "PostilCompiler", dependencies: ["PostilSQL", "PostilSchema", "CSQLite"], swiftSettings: unoptimized),
    // Describes an existing database.
    .target(name: "PostilCatalog", dependencies: ["PostilEvolution", "PostilSQL"], swiftSettings: unoptimized),
    // Plans the change from one schema to another, and runs the commands on migrations.
    .target(
      name: "PostilMigrations",
      dependencies: [
        "PostilCatalog", "PostilEvolution", "PostilSQL", "PostilSchema", "PostilQuery", "PostilSQLite",
        "PostilTranslation", "CSQLite",
      ],
      swiftSettings: unoptimized),
    // Finds probable mistakes in models, for 'postil check'.
    .target(
      name: "PostilLint",
      dependencies: ["PostilCompiler", "PostilSchema", "PostilSQL", "PostilDialects", "PostilTranslation"],
      swiftSettings: unoptimized),
    .target(name: "PostilDiagram", dependencies: ["PostilCompiler", "PostilSchema"], swiftSettings: unoptimized),
    .target(
      name: "PostilImport",
      dependencies: [
        "PostilCatalog", "PostilEvolution", "PostilSQL", "PostilCompiler", "PostilDialects", "PostilQuery",
        "PostilSchema", "PostilTranslation", "CSQLite",
      ],
      swiftSettings: unoptimized),
    // SQL for databases other than SQLite: the translation of statements, and the DDL of models.
    .target(name: "PostilTranslation", dependencies: ["PostilSQL"], swiftSettings: unoptimized),
    .target(
      name: "PostilDialects", dependencies: ["PostilCompiler", "PostilSchema", "PostilSQL", "PostilTranslation"],
      swiftSettings: unoptimized),
    .target(
      name: "PostilDictionary",
      dependencies: ["PostilCompiler", "PostilDialects", "PostilSchema"],
      swiftSettings: unoptimized),
    // What the tool does with PostgreSQL servers; empty without the trait.
    .target(
      name: "PostilServer",
      dependencies: [
        "PostilCatalog", "PostilCompiler", "PostilDialects", "PostilEvolution", "PostilMigrations", "PostilQuery",
        "PostilSQL", "PostilSQLite", "PostilSchema", "PostilTranslation", "CSQLite",
        .target(name: "PostilPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
      ],
      swiftSettings: unoptimized),
    // The Swift files and migrations that the tools work on.
    .target(
      name: "PostilSources", dependencies: ["PostilCompiler", "PostilEvolution", "PostilMigrations"],
      swiftSettings: unoptimized),
    // The rows of models, for tools: tables and columns as the models describe them, and values from JSON.
    .target(
      name: "PostilRows",
      dependencies: ["PostilCompiler", "PostilQuery", "PostilSQL", "PostilSchema", "PostilSources"],
      swiftSettings: unoptimized),
    // Fills a database from files.
    .target(
      name: "PostilSeeds",
      dependencies: [
        "PostilCompiler", "PostilQuery", "PostilRows", "PostilSQL", "PostilSQLite", "PostilSchema", "PostilServer",
        "PostilSources", "PostilTranslation",
        .target(name: "PostilPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
      ],
      swiftSettings: unoptimized),
    // Shows and edits the rows of a database, for a web page.
    .target(
      name: "PostilStudio",
      dependencies: [
        "PostilCatalog", "PostilCompiler", "PostilDiagram", "PostilDialects", "PostilEvolution", "PostilImport",
        "PostilLint", "PostilMigrations", "PostilQuery", "PostilRows", "PostilSQL", "PostilSQLite", "PostilSchema",
        "PostilServer", "PostilSources", "PostilTranslation", "CSQLite",
        .target(name: "PostilPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
      ],
      swiftSettings: unoptimized),
    .executableTarget(
      name: "postilc",
      // With the trait, the build reports what PostgreSQL doesn't support.
      dependencies: ["PostilCompiler", .target(name: "PostilDialects", condition: .when(traits: ["PostgreSQL"]))],
      swiftSettings: unoptimized),
    .executableTarget(
      name: "PostilTool",
      dependencies: [
        "PostilCompiler", "PostilDialects", "PostilDiagram", "PostilDictionary", "PostilImport", "PostilLint",
        "PostilMigrations", "PostilRows", "PostilSeeds", "PostilServer", "PostilSources",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Command"])),
      ], swiftSettings: unoptimized),
    .plugin(name: "PostilPlugin", capability: .buildTool(), dependencies: ["postilc"]),
    .plugin(name: "PostilInstalledPlugin", capability: .buildTool()),
    .plugin(
      name: "PostilCommand",
      // No permission is asked for, or 'swift package postil ddl' would need it too: 'generate' takes
      // '--allow-writing-to-package-directory'.
      capability: .command(
        intent: .custom(verb: "postil", description: "Runs the postil tool on this package's models.")),
      dependencies: [.target(name: "PostilTool", condition: .when(traits: ["Command"]))]),

    // Annotated models, compiled through the plugin like anybody's, and the example that uses some of them.
    .target(name: "Items", dependencies: ["Postil"], path: "Models/Items", plugins: ["PostilPlugin"]),
    .target(name: "Houses", dependencies: ["Postil"], path: "Models/House", plugins: ["PostilPlugin"]),
    .target(
      name: "Journal", dependencies: ["Items", "Shipping", "Postil"], path: "Models/Journal",
      plugins: ["PostilPlugin"]),
    .target(name: "Profile", dependencies: ["Postil"], path: "Models/Profile", plugins: ["PostilPlugin"]),
    .target(name: "Shipping", dependencies: ["Postil"], path: "Models/Shipping", plugins: ["PostilPlugin"]),
    .target(name: "Catalog", dependencies: ["Postil"], path: "Models/Catalog", plugins: ["PostilPlugin"]),
    .target(name: "Playlists", dependencies: ["Postil"], path: "Models/Playlists", plugins: ["PostilPlugin"]),
    .target(name: "Notes", dependencies: ["Postil"], path: "Models/Notes", plugins: ["PostilPlugin"]),
    .target(name: "Files", dependencies: ["Postil"], path: "Models/Files", plugins: ["PostilPlugin"]),
    .executableTarget(name: "FilesExample", dependencies: ["Files", "Postil"], path: "Examples/files"),
    .executableTarget(
      name: "CatalogExample",
      dependencies: [
        "Catalog", "Postil",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Command"])),
      ],
      path: "Examples/catalog"),

    // The types for systems older than macOS 15 and iOS 18, on Linux.
    .testTarget(
      name: "PostilPlatformTests", dependencies: ["PostilTestSupport", "CSQLite"],
      swiftSettings: [.define("POSTIL_DARWIN_TYPES")]),
    .testTarget(name: "PostilSQLTests", dependencies: ["PostilSQL", "PostilTestSupport", "CSQLite"]),
    .testTarget(name: "PostilEvolutionTests", dependencies: ["PostilEvolution", "PostilSQL"]),
    .testTarget(
      name: "PostilCatalogTests", dependencies: ["PostilCatalog", "PostilEvolution", "PostilSQL", "PostilTestSupport"]),
    .testTarget(name: "PostilSchemaTests", dependencies: ["PostilSchema", "PostilSQL"]),
    .testTarget(
      name: "PostilCompilerTests",
      dependencies: [
        "PostilCompiler", "PostilDialects", "PostilDictionary", "PostilSchema", "PostilSQL", "PostilTestSupport",
      ],
      exclude: ["Cases", "Goldens", "Scripts"]),
    .testTarget(name: "PostilLintTests", dependencies: ["PostilLint", "PostilCompiler", "PostilSchema"]),
    .testTarget(
      name: "PostilDialectsTests",
      dependencies: ["PostilCompiler", "PostilDialects", "PostilSchema", "PostilSQL", "PostilTranslation"]),
    .testTarget(
      name: "PostilMigrationsTests",
      dependencies: [
        "PostilMigrations", "PostilCatalog", "PostilEvolution", "PostilSQL", "PostilSchema", "PostilCompiler",
        "PostilDialects", "PostilSQLite", "PostilTestSupport", "PostilTranslation", "CSQLite",
      ]),
    .testTarget(name: "PostilToolTests", dependencies: ["Items", "Postil", "PostilTool", "PostilTestSupport"]),
    .testTarget(
      name: "PostilImportTests",
      dependencies: [
        "PostilImport", "PostilCompiler", "PostilQuery", "PostilSchema", "PostilSQL", "PostilTestSupport", "CSQLite",
      ]),
    .testTarget(
      name: "PostilStudioTests",
      dependencies: [
        "Postil", "PostilStudio", "PostilCompiler", "PostilQuery", "PostilRows", "PostilSQLite", "PostilSchema",
        "PostilSources",
        "PostilTestSupport", "CSQLite", "TransactionRunner",
      ], plugins: ["PostilPlugin"]),
    .testTarget(name: "PostilDiagramTests", dependencies: ["PostilDiagram", "PostilCompiler"]),
    // Its models are compiled through the plugin, and its queries run on a transaction of its own, without the engine.
    .testTarget(
      name: "PostilQueryTests", dependencies: ["Postil", "PostilQuery", "PostilTestSupport", "CSQLite"],
      plugins: ["PostilPlugin"]),
    .testTarget(
      name: "PostilSQLiteTests",
      dependencies: [
        "PostilSQLite", "PostilQuery", "PostilMigrations", "PostilCatalog", "PostilEvolution", "CSQLite",
        "PostilTestSupport",
        // Processes, which applications can't start on the other systems.
        .target(name: "CrashMigrator", condition: .when(platforms: [.macOS, .linux])),
        .target(name: "TransactionRunner", condition: .when(platforms: [.macOS, .linux])),
      ]),
    // Migrates until a test kills it.
    .executableTarget(
      name: "CrashMigrator", dependencies: ["PostilMigrations", "PostilSQLite"], path: "Tests/CrashMigrator"),
    // Migrates a PostgreSQL database until a test kills it; empty without the trait.
    .executableTarget(
      name: "MigrationRunner", dependencies: ["PostilPostgreSQL", "PostilSQLite"], path: "Tests/MigrationRunner"),
    // Writes to a database that a test observes.
    .executableTarget(name: "TransactionRunner", dependencies: ["CSQLite"], path: "Tests/TransactionRunner"),
    // Writes until a test kills it.
    .executableTarget(name: "CrashWriter", dependencies: ["Items", "Postil"], path: "Tests/CrashWriter"),
    // Uses a store in a child process that `fork` makes.
    .executableTarget(name: "ForkRunner", dependencies: ["Items", "Postil"], path: "Tests/ForkRunner"),
    // Runs a store over storage and memory that fail, power failures and damaged files.
    .executableTarget(
      name: "FaultRunner", dependencies: ["FaultyStorage", "Items", "Postil", "PostilTestSupport", "CSQLite"],
      path: "Tests/FaultRunner"),
    // Storage and an allocator for SQLite that fail on demand.
    .target(name: "FaultyStorage", dependencies: ["CSQLite"], path: "Tests/FaultyStorage"),
    // Programs that are killed, storage that fails, power failures, damaged files. '.ci/soak' runs the same for longer.
    .testTarget(
      name: "ReliabilityTests",
      dependencies: ["Items", "Postil", "PostilTestSupport", "CrashWriter", "FaultRunner", "ForkRunner"]),
    .testTarget(name: "PostilSwiftUITests", dependencies: ["Items", "Postil", "PostilSwiftUI"]),
    // Named after the target of its models in the README, for that names the schema: `TasksSchema`.
    .testTarget(
      name: "Tasks", dependencies: ["Postil", "PostilTestSupport"], path: "Tests/TourTests",
      plugins: ["PostilPlugin"]),
    // What several test targets need.
    .target(name: "PostilTestSupport", dependencies: ["CSQLite", "PostilQuery"], path: "Tests/Support"),
    // Models that use every annotation, compiled and run: the code that Docs/ shows, and more.
    .testTarget(
      name: "Documents",
      dependencies: [
        "Postil", "PostilSwiftUI", "PostilTestSupport", .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/IntegrationTests",
      exclude: ["Programs/Refused"], plugins: ["PostilPlugin"]),
    // Relationships of every kind, over keys of every kind, beside the other notes.
    .testTarget(
      name: "Combinations", dependencies: ["Postil", "PostilTestSupport"], path: "Tests/CombinationTests",
      plugins: ["PostilPlugin"]),
    // Vectors, which a server has only with an extension.
    .testTarget(name: "Vectors", dependencies: ["Postil"], path: "Tests/VectorTests", plugins: ["PostilPlugin"]),
    // What the documentation of other libraries shows, each with the result of SQL that is written by hand.
    .testTarget(name: "PeerTests", dependencies: ["Postil"], plugins: ["PostilPlugin"]),
    // The music shop that many know, asked what such shops are asked.
    .testTarget(
      name: "Chinook", dependencies: ["Postil", "PostilTestSupport"], path: "Tests/ChinookTests",
      plugins: ["PostilPlugin"]),
    // What 'postil import' writes for a database of somebody else's, compiled, and its file read through it.
    .testTarget(
      name: "Imported", dependencies: ["Postil", "PostilImport", "PostilTestSupport"], path: "Tests/ImportedTests",
      exclude: ["Awkward.sql"], plugins: ["PostilPlugin"]),
    // What 'postil import' writes for databases of other frameworks, compiled, and their rows read and written through it.
    .target(
      name: "RailsImport", dependencies: ["Postil"], path: "Tests/FrameworkTests/Rails", exclude: ["Database.sql"],
      plugins: ["PostilPlugin"]),
    .target(
      name: "DjangoImport", dependencies: ["Postil"], path: "Tests/FrameworkTests/Django", exclude: ["Database.sql"],
      plugins: ["PostilPlugin"]),
    .target(
      name: "FluentImport", dependencies: ["Postil"], path: "Tests/FrameworkTests/Fluent", exclude: ["Database.sql"],
      plugins: ["PostilPlugin"]),
    .target(
      name: "RoomImport", dependencies: ["Postil"], path: "Tests/FrameworkTests/Room", exclude: ["Database.sql"],
      plugins: ["PostilPlugin"]),
    .target(
      name: "CoreDataImport", dependencies: ["Postil"], path: "Tests/FrameworkTests/CoreData",
      exclude: ["Store.sql", "Tasks.xcdatamodeld"], plugins: ["PostilPlugin"]),
    .testTarget(
      name: "FrameworkTests",
      dependencies: [
        "Postil", "PostilImport", "PostilTestSupport", "RailsImport", "DjangoImport", "FluentImport", "RoomImport",
        "CoreDataImport",
      ],
      exclude: ["Rails", "Django", "Fluent", "Room", "CoreData"]),
    // Random queries over random rows, asked of Postil and of plain Swift.
    .testTarget(
      name: "Properties", dependencies: ["Postil", "PostilTestSupport"], path: "Tests/PropertyTests",
      plugins: ["PostilPlugin"]),
    // Random operations on rows and relationships, each made on plain values too.
    .testTarget(
      name: "Operations", dependencies: ["Postil", "PostilTestSupport"], path: "Tests/OperationTests",
      plugins: ["PostilPlugin"]),
    .testTarget(
      name: "PostilTests",
      dependencies: [
        "Postil", "Items", "Journal", "Houses", "Profile", "Catalog", "Playlists", "Shipping", "Notes",
        "PostilTestSupport", "PostilCompiler", "PostilLint", "PostilQuery", "PostilSchema",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
