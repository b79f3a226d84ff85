import Foundation
import PostilSQL

/// A program that writes to a server through `psql` until it is stopped, with a journal of what the server acknowledged.
///
/// If the server ends the connection, it connects again and goes on with the next transaction.
final class RunningProgram: @unchecked Sendable {
  /// A transaction that the server may have committed.
  struct Transaction {
    /// Its key in the table `committed`.
    var key: String
    /// Whether the server reported the commit. Otherwise the connection ended before.
    var isAcknowledged: Bool
    /// The statements that do the same in another database.
    var statements: [String]
  }

  /// A statement that the server refused.
  struct Failure {
    /// SQLSTATE.
    var code: String
    var message: String
    var sql: String
    /// The tables that it uses.
    var tables: [String]

    /// Whether it fails in every state of the rows: it uses what doesn't exist, or another type. Source: PostgreSQL 15, appendix A.
    var isAboutSchema: Bool { code.hasPrefix("42") }
  }

  private let psql: String
  /// Those of its sessions: `-c timezone=UTC`.
  private let options: String
  private let journal: URL
  /// Microseconds after each transaction.
  private let pause: UInt32
  private var statements: ProgramStatements
  private var random: Generator
  private var sent: [[ProgramStatements.Statement]] = []
  private let lock = NSLock()
  private var isStopping = false
  private let finished = DispatchSemaphore(value: 0)

  init(_ statements: ProgramStatements, psql: String, options: String, journal: URL, pause: UInt32, seed: UInt64) {
    (self.statements, self.psql, self.options, self.journal, self.pause) = (statements, psql, options, journal, pause)
    random = Generator(seed: seed)
    _ = FileManager.default.createFile(atPath: journal.path, contents: nil)
  }

  func start() {
    Thread.detachNewThread { [self] in
      var rest = 10
      while rest > 0 { rest = connection(rest) }
      finished.signal()
    }
  }

  /// Lets the program write a few more transactions, and waits for its end.
  func stop() {
    lock.withLock { isStopping = true }
    finished.wait()
    // It may be called again.
    finished.signal()
  }

  /// Writes over one connection.
  /// - Parameter rest: how many transactions follow once the program has to stop.
  /// - Returns: how many are left.
  private func connection(_ rest: Int) -> Int {
    var rest = rest
    let command =
      "PGOPTIONS='\(options)' exec \(psql) -X -q -At -F '\u{1F}' -R '\u{1E}' >>'\(journal.path)' 2>>'\(journal.path).errors'"
    let started = try? Process.start("/bin/sh", ["-c", command]) { process in
      let input = Pipe()
      process.standardInput = input
      return input
    }
    guard let (process, input) = started else { return 0 }
    let handle = input.fileHandleForWriting
    #if canImport(Glibc)
      // The program is never far ahead of the server.
      _ = fcntl(handle.fileDescriptor, 1031 /* F_SETPIPE_SZ */, 4096)
    #endif
    do {
      while rest > 0 {
        if lock.withLock({ isStopping }) { rest -= 1 }
        let transaction = statements.transaction(&random)
        sent.append(transaction)
        try handle.write(contentsOf: Data(script(transaction, number: sent.count - 1).utf8))
        usleep(pause)
      }
      try handle.close()
      process.waitUntilExit()
    } catch {
      try? handle.close()
      process.waitUntilExit()
      if process.terminationStatus == 127 { return 0 }
      usleep(50_000)
    }
    return rest
  }

  /// The table `committed` gets a row with each transaction. The number that the server gives a transaction doesn't tell whether it was
  /// committed: after a crash, it gives the numbers again whose transactions it hasn't stored.
  private func script(_ transaction: [ProgramStatements.Statement], number: Int) -> String {
    var lines = ["\\echo '\u{1D}t \(number)'", "BEGIN;", "INSERT INTO public.committed VALUES ('\(key(number))');"]
    for statement in transaction {
      lines += ["\\echo '\u{1D}s'", "\(statement.sql);", "\\echo '\u{1D}r' :SQLSTATE :LAST_ERROR_MESSAGE"]
    }
    return (lines + ["COMMIT;", "\\echo '\u{1D}c' :SQLSTATE"]).joined(separator: "\n") + "\n"
  }

  private func key(_ number: Int) -> String { "\(statements.program) \(number)" }

  /// What the journal contains: the transactions that the server has accepted, apart from the commit of those whose connection ended, and
  /// the first failed statement of others.
  func entries() throws -> (transactions: [Transaction], failures: [Failure]) {
    let text = String(decoding: try Data(contentsOf: journal), as: UTF8.self)
    var result: [Transaction] = []
    var failures: [Failure] = []
    for part in text.components(separatedBy: "\u{1D}t ").dropFirst() {
      let sections = part.components(separatedBy: "\u{1D}")
      guard let index = Int(sections[0].prefix { $0.isNumber }) else { continue }
      var statements: [String] = []
      var hasFailed = false
      var rows: [[String]] = []
      var count = 0
      var isCommitted = false
      for section in sections.dropFirst() {
        switch section.first {
        case "s": rows = Self.rows(section)
        case "r":
          let words = section.split(separator: " ", maxSplits: 2)
          guard words.count > 1, count < sent[index].count else { continue }
          if !hasFailed, !words[1].hasPrefix("00000") {
            hasFailed = true
            let statement = sent[index][count]
            failures.append(
              Failure(
                code: String(words[1]), message: words.count > 2 ? String(words[2]) : "", sql: statement.sql,
                tables: statement.tables))
          }
          statements += hasFailed ? [] : Self.repeated(sent[index][count], rows)
          count += 1
        default: isCommitted = section.contains(" 00000")
        }
      }
      // The commit of a transaction with a failed statement is a rollback. Statements that changed nothing tell nothing.
      guard !hasFailed, count == sent[index].count, !statements.isEmpty else { continue }
      result.append(Transaction(key: key(index), isAcknowledged: isCommitted, statements: statements))
    }
    return (result, failures)
  }

  private static func rows(_ section: String) -> [[String]] {
    guard let end = section.firstIndex(of: "\n") else { return [] }
    var text = section[section.index(after: end)...]
    if text.last == "\n" { text = text.dropLast() }
    return text.split(separator: "\u{1E}").map { $0.components(separatedBy: "\u{1F}") }
  }

  private static func repeated(_ statement: ProgramStatements.Statement, _ rows: [[String]]) -> [String] {
    guard !rows.isEmpty else { return [] }
    switch statement.repetition {
    case .same: return [statement.sql]
    case .insert(let table, let columns):
      let names = SQLText.identifiers(columns.map(\.column))
      return rows.map { row in
        "INSERT INTO \(SQLText.identifier(table)) (\(names)) VALUES (\(row.joined(separator: ", ")))"
      }
    case .delete(let table, let columns):
      return rows.map { row in
        let conditions = zip(columns, row).map { "\(SQLText.identifier($0.column)) = \($1)" }
        return "DELETE FROM \(SQLText.identifier(table)) WHERE \(conditions.joined(separator: " AND "))"
      }
    }
  }
}
