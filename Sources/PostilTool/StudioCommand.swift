import ArgumentParser
import Foundation
import PostilSources

/// `postil studio`: starts the program `postil-studio`, which is a package of its own because it contains a web server.
struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Shows and edits the rows of a database in a browser.",
    discussion: """
      Opens a web page that only browsers on this machine can open, and prints its address. Without paths, the tables are \
      described by the database alone.
      """)

  @Argument(help: ArgumentHelp("An SQLite file, or the URL of a PostgreSQL database.", valueName: "database"))
  var database: String

  @OptionGroup var sources: SourceOptions

  @OptionGroup var schema: ServerSchemaOption

  @Flag(
    inversion: .prefixedNo,
    help: "Whether rows can't be changed. By default, if another process has the file open for writing.")
  var readOnly: Bool?

  @Option(
    help: ArgumentHelp(
      "The port to listen on; by default the same one each time for this database.", valueName: "number"))
  var port: Int?

  @Flag(inversion: .prefixedNo, help: "Whether the page is opened in the browser.")
  var open = true

  /// Passed by the plugin.
  @Flag(help: .hidden)
  var endsWithInput = false

  func validate() throws { try schema.validate(isServer: ServerURL.matches(database)) }

  func run() throws {
    guard ServerURL.matches(database) || FileManager.default.fileExists(atPath: database) else {
      throw Misuse("file '\(database)' doesn't exist")
    }
    var arguments = [database]
    if let list = try targetList() { arguments += ["--target-list", list] } else { arguments += sources.paths }
    if let readOnly { arguments.append(readOnly ? "--read-only" : "--no-read-only") }
    if let schema = schema.schema { arguments += ["--schema", schema] }
    if let port { arguments += ["--port", String(port)] }
    if !open { arguments.append("--no-open") }
    if endsWithInput { arguments.append("--ends-with-input") }
    guard let program = Self.program() else { throw Misuse(Self.installation) }
    // The program replaces this one, so that it receives the signals of the terminal.
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    execv(program, words)
    throw Misuse("cannot run '\(program)': \(String(cString: strerror(errno)))")
  }

  /// The file with the targets, if paths aren't enough to describe them.
  /// - Throws: ``Misuse`` if a path doesn't exist, or contains no Swift file.
  private func targetList() throws -> String? {
    if let list = sources.targetList { return list }
    guard !sources.paths.isEmpty else { return nil }
    let targets = try sources.targets()
    guard sources.target != nil else { return nil }
    let file = FileManager.default.temporaryDirectory.appending(path: "postil-studio-\(getpid()).json")
    try JSONEncoder().encode(TargetList(targets)).write(to: file)
    return file.path
  }

  // MARK: The program

  private static let name = "postil-studio"

  /// The program: next to this one, in `PATH`, or built in the checkout of Postil.
  private static func program() -> String? {
    let files = FileManager.default
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders =
      [executable?.deletingLastPathComponent().path].compactMap(\.self) + path.split(separator: ":").map(String.init)
    if let installed = folders.map({ $0 + "/" + name }).first(where: files.isExecutableFile(atPath:)) {
      return installed
    }
    // Both a release and a debug build may exist; the one built last is meant.
    let built = ["release", "debug"].compactMap { checkout?.path.appending("/Studio/.build/\($0)/\(name)") }
    func date(_ path: String) -> Date {
      (try? files.attributesOfItem(atPath: path)[.modificationDate] as? Date) ?? .distantPast
    }
    return built.filter(files.isExecutableFile(atPath:)).max { date($0) < date($1) }
  }

  private static let executable = Bundle.main.executableURL?.resolvingSymlinksInPath()

  /// The checkout of Postil: the folder around this program, or the one that it was built from.
  private static var checkout: URL? {
    var candidates: [URL] = []
    if var folder = executable {
      while folder.path != "/" {
        folder = folder.deletingLastPathComponent()
        candidates.append(folder)
      }
    }
    candidates.append(URL(fileURLWithPath: #filePath).appending(path: "../../..").standardizedFileURL)
    return candidates.first {
      FileManager.default.fileExists(atPath: $0.appending(path: "Studio/Sources/PostilStudioServer").path)
    }
  }

  private static var installation: String {
    let command = "swift build -c release --package-path \(checkout?.appending(path: "Studio").path ?? "Studio")"
    return checkout == nil
      ? "the program '\(name)' isn't installed; run 'make install-studio' in a checkout of Postil"
      : "the program '\(name)' isn't built yet; run '\(command)' once, and then this command again"
  }
}
