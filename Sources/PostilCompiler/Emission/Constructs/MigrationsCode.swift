import PostilSchema

/// `static let migrations`: the files of the target's `Migrations` folder, unchanged.
struct MigrationsCode {
  private var files: [EmbeddedMigrations.File]
  private var names: RuntimeNames

  init(_ files: [EmbeddedMigrations.File], names: RuntimeNames) {
    self.files = files
    self.names = names
  }

  /// Empty if there are no files.
  func code(prefix: String) -> [Code] {
    guard !files.isEmpty else { return [] }
    let type = names[.sqliteMigrations]
    return [.documentation(["The migrations from each earlier schema to this one."])]
      + [.line("\(prefix)static let migrations = \(type)([")] + files.map { .indented(file($0, type: type)) } + ["])"]
  }

  private func file(_ file: EmbeddedMigrations.File, type: String) -> [Code] {
    let literal = SwiftLiteral.multilineString(SwiftLiteral.lines(of: file.sql))
    return [
      .line("\(type).File("),
      .indented([
        .line("name: \(SwiftLiteral.string(file.name)),"), .line("sql: \(literal[0])"),
        .indented(literal.dropFirst().dropLast().map { .line($0) } + [.line(literal[literal.count - 1] + "),")]),
      ]),
    ]
  }
}
