import Foundation
import PostilCompiler
import Testing

@Suite("Synced tables")
struct SyncedTablesTests {
  @Test("Models with @sync and the pairs between them are listed in dependency order, with rules and references")
  func tables() throws {
    let text = try schema(
      """
      // @table
      // @sync
      // @manyToMany(tags: Tag, inverse: notes, ordered)
      // @manyToMany(drawers: Drawer)
      // @lazy(data: Data?)
      struct Note: Identifiable, Sendable {
        let id: UUID
        var text: String
        var length: Int  // @generated("length(text)")
        // @references(inverse: replies)
        var parentID: Note.ID?
        // @references(inverse: notes) @merge(server)
        var editionID: Edition.ID?
        var place: Place?  // @embedded @merge(max)
        // @references(enforced: false)
        var drawerID: Drawer.ID?
        let deletedAt: Date?  // @softDelete
        // @merge(last)
        var color: String
        var style: [String: String]?  // @json @merge(members)
        var words: [String]  // @json @merge(custom)
      }
      struct Place: Sendable {
        var x: Int
        var y: Double?
      }
      // @table
      // @sync
      // @hasMany(notes: Note, inverse: edition, ordered)
      struct Edition: Sendable {
        let isbn: String  // @primaryKey
        let printing: Int  // @primaryKey
        var sold = 0  // @merge(sum)
        let version: Int  // @version
      }
      // @table
      // @sync
      struct Tag: Sendable {
        let name: String  // @primaryKey
      }
      /// Stays on the device.
      // @table
      struct Drawer: Identifiable, Sendable {
        let id: ID
      }
      """)
    #expect(text.contains("import Postil\nimport PostilSyncModels\n"))
    let expected = """
      nonisolated extension NotesSchema: SyncedSchema {
        /// The tables that are synced, in dependency order.
        static let syncedTables: [SyncedTable] = [
          SyncedTable(
            Edition.self, name: "edition", key: ["isbn", "printing"],
            columns: ["isbn", "printing", SyncedColumn("sold", .sum), SyncedColumn("version", .sum)]),
          SyncedTable(
            Note.self, name: "note", key: ["id"],
            columns: [
              "id", "text", "parent_id", SyncedColumn("edition_isbn", .server), SyncedColumn("edition_printing", .server),
              SyncedColumn("place_x", .max), SyncedColumn("place_y", .max), "drawer_id", "deleted_at", "color",
              SyncedColumn("style", .members), SyncedColumn("words", .custom), "data", "notes_position",
            ],
            references: [
              SyncedReference(["parent_id"], to: "note"),
              SyncedReference(["edition_isbn", "edition_printing"], to: "edition"),
            ]),
          SyncedTable(Tag.self, name: "tag", key: ["name"], columns: ["name"]),
          SyncedTable(
            pairs: "note_tags", key: ["note_id", "tag_name"], columns: ["note_id", "tag_name", "tags_position"],
            references: [SyncedReference(["note_id"], to: "note"), SyncedReference(["tag_name"], to: "tag")]),
        ]
      }

      """
    #expect(text.components(separatedBy: "\n\n").last == expected)
  }

  @Test("Columns that a server on PostgreSQL reads in another form have the form of SQLite")
  func forms() throws {
    let text = try schema(
      """
      // @table
      // @sync
      struct Payment: Identifiable, Sendable {
        let id: UUID
        var token: UUID  // @store(as: blob)
        var at: Date  // @store(as: iso8601Milliseconds)
        var cents: Decimal  // @merge(sum)
      }
      """)
    #expect(text.contains("SyncedColumn(\"token\", form: .bytes), SyncedColumn(\"at\", form: .milliseconds)"))
    #expect(text.contains("SyncedColumn(\"cents\", .sum, form: .decimal)"))
  }

  @Test("The tables of a public model are public, and names of the target are distinguished from those of the runtime")
  func access() throws {
    let text = try schema(
      """
      // @table
      // @sync
      public struct SyncedTable: Identifiable, Sendable {
        public let id: UUID
      }
      """)
    #expect(text.contains("  public static let syncedTables: [PostilSyncModels.SyncedTable] = ["))
    #expect(text.contains("PostilSyncModels.SyncedTable(SyncedTable.self, name: \"synced_table\""))
  }

  @Test("Without @sync, nothing of it is generated")
  func nothing() throws {
    #expect(try !schema("// @table\nstruct Item: Sendable { let id: ID }").contains("ync"))
  }

  private func schema(_ source: String) throws -> String {
    let result = CompilerPipeline(target: "Notes").run(
      sources: [CompilerPipeline.Source(path: "Note.swift", bytes: Array("import Foundation\n\(source)".utf8))])
    #expect(result.diagnostics.flatMap(\.lines) == [])
    return Emitter(graph: try #require(result.graph)).schemaFile().text
  }
}
