import Foundation
import Postil
import Testing

/// Reports: joins by conditions, groups, cases, subqueries, and queries that are combined.
@Suite(
  "Chinook: joins, groups and subqueries", .enabled(if: Shop.script != nil, "there is no ../shared/data/chinook.sql"))
struct ReportQuestions {
  private let shop: Shop

  init() throws { shop = try Shop() }

  @Test("9. Which genres have more than a hundred tracks?")
  func genres() throws {
    let query = Track.group { $0.genre.name }
      .having { _ in SQL.count() > 100 }
      .order { _ in SQL.count().descending }
      .select { ($0.genre.name, SQL.count(), $0.milliseconds.average()) }
    let rows = try shop.store.read { db in try query.fetchAll(in: db) }
    try shop.expect(
      rows,
      sql: """
        SELECT Genre.Name, count(*), avg(Milliseconds) FROM Track LEFT JOIN Genre USING (GenreId)
        GROUP BY Genre.Name HAVING count(*) > 100 ORDER BY count(*) DESC
        """)
  }

  @Test("10. What is each country's yearly revenue?")
  func countries() throws {
    let query = Invoice.group { ($0.billingCountry, $0.year) }
      .order { ($0.billingCountry, $0.year) }
      .select { ($0.billingCountry, $0.year, SQL.count(), $0.total.sum().rounded(toDigits: 2)) }
    let rows = try shop.store.read { db in try query.fetchAll(in: db) }
    try shop.expect(
      rows,
      sql: """
        SELECT BillingCountry, strftime('%Y', InvoiceDate) AS year, count(*), round(sum(Total), 2) FROM Invoice
        GROUP BY 1, 2 ORDER BY 1, 2
        """)
  }

  @Test("11. Who are the ten best customers?")
  func bestCustomers() throws {
    let query = Customer.join(Invoice.self) { customer, invoice in invoice.customerID == customer.id }
      .group { customer, _ in customer.id }
      .order { customer, invoice in (invoice.total.sum().rounded(toDigits: 2).descending, customer.lastName) }
      .limit(10)
      .select { customer, invoice in
        (customer.firstName + " " + customer.lastName, SQL.count(), invoice.total.sum().rounded(toDigits: 2))
      }
    let rows = try shop.store.read { db in try query.fetchAll(in: db) }
    try shop.expect(
      rows,
      sql: """
        SELECT FirstName || ' ' || LastName, count(*), round(sum(Total), 2) FROM Customer JOIN Invoice USING (CustomerId)
        GROUP BY CustomerId ORDER BY round(sum(Total), 2) DESC, LastName LIMIT 10
        """)
  }

  @Test("12. Which artists sell best?")
  func bestArtists() throws {
    let query = InvoiceLine.group { $0.track.album.artist.id }
      .order { ($0.quantity.sum().descending, $0.track.album.artist.name) }
      .limit(10)
      .select {
        ($0.track.album.artist.name, $0.quantity.sum(), ($0.unitPrice * $0.quantity.double).sum().rounded(toDigits: 2))
      }
    let rows = try shop.store.read { db in try query.fetchAll(in: db) }
    try shop.expect(
      rows,
      sql: """
        SELECT Artist.Name, sum(Quantity), round(sum(l.UnitPrice * Quantity), 2) FROM InvoiceLine AS l JOIN Track USING (TrackId)
        JOIN Album USING (AlbumId) JOIN Artist USING (ArtistId) GROUP BY ArtistId ORDER BY 2 DESC, 1 LIMIT 10
        """)
  }

  @Test("13. Which artists have no album in the shop?")
  func withoutAlbum() throws {
    let query = Artist.leftJoin(Album.self) { artist, album in album.artistID == artist.id }
      .where { _, album in album.id == nil }
      .order { artist, _ in artist.name }
    let rows = try shop.store.read { db in try query.fetchAll(in: db) }
    #expect(rows.allSatisfy { $0.1 == nil })
    try shop.expect(
      rows.map { ($0.0.id, $0.0.name) },
      sql: "SELECT ArtistId, Name FROM Artist WHERE ArtistId NOT IN (SELECT ArtistId FROM Album) ORDER BY Name")
  }

  @Test("14. How long is each playlist?")
  func playlistLengths() throws {
    let query = Playlist.leftJoin(PlaylistTrack.self) { playlist, entry in entry.playlistID == playlist.id }
      .group { playlist, _ in playlist.id }
      .order { playlist, _ in playlist.id }
      .select { playlist, entry in
        (playlist.name, entry.trackID.count(), (entry.track.milliseconds.sum() ?? 0) / 60_000)
      }
    let rows = try shop.store.read { db in try query.fetchAll(in: db) }
    try shop.expect(
      rows,
      sql: """
        SELECT p.Name, count(t.TrackId), coalesce(sum(t.Milliseconds), 0) / 60000 FROM Playlist AS p
        LEFT JOIN PlaylistTrack USING (PlaylistId) LEFT JOIN Track AS t USING (TrackId)
        GROUP BY p.PlaylistId ORDER BY p.PlaylistId
        """)
  }

