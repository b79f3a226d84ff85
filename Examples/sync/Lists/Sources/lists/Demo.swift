/// Two users who are offline, change the same list, and agree. Each line is what a person would type.
enum Demo {
  static let lines = """
    bob show
    anna new Groceries
    anna add Groceries Milk, Bread, Eggs
    anna share Groceries bob
    bob show

    anna add Groceries Milk, Tea --offline
    anna done Groceries Bread --offline
    anna show --offline

    bob add Groceries Milk, Coffee --offline
    bob top Groceries Eggs --offline
    bob show --offline

    anna show
    bob show
    anna show
    """

  /// Prints each line, and the lists after 'show'.
  static func run() async throws {
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
      say(line.isEmpty ? "" : "$ lists \(line)")
      guard !line.isEmpty else { continue }
      let output = try await Lists.run(line.split(separator: " ").map(String.init))
      if line.contains("show") { say(output, terminator: "") }
    }
  }
}
