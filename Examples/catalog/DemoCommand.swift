import ArgumentParser
import Catalog
import Postil

/// `catalog demo`: one answer to each kind of question, with the SQL that gave it.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Asks each kind of question once and shows the SQL behind it.")
  @OptionGroup var options: DatabaseOption

  func run() async throws {
    let store = try options.open()
    try await ask("Packages named like 'sqlite'", Questions.packages(named: "sqlite"), in: store)
    try await ask(
      "Strategy games with a window", Questions.packages(tagged: ["game::strategy", "interface::graphical"]), in: store)
    try await ask("What needs libsqlite3-0", Questions.dependents(of: "libsqlite3-0"), in: store)
    try await ask("Debian's games team looks after", Questions.packages(maintainedBy: "Debian Games Team"), in: store)

    print("\nThe most used tags")
    let tags = try await store.read { db in
      try Questions.tagsByUse.limit(8).select { ($0.name, $0.packages.count) }.fetchAll(in: db)
    }
    for (name, count) in tags { print("  \(count)  \(name)") }
  }

  private func ask(_ title: String, _ query: Query<Package>, in store: SQLiteStore) async throws {
    print("\n\(title)\n")
    print("    \(query)\n")
    try await printPackages(query, limit: 6, in: store)
  }
}
