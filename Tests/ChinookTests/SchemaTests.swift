import Foundation
import Postil
import PostilTestSupport
import Testing

@Suite("The models of Chinook", .enabled(if: Shop.script != nil, "there is no ../shared/data/chinook.sql"))
struct SchemaTests {
  /// The tables, columns, keys and references of a database, a line each, without their types.
  private func outline(_ database: RawDatabase) throws -> [String] {
    let columns = try database.rows(
      """
      SELECT t.name, c.name, c.pk, c."notnull" FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' ORDER BY 1, 2
      """)
    let references = try database.rows(
      """
      SELECT t.name, r."from", r."table", r."to", r.on_delete FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS r
      WHERE t.type = 'table' ORDER BY 1, 2
      """)
    return (columns + references).map { $0.map { $0 ?? "NULL" }.joined(separator: " ") }
  }

  @Test("The models have the names, keys and references of the file's own schema")
  func names() throws {
    let sample = try RawDatabase(path: ":memory:")
    try sample.execute(ChinookSchema.ddl)
    let shop = try Shop()
    let ours = try outline(sample)
    #expect(try ours == outline(shop.database))
    #expect(ours.count > 64)
  }

  @Test("The models read every row of the file")
  func rows() throws {
    let shop = try Shop()
    try shop.store.read { db in
      func check<M: Model>(_ type: M.Type) throws {
        let count = try shop.database.rows("SELECT count(*) FROM \"\(M.table.name)\"")[0][0]
        #expect(try String(M.all.fetchAll(in: db).count) == count, "\(M.table.name)")
      }
      try check(Artist.self)
      try check(Album.self)
      try check(Genre.self)
      try check(MediaType.self)
      try check(Track.self)
      try check(Playlist.self)
      try check(PlaylistTrack.self)
      try check(Employee.self)
      try check(Customer.self)
      try check(Invoice.self)
      try check(InvoiceLine.self)
    }
  }
}
