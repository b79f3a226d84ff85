import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/FromSwiftData.md, "Known problems": the tests of its table are in `PostilTests/ComplaintTests.swift`.
@Suite("Pitfalls")
struct PitfallsTests {
  private let store: SQLiteStore
  private let library: Library

  init() throws {
    store = try temporaryStore()
    library = try store.write { db in try Library(in: db) }
  }

  @Test("a nil optional differs from an empty one")
  func optionals() throws {
    try store.write { db in
      var emma = library.emma
      emma.isbn = ""
      try emma.update(in: db)
      #expect(try Book.where { $0.isbn == "" }.fetchAll(in: db).map(\.title) == ["Emma"])
      #expect(try Book.where { $0.isbn == nil }.fetchAll(in: db).map(\.title) == ["Odes"])
    }
  }

  @Test("each row of the table names an existing test, or says that there is none yet")
  func table() throws {
    let tests = Document.root.appending(path: "Tests")
    let lines = try Document("FromSwiftData").text.split(separator: "\n")
    let rows = lines.drop { $0 != "| SwiftData, Core Data | Postil | proved by |" }.dropFirst(2).prefix {
      $0.hasPrefix("| ")
    }
    #expect(rows.count == 18)
    for row in rows {
      let proof = try #require(row.split(separator: "|").last)
      if proof.contains("yet to come") { continue }
      let named = proof.matches(of: /`([A-Za-z\/]+\.swift)` \(([^()]+)\)/)
      #expect(!named.isEmpty, "the row names no test: \(row)")
      for match in named {
        let source = try String(contentsOf: tests.appending(path: String(match.1)), encoding: .utf8)
        for name in match.2.split(separator: ";") {
          let name = name.trimmingCharacters(in: .whitespaces)
          let isThere = ["\"\(name)\"", "func \(name)(", "func `\(name)`("].contains { source.contains($0) }
          #expect(isThere, "\(match.1) has no test: \(name)")
        }
      }
    }
  }
}
