import Foundation

/// Lists in a terminal: `lists anna` shows and changes them, `lists anna add Groceries Milk` runs one command.
@main
enum Lists {
  static let usage = """
    lists NAME                      shows the lists of a user while they change, and reads commands
    lists NAME COMMAND [--offline]  runs one command
    lists demo                      shows two users who are offline, change the same list, and agree

    \(Command.usage)
    """

  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      switch words.count {
      case 0: say(usage)
      case 1 where words == ["demo"]: try await Demo.run()
      case 1: try await LiveView(Device(of: words[0])).run()
      default: say(try await run(words), terminator: "")
      }
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Runs a command, and syncs before and after it. Returns the lists.
  static func run(_ words: [String]) async throws -> String {
    let isOffline = words.contains("--offline")
    let command = try Command(words.dropFirst().filter { $0 != "--offline" }.joined(separator: " "))
    let device = try await Device(of: words[0])
    // The command may be about a list that is new.
    if !isOffline { try await device.sync.once() }
    try await device.run(command)
    if !isOffline { try await device.sync.once() }
    let lists = try await device.lists()
    try await device.store.close()
    return lists
  }
}

/// Prints a text at once, also if the output isn't a terminal.
func say(_ text: String, terminator: String = "\n") {
  FileHandle.standardOutput.write(Data((text + terminator).utf8))
}