  @Test("15. Which tracks are short, average, or long?")
  func lengths() throws {
    let query = Track.group { $0.lengthClass }
      .order { _ in SQL.count() }
      .select { ($0.lengthClass, SQL.count(), $0.unitPrice.min(), $0.unitPrice.max()) }
    let rows = try shop.store.read { db in try query.fetchAll(in: db) }
    try shop.expect(
      rows,
      sql: """
        SELECT CASE WHEN Milliseconds < 120000 THEN 'short' WHEN Milliseconds < 600000 THEN 'usual' ELSE 'long' END,
        count(*), min(UnitPrice), max(UnitPrice) FROM Track GROUP BY 1 ORDER BY 2
        """)
  }

  @Test("16. Which cities have customers but no employees, and which have both?")
  func cities() throws {
    let customers = Customer.where { $0.country == "Canada" }.select { $0.city }
    let employees = Employee.select { $0.city }
    let (all, only, both) = try shop.store.read { db in
      (
        try customers.union(employees).order { $0 }.fetchAll(in: db),
        try customers.except(employees).order { $0.descending }.fetchAll(in: db),
        try customers.intersect(employees).fetchAll(in: db)
      )
    }
    let canadian: HandwrittenSQL = "SELECT City FROM Customer WHERE Country = 'Canada'"
    try shop.expect(all, sql: "\(canadian) UNION SELECT City FROM Employee ORDER BY 1")
    try shop.expect(only, sql: "\(canadian) EXCEPT SELECT City FROM Employee ORDER BY 1 DESC")
    try shop.expect(both, sql: "\(canadian) INTERSECT SELECT City FROM Employee")
  }

  @Test("17. Which invoices are more than twice the average of their country?")
  func aboveAverage() throws {
    let query = Invoice.where { invoice in
      let average = SQL.scalar(
        Invoice.where { $0.billingCountry == invoice.billingCountry }.select { $0.total.average() })
      return invoice.total > average * 2
    }
    .order { ($0.total.descending, $0.id) }
    let invoices = try shop.store.read { db in try query.limit(25).fetchAll(in: db) }
    try shop.expect(
      invoices.map { ($0.id, $0.date, $0.billingCountry, $0.total) },
      sql: """
        SELECT InvoiceId, InvoiceDate, BillingCountry, Total FROM Invoice AS i
        WHERE Total > 2 * (SELECT avg(Total) FROM Invoice AS j WHERE j.BillingCountry = i.BillingCountry)
        ORDER BY Total DESC, InvoiceId LIMIT 25
        """)
  }

  @Test("18. Which customers of one agent live in the same city?")
  func neighbours() throws {
    let query = Customer.join(Customer.self) { one, other in one.city == other.city && one.id < other.id }
      .order { one, other in (one.id, other.id) }
      .select { one, other in (one.city, one.lastName, other.lastName, one.supportRepID == other.supportRepID) }
    let rows = try shop.store.read { db in try query.fetchAll(in: db) }
    try shop.expect(
      rows,
      sql: """
        SELECT a.City, a.LastName, b.LastName, a.SupportRepId IS b.SupportRepId FROM Customer AS a
        JOIN Customer AS b ON b.City = a.City AND b.CustomerId > a.CustomerId ORDER BY a.CustomerId, b.CustomerId
        """)
  }

  @Test("19. In how many countries does each agent sell, and in which?")
  func distinct() throws {
    let query = Customer.group { $0.supportRepID }
      .order { $0.supportRepID }
      .select { ($0.supportRepID, $0.country.count(distinct: true)) }
    let countries = Customer.where { $0.supportRep.lastName == "Peacock" }.select { $0.country }.distinct().order { $0 }
    let (rows, names) = try shop.store.read { db in (try query.fetchAll(in: db), try countries.fetchAll(in: db)) }
    try shop.expect(
      rows,
      sql: "SELECT SupportRepId, count(DISTINCT Country) FROM Customer GROUP BY SupportRepId ORDER BY SupportRepId")
    try shop.expect(
      names,
      sql: """
        SELECT DISTINCT c.Country FROM Customer AS c JOIN Employee AS e ON e.EmployeeId = c.SupportRepId
        WHERE e.LastName = 'Peacock' ORDER BY c.Country
        """)
  }
}

extension Invoice.Columns {
  /// The year of the invoice, such as `2021`.
  var year: SQLOperation<String> { date.cast(to: String.self).substring(from: 0, length: 4) }
}

extension Track.Columns {
  /// `short`, `usual` or `long`.
  var lengthClass: SQLOperation<String> {
    SQL.when(milliseconds < 120_000, then: "short").when(milliseconds < 600_000, then: "usual").otherwise("long")
  }
}
