/// The command line that the plugin passes:
///
///     postilc --target NAME --schema-output PATH [--output SOURCE=PATH]… [--dependency MODULE=SOURCE]… \
///       [--migration FILE]… [--postgresql] SOURCE…
///
/// An argument `@FILE` is replaced by the lines of a file, for targets with too many sources for one command line.
struct Arguments {
  var target: String
  /// The output path of the schema.
  var schemaOutput: String
  /// The output path of each source's generated code. The models of other sources are written with the schema.
  var outputs: [String: String]
  /// The sources of the target's dependencies, each with its module.
  var dependencies: [(module: String, source: String)] = []
  /// The files of the target's `Migrations` folder.
  var migrations: [String] = []
  /// Whether the models must also be supported by PostgreSQL.
  var isForPostgreSQL = false
  /// In the order of the command line.
  var sources: [String]

  init(_ arguments: some Sequence<String>) throws {
    var target: String?
    var schemaOutput: String?
    var pairs: [String] = []
    sources = []
    var rest = try Self.expanded(arguments)[...]
    while let argument = rest.popFirst() {
      func value() throws -> String {
        guard let value = rest.popFirst() else { throw Misuse("'\(argument)' needs a value. \(Self.usage)") }
        return value
      }
      switch argument {
      case "--target": target = try value()
      case "--schema-output": schemaOutput = try value()
      case "--output": pairs.append(try value())
      case "--dependency": dependencies.append(try Self.dependency(value()))
      case "--migration": migrations.append(try value())
      case "--postgresql": isForPostgreSQL = true
      case "--": sources += rest.map { $0 }; rest = []
      case let option where option.hasPrefix("-"): throw Misuse("unknown option '\(option)'. \(Self.usage)")
      default: sources.append(argument)
      }
    }
    guard let target else { throw Misuse("'--target' is missing. \(Self.usage)") }
    guard let schemaOutput else { throw Misuse("'--schema-output' is missing. \(Self.usage)") }
    self.target = target
    self.schemaOutput = schemaOutput
    outputs = try Self.outputs(of: pairs, sources: Set(sources))
  }

  private static let usage =
    "Usage: postilc --target NAME --schema-output PATH [--output SOURCE=PATH]… [--dependency MODULE=SOURCE]… "
    + "[--migration FILE]… [--postgresql] SOURCE…"

  /// A module name can't contain `=`, so the first one ends it.
  private static func dependency(_ pair: String) throws -> (module: String, source: String) {
    guard let split = pair.firstIndex(of: "="), split > pair.startIndex, pair.index(after: split) < pair.endIndex else {
      throw Misuse("'--dependency \(pair)' has no source; write '--dependency MODULE=SOURCE'. \(usage)")
    }
    return (String(pair[..<split]), String(pair[pair.index(after: split)...]))
  }

  /// Splits each pair at the `=` that follows a source, because paths can contain `=` too.
  private static func outputs(of pairs: [String], sources: Set<String>) throws -> [String: String] {
    var outputs: [String: String] = [:]
    for pair in pairs {
      let split = pair.indices.first { pair[$0] == "=" && sources.contains(String(pair[..<$0])) }
      guard let split else { throw Misuse("'--output \(pair)' has no source; write '--output SOURCE=PATH'. \(usage)") }
      outputs[String(pair[..<split])] = String(pair[pair.index(after: split)...])
    }
    return outputs
  }

  private static func expanded(_ arguments: some Sequence<String>) throws -> [String] {
    try arguments.flatMap { argument -> [String] in
      guard argument.hasPrefix("@") else { return [argument] }
      let text = String(decoding: try Files.read(String(argument.dropFirst())), as: UTF8.self)
      return text.split(separator: "\n").map(String.init)
    }
  }
}
