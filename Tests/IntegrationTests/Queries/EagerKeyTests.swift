import Foundation
import Postil
import Testing

/// Keys that are no integers lead to what belongs to them, too.
@Suite("Eager loading by different key types")
struct EagerKeyTests {
  private let store: SQLiteStore

  init() throws { store = try temporaryStore() }

  @Test("UUID keys load their rows")
  func uuids() throws {
    try store.write { db in
      let readers = try (0..<20).map { try Reader.Draft(name: "reader \($0)").insert(in: db) }
      for (number, reader) in readers.enumerated() where number % 3 > 0 {
        _ = try Card.Draft(number: Int32(number), readerID: reader.id).insert(in: db)
      }
      let cards = try Card.order { $0.number }.with { $0.reader }.fetchAll(in: db)
      #expect(cards.map { $0.1 } == readers.enumerated().filter { $0.offset % 3 > 0 }.map { $0.element })
    }
  }

  @Test("Text keys load their rows, including one with a NUL and one in quotes")
  func texts() throws {
    for others in [["plain", "\"quoted\\\""], ["plain", "\"quoted\\\"", "nul\0inside", "nul\0outside", "ü"]] {
      try store.write { db in
        try Word.all.delete(in: db)
        for text in others {
          let word = try Word.Draft(id: text, language: "en").insert(in: db)
          for number in 0..<2 { _ = try Meaning.Draft(text: "\(number)", wordID: word.id).insert(in: db) }
        }
        let words = try Word.with { $0.meanings.order { $0.text } }.fetchAll(in: db)
        #expect(Set(words.map { $0.0.id }) == Set(others))
        for (word, meanings) in words {
          #expect(meanings.map(\.wordID) == [word.id, word.id])
          #expect(meanings.map(\.text) == ["0", "1"])
        }
        let meanings = try Meaning.with { $0.word }.fetchAll(in: db)
        #expect(meanings.count == 2 * others.count)
        for (meaning, word) in meanings { #expect(word.id == meaning.wordID) }
      }
    }
  }

  @Test("A key of bytes, a text and an integer loads its rows")
  func composite() throws {
    try store.write { db in
      let owners = [UUID(), UUID()]
      var pages: [LedgerPage] = []
      for owner in owners {
        for region in ["north", "so\"uth"] {
          for number in 1...3 {
            let draft = LedgerPage.Draft(owner: owner, region: region, number: number, title: "\(region) \(number)")
            pages.append(try draft.insert(in: db))
          }
        }
      }
      for (number, page) in pages.enumerated() {
        for _ in 0..<number % 4 { _ = try LedgerLine.Draft(cents: number, pageID: page.id).insert(in: db) }
      }
      _ = try LedgerLine.Draft(cents: -1).insert(in: db)
      let loaded = try LedgerPage.with { $0.lines }.fetchAll(in: db)
      #expect(loaded.count == 12)
      for (page, lines) in loaded {
        let number = try #require(pages.firstIndex(of: page))
        #expect(lines.map(\.cents) == Array(repeating: number, count: number % 4))
      }
      for (line, page) in try LedgerLine.with({ $0.page }).fetchAll(in: db) {
        #expect(page == (line.cents < 0 ? nil : pages[line.cents]))
      }
    }
  }
}
