/// Two users who are offline, change the same list, and agree. Each line is what a person would type.
enum Demo {
  static let lines = """
    # anna shares a list with bob.
    bob show
    anna new Groceries
    anna add Groceries Milk, Bread
    anna share Groceries bob
    bob show

    # Both are offline, and change the same list.
    anna add Groceries Milk --offline
    anna done Groceries Bread --offline
    anna show --offline
    bob add Groceries Milk, Coffee --offline
    bob top Groceries Bread --offline
    bob show --offline

    # Both are online again.
    anna done Groceries Milk
    bob show
    anna show
    """

  /// Prints each line, and the lists after 'show'.
  static func run() async throws {
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
      let isCommand = !line.isEmpty && !line.hasPrefix("#")
      say(isCommand ? "$ lists \(line)" : String(line))
      guard isCommand else { continue }
      let output = try await Lists.run(line.split(separator: " ").map(String.init))
      if line.contains("show") { say(output, terminator: "") }
    }
  }
}
