import Foundation

/// Many tasks and several processes on one file, with Postil and with GRDB.
///
/// Checks that nothing is lost, that every task gets its turn, that the log stays small and that memory doesn't grow.
@main
struct Load {
  static func main() async {
    let options = LoadOptions(CommandLine.arguments.dropFirst())
    do {
      if let child = options.child {
        try await LoadPhases<PostilStore>.child(of: child, options)
        return
      }
      if let child = options.grdbChild {
        try await LoadPhases<GRDBStore>.child(of: child, options)
        return
      }
      exit(try await run(options) ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(2)
    }
  }

  /// - Returns: whether Postil passed all checks.
  private static func run(_ options: LoadOptions) async throws -> Bool {
    let folder = URL(fileURLWithPath: options.folder).appending(path: "postil-load-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let template = folder.appending(path: "template.sqlite").path
    try PostilStore.create(at: template, entries: options.entries)
    let problems = try await LoadPhases<PostilStore>(template: template, folder: folder, options).run()
    // GRDB is there for comparison; its problems are printed too, but they are no failure.
    _ = try await LoadPhases<GRDBStore>(template: template, folder: folder, options).run()
    return problems.isEmpty
  }
}

/// `--seconds 600 --tasks 200 --waiting 10000 --processes 4 --entries 10000 --folder PATH`
struct LoadOptions {
  var seconds = 600.0
  var tasks = 200
  var waiting = 10_000
  var processes = 4
  var entries = 10_000
  var folder = FileManager.default.temporaryDirectory.path
  /// The file that a child process of Postil or of GRDB works on.
  var child: String?
  var grdbChild: String?

  init(_ arguments: some Sequence<String>) {
    var iterator = arguments.makeIterator()
    while let name = iterator.next(), let value = iterator.next() {
      switch name {
      case "--seconds": seconds = Double(value) ?? seconds
      case "--tasks": tasks = Int(value) ?? tasks
      case "--waiting": waiting = Int(value) ?? waiting
      case "--processes": processes = Int(value) ?? processes
      case "--entries": entries = Int(value) ?? entries
      case "--folder": folder = value
      case "--child-Postil": child = value
      case "--child-GRDB": grdbChild = value
      default:
        FileHandle.standardError.write(Data("error: unknown option '\(name)'\n".utf8))
        exit(2)
      }
    }
  }
}
