import Foundation
import Postil
import Testing

/// Questions to a music shop: filters, orders, paths through relationships, and what is asked of many rows.
///
/// Each is answered by Postil and by SQL that people wrote, and the answers are the same, row by row.
@Suite("Chinook: filters and paths", .enabled(if: Shop.script != nil, "there is no ../shared/data/chinook.sql"))
struct SimpleQuestions {
  private let shop: Shop

  init() throws { shop = try Shop() }

  @Test("1. Which recordings are longer than ten minutes?")
  func longTracks() throws {
    let query = Track.where { $0.milliseconds > 600_000 && !$0.mediaType.name.contains("video") }
      .order { ($0.milliseconds.descending, $0.name) }
      .limit(20)
    let tracks = try shop.store.read { db in try query.fetchAll(in: db) }
    try shop.expect(
      tracks.map { ($0.id, $0.name, $0.milliseconds) },
      sql: """
        SELECT TrackId, Track.Name, Milliseconds FROM Track JOIN MediaType USING (MediaTypeId)
        WHERE Milliseconds > 600000 AND MediaType.Name NOT LIKE '%video%'
        ORDER BY Milliseconds DESC, Track.Name LIMIT 20
        """)
  }

  @Test("2. Which customers outside the United States buy for a company?")
  func companies() throws {
    let query = Customer.where { $0.company != nil && $0.country != "USA" }.order { ($0.country, $0.lastName) }
    let customers = try shop.store.read { db in try query.fetchAll(in: db) }
    try shop.expect(
      customers.map { ($0.firstName, $0.lastName, $0.company, $0.state) },
      sql: """
        SELECT FirstName, LastName, Company, State FROM Customer WHERE Company IS NOT NULL AND Country <> 'USA'
        ORDER BY Country, LastName
        """)
  }

  @Test("3. What did Steve Harris write, and who plays it?")
  func composer() throws {
    let query = Track.where { $0.composer.contains("Steve Harris") }
      .order { ($0.album.artist.name, $0.album.title, $0.name, $0.id) }
      .select { ($0.name, $0.album.title, $0.album.artist.name) }
    let rows: [(String, String?, String?)] = try shop.store.read { db in try query.fetchAll(in: db) }
    try shop.expect(
      rows,
      sql: """
        SELECT t.Name, a.Title, r.Name FROM Track AS t LEFT JOIN Album AS a ON a.AlbumId = t.AlbumId
        LEFT JOIN Artist AS r ON r.ArtistId = a.ArtistId WHERE instr(t.Composer, 'Steve Harris') > 0
        ORDER BY r.Name, a.Title, t.Name, t.TrackId
        """)
  }

  @Test("4. Who reports to whom?")
  func bosses() throws {
    let query = Employee.order { ($0.boss.lastName, $0.lastName) }
      .select { ($0.firstName + " " + $0.lastName, $0.title, $0.boss.lastName ?? "nobody") }
    let rows = try shop.store.read { db in try query.fetchAll(in: db) }
    try shop.expect(
      rows,
      sql: """
        SELECT e.FirstName || ' ' || e.LastName, e.Title, coalesce(b.LastName, 'nobody')
        FROM Employee AS e LEFT JOIN Employee AS b ON b.EmployeeId = e.ReportsTo ORDER BY b.LastName, e.LastName
        """)
  }

  @Test("5. How many customers does each sales agent look after?")
  func agents() throws {
    let query = Employee.where { !$0.customers.isEmpty }
      .order { ($0.customers.count.descending, $0.lastName) }
      .select { ($0.lastName, $0.customers.count, $0.customers.count { $0.country == "USA" }) }
    let rows = try shop.store.read { db in try query.fetchAll(in: db) }
    try shop.expect(
      rows,
      sql: """
        SELECT e.LastName, count(*), sum(c.Country = 'USA') FROM Customer AS c
        JOIN Employee AS e ON e.EmployeeId = c.SupportRepId GROUP BY e.EmployeeId ORDER BY count(*) DESC, e.LastName
        """)
  }

  @Test("6. Which tracks of an album were never sold?")
  func unsold() throws {
    let query = Track.where { $0.sales.isEmpty && $0.album.artist.name == "Iron Maiden" }
      .order { ($0.album.title, $0.id) }
      .select { ($0.album.title, $0.name) }
    let rows = try shop.store.read { db in try query.fetchAll(in: db) }
    try shop.expect(
      rows,
      sql: """
        SELECT Title, t.Name FROM Track AS t JOIN Album USING (AlbumId) JOIN Artist AS r USING (ArtistId)
        LEFT JOIN InvoiceLine AS l ON l.TrackId = t.TrackId WHERE l.TrackId IS NULL AND r.Name = 'Iron Maiden'
        ORDER BY Title, t.TrackId
        """)
  }

  @Test("7. Who bought both Jazz and Blues?")
  func tastes() throws {
    func bought(_ genre: String, _ customer: Customer.Columns) -> SQLPredicate {
      customer.invoices.any { $0.lines.any { $0.track.genre.name == genre } }
    }
    let query = Customer.where { bought("Jazz", $0) && bought("Blues", $0) }.order { $0.id }.select {
      ($0.id, $0.email)
    }
    let rows = try shop.store.read { db in try query.fetchAll(in: db) }
    let bought: HandwrittenSQL = """
      SELECT CustomerId FROM Invoice JOIN InvoiceLine USING (InvoiceId) JOIN Track USING (TrackId) \
      JOIN Genre USING (GenreId) WHERE Genre.Name
      """
    try shop.expect(
      rows,
      sql: """
        SELECT CustomerId, Email FROM Customer
        WHERE CustomerId IN (\(bought) = 'Jazz') AND CustomerId IN (\(bought) = 'Blues') ORDER BY CustomerId
        """)
  }

  @Test("8. Which playlists contain a track, and which tracks are in none?")
  func playlists() throws {
    let with = Playlist.where { $0.tracks.any { $0.name == "Princess of the Dawn" } }.order { $0.id }
    let without = Playlist.where { $0.tracks.isEmpty }.order { $0.id }
    let (some, none) = try shop.store.read { db in (try with.fetchAll(in: db), try without.fetchAll(in: db)) }
    try shop.expect(
      some.map { ($0.id, $0.name) },
      sql: """
        SELECT PlaylistId, Name FROM Playlist WHERE PlaylistId IN (SELECT PlaylistId FROM PlaylistTrack JOIN Track USING (TrackId)
        WHERE Track.Name = 'Princess of the Dawn') ORDER BY PlaylistId
        """)
    try shop.expect(
      none.map { ($0.id, $0.name) },
      sql: """
        SELECT PlaylistId, Name FROM Playlist AS p
        WHERE (SELECT count(*) FROM PlaylistTrack AS t WHERE t.PlaylistId = p.PlaylistId) = 0 ORDER BY 1
        """)
  }
}
