import ArgumentParser
import Catalog
import Postil

/// `catalog load`
struct LoadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load", abstract: "Reads the machine's package index into the database, in place of what is there.")

  @OptionGroup var options: DatabaseOption

  @Option(
    name: .long, help: "An index in Debian's control format, such as a Packages file; without it the machine's own.")
  var from: String?

  func run() async throws {
    let store = try options.open()
    let index = try PackageIndex.read(file: from)

    let start = ContinuousClock.now
    try await store.write { db in
      try Package.all.delete(in: db)
      try Tag.all.delete(in: db)
      try Maintainer.all.delete(in: db)
      try ArchiveSection.all.delete(in: db)

      var loader = CatalogLoader(db: db)
      var bar = ProgressBar("Loading \(index.origin)", total: index.bytes.count)
      var paragraphs = ControlParagraphs(index.bytes, wanted: CatalogLoader.fields)
      while let paragraph = paragraphs.next() {
        try loader.insert(paragraph)
        bar.update(paragraphs.position, note: "\(loader.packageCount) packages")
      }
      bar.update(index.bytes.count, note: "dependencies")
      try loader.insertDependencies()
      let seconds = (ContinuousClock.now - start).formatted(
        .units(allowed: [.seconds], fractionalPart: .show(length: 1)))
      bar.finish("\(loader.packageCount) packages and \(loader.dependencyCount) dependencies in \(seconds)")
    }
  }
}
