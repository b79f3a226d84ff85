/// What somebody wrote behind `swift package postil`.
struct CommandArguments {
  /// To pass on.
  let arguments: [String]
  /// The value of `--target`.
  private(set) var target: String?
  /// Whether the command works on paths and none is named.
  private(set) var needsPaths = false

  /// Whether the command writes into the package.
  var writesFiles: Bool {
    ["generate", "import"].contains(arguments.first)
      || arguments.first == "diagram" && arguments.contains { $0 == "-o" || $0.hasPrefix("--output") }
  }

  private static let commandsOnPaths: Set<String> = ["ddl", "check", "generate", "diagram"]
  private static let optionsWithValues: Set<String> = [
    "--target", "--output", "--dialect", "--profile", "--format", "-o",
  ]

  init(_ arguments: [String]) {
    self.arguments = arguments
    guard let command = arguments.first, Self.commandsOnPaths.contains(command) else { return }
    needsPaths = true
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      if Self.optionsWithValues.contains(argument) {
        let value = rest.popFirst()
        if argument == "--target" { target = value }
      } else if argument.hasPrefix("--target=") {
        target = String(argument.dropFirst("--target=".count))
      } else if !argument.hasPrefix("-") || ["--help", "-h", "--version"].contains(argument) {
        needsPaths = false
      }
    }
  }
}
