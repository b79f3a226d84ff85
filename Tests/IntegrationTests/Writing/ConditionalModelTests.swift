import Foundation
import Postil
import Testing

/// Docs/Language.md, "Models inside `#if`".
@Suite("Models inside #if")
struct ConditionalModelTests {
  @Test("The schema is the same in every build, and the code exists only where the model does")
  func schema() throws {
    #expect(DocumentsSchema.ddl.contains(#"CREATE TABLE "probe" ("#))
    #expect(!DocumentsSchema.tables.map(\.name).contains("probe"))
    #expect(DocumentsSchema.tables.map(\.name).contains("screen"))
    #if DEBUG
      #expect(DocumentsSchema.tables.map(\.name).contains("trace"))
    #endif
  }

  #if DEBUG
    @Test("A model in an active '#if' branch works like any other, on both sides of its relationships")
    func trace() throws {
      let store = try SQLiteStore.inMemory(schema: DocumentsSchema.self)
      try store.write { db in
        let screen = try Screen.Draft(title: "Start").insert(in: db)
        let trace = try Trace.Draft(at: Date(timeIntervalSince1970: 0), note: "shown", screenID: screen.id)
          .insert(in: db)
        #expect(try screen.traces.fetchAll(in: db).map(\.id) == [trace.id])
        #expect(try Screen.where { $0.traces.any { $0.note == "shown" } }.count(in: db) == 1)
      }
    }
  #endif
}
