import PostilSchema

/// `static let migrations`: the files of the target's `Migrations` folder, unchanged.
struct MigrationsCode {
  private var files: [EmbeddedMigrations.File]
  private var names: RuntimeNames

  init(_ files: [EmbeddedMigrations.File], names: RuntimeNames) {
    self.files = files
    self.names = names
  }

  func code(prefix: String) -> [Code] {
    let type = names[.schemaMigrations]
    guard !files.isEmpty else {
      return [
        .documentation(["There are no migrations yet."]), .line("\(prefix)static let migrations = \(type)([])"),
      ]
    }
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
