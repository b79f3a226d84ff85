import ArgumentParser
import Catalog
import Postil

/// How many rows a command shows.
struct LimitOption: ParsableArguments {
  @Option(name: .long, help: "How many to show.")
  var limit = 20
}

/// A command that shows the packages of one query.
protocol PackageCommand: AsyncParsableCommand {
  var options: DatabaseOption { get }
  var show: LimitOption { get }
  var packages: Query<Package> { get }
}

extension PackageCommand {
  func run() async throws { try await printPackages(packages, limit: show.limit, in: options.open()) }
}

/// `catalog search`
struct SearchCommand: PackageCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Finds packages by a part of the name.")
  @OptionGroup var options: DatabaseOption
  @OptionGroup var show: LimitOption
  @Argument(help: "A part of the name.") var text: String

  var packages: Query<Package> { Questions.packages(named: text) }
}

/// `catalog tagged`
struct TaggedCommand: PackageCommand {
  static let configuration = CommandConfiguration(
    commandName: "tagged", abstract: "Finds packages that have all of several tags.")
  @OptionGroup var options: DatabaseOption
  @OptionGroup var show: LimitOption
  @Argument(help: "Debtags, such as 'role::program' and 'game::strategy'.") var tags: [String]

  var packages: Query<Package> { Questions.packages(tagged: tags) }
}

/// `catalog dependents`
struct DependentsCommand: PackageCommand {
  static let configuration = CommandConfiguration(
    commandName: "dependents", abstract: "Finds the packages that need a package.")
  @OptionGroup var options: DatabaseOption
  @OptionGroup var show: LimitOption
  @Argument(help: "The package's name.") var name: String

  var packages: Query<Package> { Questions.dependents(of: name) }
}

/// `catalog maintainer`
struct MaintainerCommand: PackageCommand {
  static let configuration = CommandConfiguration(
    commandName: "maintainer", abstract: "Lists a maintainer's packages.")
  @OptionGroup var options: DatabaseOption
  @OptionGroup var show: LimitOption
  @Argument(help: "A part of the name, or the address.") var text: String

  var packages: Query<Package> { Questions.packages(maintainedBy: text) }
}

/// `catalog tags`
struct TagsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "tags", abstract: "Lists the most used tags.")
  @OptionGroup var options: DatabaseOption
  @OptionGroup var show: LimitOption

  func run() async throws {
    let rows = try await options.open().read { [limit = show.limit] db in
      try Questions.tagsByUse.limit(limit).select { ($0.name, $0.packages.count) }.fetchAll(in: db)
    }
    for (name, count) in rows { print("\(column(String(count), width: 7))  \(name)") }
  }
}

/// Prints how many packages there are, then the first of them with their summaries.
func printPackages(_ query: Query<Package>, limit: Int, in store: SQLiteStore) async throws {
  let (count, packages) = try await store.read { db in
    (try query.count(in: db), try query.limit(limit).fetchAll(in: db))
  }
  for package in packages {
    print("  \(package.name.padded(to: 32))  \(package.summary)")
  }
  print(count > packages.count ? "  … \(count) in all" : "  \(count) in all")
}

private func column(_ text: String, width: Int) -> String {
  String(repeating: " ", count: max(width - text.count, 0)) + text
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}
