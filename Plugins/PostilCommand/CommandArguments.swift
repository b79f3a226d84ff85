/// The arguments after `swift package postil`.
struct CommandArguments {
  /// The arguments to pass on.
  let arguments: [String]
  /// The value of `--target`.
  private(set) var target: String?
  /// Whether the command needs paths and none is given.
  private(set) var needsPaths = false

  /// Whether the command writes into the package.
  var writesFiles: Bool {
    ["generate", "import", "seed"].contains(arguments.first)
      || arguments.first == "diagram" && arguments.contains { $0 == "-o" || $0.hasPrefix("--output") }
      || arguments.first == "migrate" && arguments.count > 1
        && !["status", "verify", "drift", "repair"].contains(arguments[1])
  }

  /// Whether the command runs until it is interrupted.
  var isServer: Bool {
    arguments.first == "studio" && !arguments.contains { ["--help", "-h", "--version"].contains($0) }
  }

  /// The number of arguments before the paths.
  private static let argumentsBeforePaths = [
    "ddl": 0, "check": 0, "generate": 0, "diagram": 0, "migrate new": 1, "migrate merge": 0, "migrate squash": 0,
    "migrate verify": 0, "migrate status": 1, "migrate apply": 1, "migrate down": 1, "migrate drift": 1,
    "migrate repair": 1, "copy": 2, "seed": 1, "studio": 1,
  ]
  private static let optionsWithValues: Set<String> = [
    "--target", "--output", "--dialect", "--profile", "--format", "-o", "--allow", "--timestamp", "--name",
    "--databases", "--server", "--port", "--lock-timeout", "--attempts", "--wait",
    "--sqlite", "--from", "--to", "--schema",
  ]

  init(_ arguments: [String]) {
    self.arguments = arguments
    let words = arguments.first == "migrate" ? 2 : 1
    guard var before = Self.argumentsBeforePaths[arguments.prefix(words).joined(separator: " ")] else { return }
    needsPaths = true
    var rest = arguments.dropFirst(words)
    while let argument = rest.popFirst() {
      if Self.optionsWithValues.contains(argument) {
        let value = rest.popFirst()
        if argument == "--target" { target = value }
      } else if argument.hasPrefix("--target=") {
        target = String(argument.dropFirst("--target=".count))
      } else if ["--help", "-h", "--version"].contains(argument) {
        needsPaths = false
      } else if !argument.hasPrefix("-"), !(arguments.first == "seed" && argument.hasSuffix(".json")) {
        if before == 0 { needsPaths = false } else { before -= 1 }
      }
    }
  }
}
