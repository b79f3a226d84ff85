import CSQLite
import FaultyStorage
import Foundation
import Items
import PostilQuery
import PostilSQLite
import PostilTestSupport

/// Runs each operation again and again, and lets call 1 fail, call 2, and so on, until the operation ends before the failure.
///
/// An operation that succeeds has done all of its work, one that throws has done nothing. Afterwards the same store works, and closing
/// it leaves no file open and no memory allocated.
struct FaultSweep {
  let report: FaultReport
  private let folder: TemporaryFolder
  private let template: String
  private let path: String

  init(report: FaultReport) throws {
    self.report = report
    folder = try TemporaryFolder()
    template = folder.path("template.sqlite")
    path = folder.path("items.sqlite")
    try Template.create(at: template)
    try MigratedSchema.createTemplate(at: folder.path("old.sqlite"))
  }

  /// What a run works on, and what it does.
  private struct Subject {
    let name: String
    /// The file that the database is copied from, `nil` for a new one.
    let source: String?
    /// Opens the store that the operation gets, `nil` where opening is the operation.
    var prepare: (String) throws -> SQLiteStore? = { _ in nil }
    /// Whether it writes the file ``copy``, and changes nothing else.
    var copies = false
    /// Runs while calls fail. Returns the open store.
    let run: (String, SQLiteStore?) throws -> SQLiteStore?
  }

  private var copy: String { folder.path("copy.sqlite") }

  private func subjects() -> [Subject] {
    let open: (String) throws -> SQLiteStore = { try SQLiteStore(path: $0, schema: ItemsSchema.self) }
    var subjects = [
      Subject(name: "create", source: nil) { path, _ in try open(path) },
      Subject(name: "open", source: template) { path, _ in try open(path) },
      Subject(name: "migrate", source: folder.path("old.sqlite")) { path, _ in try MigratedSchema.open(path) },
      Subject(name: "close", source: template, prepare: open) { _, store in
        try store?.write { db in _ = try Tag.Draft(name: "written before closing").insert(in: db) }
        try store?.close()
        return nil
      },
    ]
    let copy = self.copy
    subjects += [
      Subject(name: "backup", source: template, prepare: open, copies: true) { _, store in
        try store?.backup(to: copy, pagesPerStep: 5)
        return store
      },
      Subject(name: "vacuum into", source: template, prepare: open, copies: true) { _, store in
        try store?.vacuum(into: copy)
        return store
      },
    ]
    for operation in FaultOperation.all {
      subjects.append(
        Subject(name: operation.name, source: template, prepare: open) { _, store in
          if let store { try operation.run(store) }
          return store
        })
    }
    return subjects
  }

  /// - Parameter stride: 1 to let every call fail, 7 to let every seventh fail.
  func run(_ failure: faulty_failure, stride: Int) throws {
    for subject in subjects() {
      try restore(subject)
      let before = try Template.contents(of: path)
      try subject.run(path, subject.prepare(path))?.close()
      let after = try Template.contents(of: path)
      for persists in [false, true] {
        var number = 1
        while try attempt(subject, failure, number, persists, before: before, after: after) { number += stride }
      }
    }
  }

  private func restore(_ subject: Subject) throws {
    try? FileManager.default.removeItem(atPath: copy)
    if let source = subject.source {
      try Template.copy(source, to: path)
    } else {
      for suffix in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
  }

  /// - Returns: whether anything failed.
  private func attempt(
    _ subject: Subject, _ failure: faulty_failure, _ number: Int, _ persists: Bool, before: [String], after: [String]
  ) throws -> Bool {
    let name = "\(subject.name), \(Self.name(failure)) \(number)\(persists ? " and later" : "")"
    try restore(subject)
    let memory = sqlite3_memory_used()
    var failed: Int64 = 0
    var isDone = false
    var mayBeDone = ["close", "create", "migrate"].contains(subject.name)
    do {
      let prepared = try subject.prepare(path)
      var store: SQLiteStore?
      faulty_arm(failure, Int64(number), persists ? 1 : 0)
      do {
        store = try subject.run(path, prepared)
        failed = faulty_disarm()
        isDone = true
        report.count(Self.name(failure), "succeeded")
      } catch {
        failed = faulty_disarm()
        if let error = error as? MigrationError {
          // If the disk still fails when the process ends, SQLite can't take back the log of a failed commit.
          if case .commitFailed = error { mayBeDone = persists } else { mayBeDone = false }
        }
        let outcome = FaultReport.nameOfFailure(error)
        report.count(Self.name(failure), outcome ?? "wrong error")
        if outcome == nil { report.violation("\(name): throws \(type(of: error)): \(error)") }
        store = prepared
      }
      // A store that can't be closed properly is closed all the same.
      if let store, subject.name != "close" { checkUsable(store, name) }
      try store?.close()
    }
    if faulty_open_files() != 0 { report.violation("\(name): \(faulty_open_files()) files stay open") }
    if sqlite3_memory_used() != memory {
      report.violation("\(name): \(sqlite3_memory_used() - memory) bytes stay allocated")
    }
    do {
      let contents = try Template.contents(of: path)
      // A store may fail to close after its last write, or to open after it was created or migrated, but not in the middle.
      let isExpected =
        contents == (isDone ? after : before)
        || (mayBeDone && contents == after)
      if !isExpected {
        let state = contents == after ? "those after it" : contents == before ? "those before it" : "others"
        report.violation("\(name): \(isDone ? "succeeds" : "throws"), and the rows are \(state)")
      }
    } catch {
      report.violation("\(name): the file is damaged: \(error)")
    }
    if subject.copies { try checkCopy(name, isDone: isDone, contents: after) }
    return failed > 0
  }

  /// Checks that the copy is whole or doesn't exist, and that no other file is left.
  private func checkCopy(_ name: String, isDone: Bool, contents: [String]) throws {
    let exists = FileManager.default.fileExists(atPath: copy)
    if exists != isDone { report.violation("\(name): the copy \(exists ? "exists" : "is missing")") }
    if exists, try Template.contents(of: copy) != contents { report.violation("\(name): the copy has other rows") }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    let others = files.filter { file in
      !["template.", "old.", "items.", "copy."].contains { file.hasPrefix($0) } || file.contains("partial")
    }
    if !others.isEmpty { report.violation("\(name): these files are left: \(others)") }
    for file in others { try FileManager.default.removeItem(atPath: folder.path(file)) }
  }

  /// Checks that the store works after the failure.
  private func checkUsable(_ store: SQLiteStore, _ name: String) {
    do {
      try store.read { db in _ = try db.fetchFirst(_RenderedStatement(sql: "SELECT count(*) FROM item")) { _ in } }
      try store.write { _ in }
    } catch {
      report.violation("\(name): later the store throws \(type(of: error)): \(error)")
    }
  }

  private static func name(_ failure: faulty_failure) -> String {
    switch failure {
    case FAULTY_CALL: "I/O call"
    case FAULTY_FULL: "write to a full disk"
    case FAULTY_TORN: "half a write"
    case FAULTY_SYNC: "sync"
    default: "allocation"
    }
  }
}
