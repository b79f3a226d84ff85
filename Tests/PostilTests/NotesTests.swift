import Foundation
import Notes
import Postil
import Testing

@Suite("A view and full-text search of another module")
struct NotesTests {
  @Test("Notes are found by their words, and their notebooks are summed up")
  func search() throws {
    let store = try SQLiteStore.inMemory(schema: NotesSchema.self)
    let day = Date(timeIntervalSince1970: 1_700_000_000)
    let home = try store.write { db in
      let home = try Notebook.Draft(name: "Home").insert(in: db)
      try Notebook.Draft(name: "Empty").insert(in: db)
      try Note.insert(
        ["Oiled the doors", "Painting walls", "A door to oil"].enumerated().map { index, title in
          Note.Draft(
            title: title, text: "", writtenAt: day.addingTimeInterval(Double(index)), notebookID: home.id)
        }, in: db)
      return home
    }
    let (found, summaries) = try store.read { db in
      (
        try Note.where { $0.fullText.matches(words: "oil door") }.order { $0.id }.select { $0.title }.fetchAll(in: db),
        try NotebookSummary.order { $0.name }.fetchAll(in: db)
      )
    }
    // `porter` reduces words to their stems.
    #expect(found == ["Oiled the doors", "A door to oil"])
    #expect(summaries.map(\.name) == ["Empty", "Home"])
    #expect(summaries.map(\.noteCount) == [0, 3])
    #expect(summaries.map(\.lastWrittenAt) == [nil, day.addingTimeInterval(2)])
    #expect(summaries.last?.notebookID == home.id)
  }
}
