import Foundation
import Testing

/// The music shop that many know; Tests/PluginTests compiles what is imported of it and reads all of its rows.
@Suite("Chinook, imported", .enabled(if: Chinook.script != nil, "there is no ../shared/data/chinook.sql"))
struct ChinookImportTests {
  @Test("Chinook becomes eleven structs without comments, whose schema is the file's")
  func chinook() throws {
    let sample = try Sample("BEGIN; \(try #require(Chinook.script)); COMMIT")
    #expect(sample.result.notImported.isEmpty)
    #expect(
      sample.result.files.map(\.name).sorted() == [
        "Album.swift", "Artist.swift", "Customer.swift", "Employee.swift", "Genre.swift", "Invoice.swift",
        "InvoiceLine.swift", "MediaType.swift", "Playlist.swift", "PlaylistTrack.swift", "Track.swift",
      ])
    #expect(sample.result.files.allSatisfy { !$0.text.contains("Import notes for") })
    #expect(try sample.members("Invoice").contains(#"var invoiceDate: Date  // @column("InvoiceDate")"#))
    #expect(try sample.members("Invoice").contains(#"var total: Double  // @column("Total")"#))
    #expect(try sample.members("Employee").contains("var reportsToID: Employee.ID?"))
    #expect(
      try sample.text("Playlist").contains(
        "// @manyToMany(tracks: Track, through: PlaylistTrack, inverse: playlists)\n"))
  }
}

/// The script beside the checkout; nothing where it is absent.
private enum Chinook {
  static let script: String? = {
    let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try? String(contentsOf: checkout.appending(path: "../shared/data/chinook.sql"), encoding: .utf8)
  }()
}
