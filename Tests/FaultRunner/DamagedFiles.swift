import CSQLite
import FaultyStorage
import Foundation
import Items
import PostilQuery
import PostilSQLite
import PostilTestSupport

/// Opens files that were damaged at random, reads them and writes to them. Each call returns or throws one of Postil's errors, within
/// seconds.
///
/// SQLite stores no checksums of pages, so a changed bit inside a value is another value.
struct DamagedFiles {
  let report: FaultReport
  private let folder: TemporaryFolder
  /// Databases: one that was closed, and one with a log.
  private let sources: [String]
  private let path: String

  /// How long one file may take, in seconds. Then the signal `SIGALRM` ends the process.
  private static let deadline: UInt32 = 30

  init(report: FaultReport) throws {
    self.report = report
    folder = try TemporaryFolder()
    path = folder.path("items.sqlite")
    sources = ["closed.sqlite", "logged.sqlite"].map(folder.path)
    try Template.create(at: sources[0])
    // Free pages, and rows in several levels of pages.
    let live = folder.path("live.sqlite")
    try Template.copy(sources[0], to: live)
    let store = try SQLiteStore(path: live, schema: ItemsSchema.self)
    try store.write { db in
      let project = try Project.Draft(name: "many").insert(in: db)
      try Item.insert((0..<400).map { Item.Draft(title: "small \($0)", projectID: project.id) }, in: db)
      try Project.where { $0.name == "project 0" }.delete(in: db)
    }
    try Template.copy(live, to: sources[1])
    try store.close()
    try Template.copy(live, to: sources[0])
  }

  /// - Parameters:
  ///   - first: the seed of the first file.
  ///   - count: how many files.
  func run(first: Int, count: Int) throws {
    for seed in first..<first + count {
      FaultReport.printLine("file \(seed)")
      var random = SeededGenerator(seed: UInt64(seed))
      let source = sources[Int.random(in: 0..<2, using: &random)]
      try Template.copy(source, to: path)
      let log = path + "-wal"
      let damagesLog = FileManager.default.fileExists(atPath: log) && Bool.random(using: &random)
      let damaged = URL(fileURLWithPath: damagesLog ? log : path)
      var bytes = [UInt8](try Data(contentsOf: damaged))
      let kind = Damage.allCases.randomElement(using: &random) ?? .bits
      kind.apply(to: &bytes, &random)
      try Data(bytes).write(to: damaged)
      alarm(Self.deadline)
      let failures = use()
      alarm(0)
      report.count("\(kind)", failures.isEmpty ? "no error" : "errors")
      for error in failures where !FaultReport.isTyped(error) {
        report.violation("file \(seed), \(kind): throws \(type(of: error)): \(error)")
      }
      if kind == .none, !failures.isEmpty { report.violation("file \(seed), undamaged: \(failures)") }
      if faulty_open_files() != 0 { report.violation("file \(seed): \(faulty_open_files()) files stay open") }
    }
  }

  private enum Damage: CaseIterable {
    case none, bits, header, truncation, swappedPages, zeroPage, randomPage, repeatedPage

    func apply(to bytes: inout [UInt8], _ random: inout SeededGenerator) {
      guard bytes.count > 8_192 else { return }
      let size = 4_096
      let pages = bytes.count / size
      func page(_ random: inout SeededGenerator) -> Range<Int> {
        let start = Int.random(in: 0..<pages, using: &random) * size
        return start..<start + size
      }
      switch self {
      case .none: break
      case .bits:
        for _ in 0..<Int.random(in: 1...40, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
      case .header:
        // The header of the file or of a page.
        let start = Bool.random(using: &random) ? 0 : page(&random).lowerBound
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[start + Int.random(in: 0..<112, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
      case .truncation: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
      case .swappedPages:
        let (one, other) = (page(&random), page(&random))
        let copy = Array(bytes[one])
        bytes.replaceSubrange(one, with: Array(bytes[other]))
        bytes.replaceSubrange(other, with: copy)
      case .zeroPage: bytes.replaceSubrange(page(&random), with: repeatElement(0, count: size))
      case .randomPage:
        let range = page(&random)
        for index in range { bytes[index] = UInt8.random(in: 0...255, using: &random) }
      case .repeatedPage:
        let copy = Array(bytes[page(&random)])
        bytes.replaceSubrange(page(&random), with: copy)
      }
    }
  }

  /// Does what programs do. Returns the errors.
  private func use() -> [any Error] {
    var failures: [any Error] = []
    func attempt(_ body: () throws -> Void) {
      do { try body() } catch { failures.append(error) }
    }
    attempt {
      let store = try SQLiteStore(
        path: path, schema: ItemsSchema.self, options: SQLiteOptions(busyTimeout: .milliseconds(200)))
      attempt { try store.read { db in _ = try Item.all.with { ($0.project, $0.tags, $0.steps) }.fetchAll(in: db) } }
      attempt { try store.read { db in _ = try Item.all.order { $0.dueAt }.select { $0.title }.fetchAll(in: db) } }
      attempt { try store.read { db in _ = try Project.all.select { ($0.name, $0.items.count) }.fetchAll(in: db) } }
      attempt {
        try store.write { db in
          _ = try Item.where { $0.title.hasPrefix("small 1") }.update(in: db) { [$0.done.set(true)] }
        }
      }
      attempt {
        try store.write { db in
          guard let item = try Item.all.fetchOne(in: db) else { return }
          _ = try item.addToTags(Tag.Draft(name: "new").insert(in: db), in: db)
          try Step.Draft(text: "new", itemID: item.id).insert(in: db)
        }
      }
      attempt { try store.write { db in _ = try Project.where { $0.name == "project 1" }.delete(in: db) } }
      attempt { try store.close() }
    }
    return failures
  }
}
