import PostilSchema

/// The schema of a target, `TasksSchema`, and the models of sources without a file of their own.
struct SchemaFile {
  var graph: ModelGraph
  var ddl: String
  var fingerprint: String
  var migrations: [EmbeddedMigrations.File]
  /// Sources whose models are written here.
  var sources: [String]

  private var homelessRawTypes: [ResolvedRawType] {
    let annotated = Set(graph.ownStructs.map(\.path))
    return graph.rawTypes.filter { !annotated.contains($0.path) }
  }

  private var homelessEmbeddedStructs: [ResolvedEmbeddedStruct] {
    let annotated = Set(graph.ownStructs.map(\.path))
    return graph.embeddedStructs.filter { !annotated.contains($0.path) }
  }

  private var homelessJSONTypes: [ResolvedJSONType] {
    let annotated = Set(graph.ownStructs.map(\.path))
    return graph.jsonTypes.filter { !annotated.contains($0.path) }
  }

  func text() -> String {
    let syncedTables = SyncedTables(graph)
    let files = sources.map { SourceFile($0, in: graph) }
    let others = graph.models.filter { $0.access == .public }.compactMap(\.module)
    let imports =
      files.flatMap(\.imports) + homelessEmbeddedStructs.flatMap(\.imports)
      + homelessJSONTypes.flatMap(\.imports) + others + ["Postil"] + (syncedTables.isEmpty ? [] : ["PostilSyncModels"])
    let names = RuntimeNames(
      declared: graph.declaredTypeNames, imports: imports, modules: graph.importedModules)
    let sections =
      [
        [schema(names: names)], syncedTables.code(prefix: access.prefix, names: names),
        EmbeddedStructs(homelessEmbeddedStructs, names: names).code,
        RawTypes(homelessRawTypes, names: names).code, JSONPaths(homelessJSONTypes, names: names).code,
      ] + files.map { $0.sections(names: names) }
    return FileText.text(
      header: FileText.header(for: "the models of \(graph.target)"),
      imports: imports, sections.separatedByBlanks())
  }

  // Also for a public projection and for public models of other targets: who uses them opens the store with this schema.
  private var access: Access {
    graph.structs.reduce(Access.internal) { $0.prefix.isEmpty ? $1.access : $1.access == .public ? .public : $0 }
  }

  private func schema(names: RuntimeNames) -> Code {
    let prefix = access.prefix
    let literal = SwiftLiteral.multilineString(
      SwiftLiteral.lines(of: ddl))
    return .type("\(prefix)nonisolated enum \(graph.target)Schema: \(names[.databaseSchema])") {
      [
        [
          .documentation(["The statements that create the schema, in dependency order."]),
          .line("\(prefix)static let ddl ="),
          .indented(literal.map { .line($0) }),
        ],
        [
          .documentation(["Changes exactly when `ddl` changes."]),
          .line("\(prefix)static let fingerprint = \(SwiftLiteral.string(fingerprint))"),
        ],
        tables(prefix: prefix, names: names), ArityChecks(graph: graph, names: names).code(prefix: prefix),
        MigrationsCode(migrations, names: names).code(prefix: prefix),
      ].separatedByBlanks()
    }
  }

  private func tables(prefix: String, names: RuntimeNames) -> [Code] {
    let type = "[\(names[.tableDescription])]"
    let documentation = Code.documentation(["The tables of all models."])
    // Models of other targets can be named here only if they are public.
    let models = graph.models.filter { $0.module == nil || $0.access == .public }
    let always = models.filter { $0.conditions.isEmpty }.map { Code.line("\($0.swiftName).table") }
    let conditional = models.filter { !$0.conditions.isEmpty }
    guard !conditional.isEmpty else {
      return [documentation, .array("\(prefix)static let tables: \(type) = [", always)]
    }
    return [
      documentation,
      .function("\(prefix)static var tables: \(type)") {
        Code.array("var tables: \(type) = [", always)
        conditional.map { .conditional($0.conditions, [.line("tables.append(\($0.swiftName).table)")]) }
        "return tables"
      },
    ]
  }
}
