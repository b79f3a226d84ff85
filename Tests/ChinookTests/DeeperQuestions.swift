import Foundation
import Postil
import Testing

/// Windows, trees, common tables, and rows that come with what belongs to them.
@Suite("Chinook: windows, trees and graphs", .enabled(if: Shop.script != nil, "there is no ../shared/data/chinook.sql"))
struct DeeperQuestions {
  private let shop: Shop

  init() throws { shop = try Shop() }

  @Test("20. What has a customer spent so far, at each invoice?")
  func runningTotal() throws {
    let query = Invoice.where { $0.customer.country == "Germany" }
      .order { ($0.customerID, $0.date, $0.id) }
      .select {
        (
          $0.customerID, $0.date, $0.total,
          $0.total.sum().over(partitionBy: $0.customerID, orderBy: $0.date, $0.id, frame: .rows(.unboundedPreceding)),
          $0.total.lag().over(partitionBy: $0.customerID, orderBy: $0.date, $0.id)
        )
      }
    let rows = try shop.store.read { db in try query.fetchAll(in: db) }
    try shop.expect(
      rows,
      sql: """
        SELECT CustomerId, InvoiceDate, Total, sum(Total) OVER (w ROWS UNBOUNDED PRECEDING), lag(Total) OVER w
        FROM Invoice JOIN Customer USING (CustomerId) WHERE Country = 'Germany'
        WINDOW w AS (PARTITION BY CustomerId ORDER BY InvoiceDate, InvoiceId)
        ORDER BY CustomerId, InvoiceDate, InvoiceId
        """)
  }

  @Test("21. Which are the three longest tracks of each genre?")
  func longestOfGenre() throws {
    let ranked = Track.select {
      RankedTrack.Columns(
        genre: $0.genre.name, name: $0.name, milliseconds: $0.milliseconds,
        place: SQL.rank().over(partitionBy: $0.genreID, orderBy: $0.milliseconds.descending))
    }
    let query = ranked.where { $0.place <= 3 }.order { ($0.genre, $0.place, $0.name) }
    let rows = try shop.store.read { db in try query.fetchAll(in: db) }
    try shop.expect(
      rows.map { ($0.genre, $0.name, $0.milliseconds, $0.place) },
      sql: """
        SELECT * FROM (SELECT Genre.Name AS genre, Track.Name AS name, Milliseconds,
          rank() OVER (PARTITION BY GenreId ORDER BY Milliseconds DESC) AS place FROM Track LEFT JOIN Genre USING (GenreId))
        WHERE place <= 3 ORDER BY genre, place, name
        """)
  }

  @Test("22. Who are the two best customers of each country?")
  func bestOfCountry() throws {
    let spendings = Customer.join(Invoice.self) { customer, invoice in invoice.customerID == customer.id }
      .group { customer, _ in customer.id }
      .select { customer, invoice in
        Spending.Columns(
          name: customer.lastName, country: customer.country, total: invoice.total.sum().rounded(toDigits: 2),
          place: SQL.rowNumber().over(
            partitionBy: customer.country, orderBy: invoice.total.sum().rounded(toDigits: 2).descending,
            customer.lastName))
      }
    let query = spendings.where { $0.place <= 2 }.order { ($0.country, $0.place) }
    let rows = try shop.store.read { db in try query.fetchAll(in: db) }
    try shop.expect(
      rows.map { ($0.country, $0.name, $0.total, $0.place) },
      sql: """
        WITH spending AS (SELECT Country, LastName, round(sum(Total), 2) AS spent FROM Customer JOIN Invoice USING (CustomerId)
          GROUP BY CustomerId),
        ranked AS (SELECT *, row_number() OVER (PARTITION BY Country ORDER BY spent DESC, LastName) AS place FROM spending)
        SELECT Country, LastName, spent, place FROM ranked WHERE place <= 2 ORDER BY Country, place
        """)
  }

  @Test("23. What is each employee's level in the hierarchy?")
  func tree() throws {
    let top = Employee.where { $0.boss == nil }
      .select { Place.Columns(id: $0.id, level: 0, path: $0.lastName.cast(to: String.self)) }
    let places = Place.recursive(from: top) { above in
      Employee.join(rows: above) { employee, boss in employee.bossID == boss.id }
        .select { employee, boss in
          Place.Columns(id: employee.id, level: boss.level + 1, path: boss.path + " > " + employee.lastName)
        }
    }
    let rows = try shop.store.read { db in try places.order { $0.path }.fetchAll(in: db) }
    try shop.expect(
      rows.map { ($0.id, $0.level, $0.path) },
      sql: """
        WITH RECURSIVE place(id, level, path) AS (
          SELECT EmployeeId, 0, LastName FROM Employee WHERE ReportsTo IS NULL
          UNION ALL SELECT e.EmployeeId, p.level + 1, p.path || ' > ' || e.LastName
          FROM Employee AS e JOIN place AS p ON p.id = e.ReportsTo)
        SELECT * FROM place ORDER BY path
        """)
    let below = try shop.store.read { db in
      let manager = try Employee.where { $0.title == "IT Manager" }.fetchOnly(in: db)
      return try manager.descendants().order { $0.lastName }.fetchAll(in: db)
    }
    try shop.expect(
      below.map(\.lastName), sql: "SELECT LastName FROM Employee WHERE ReportsTo = 6 ORDER BY LastName")
  }

  @Test("24. What share of the shop's revenue does each genre have?")
  func shares() throws {
    let revenues = InvoiceLine.group { $0.track.genreID }
      .select {
        GenreRevenue.Columns(name: $0.track.genre.name.max(), revenue: ($0.unitPrice * $0.quantity.double).sum())
      }
      .commonTable()
    let query = revenues.order { ($0.revenue.descending, $0.name) }
      .select { ($0.name, ($0.revenue * 100 / SQL.scalar(revenues.select { $0.revenue.sum() })).rounded(toDigits: 6)) }
    let rows = try shop.store.read { db in try query.fetchAll(in: db) }
    try shop.expect(
      rows,
      sql: """
        WITH revenue AS (SELECT max(Genre.Name) AS name, sum(l.UnitPrice * Quantity) AS amount
          FROM InvoiceLine AS l JOIN Track USING (TrackId) LEFT JOIN Genre USING (GenreId) GROUP BY GenreId)
        SELECT name, round(amount * 100 / (SELECT sum(amount) FROM revenue), 6) FROM revenue ORDER BY amount DESC, name
        """)
  }

  @Test("25. What are the first two albums of each artist, with the three longest tracks of each?")
  func graphs() throws {
    let query = Artist.where { $0.albums.count > 5 }
      .order { $0.id }
      .with {
        $0.albums.order { $0.title }.limit(2)
          .with { $0.tracks.order { ($0.milliseconds.descending, $0.id) }.limit(3) }
      }
    let artists = try shop.store.read { db in try query.fetchAll(in: db) }
    let rows = artists.flatMap { artist, albums in
      albums.flatMap { album, tracks in tracks.map { (artist.name, album.title, $0.name) } }
    }
    try shop.expect(
      rows,
      sql: """
        WITH first AS (SELECT *, row_number() OVER (PARTITION BY ArtistId ORDER BY Title) AS place FROM Album),
        longest AS (SELECT *, row_number() OVER (PARTITION BY AlbumId ORDER BY Milliseconds DESC, TrackId) AS place FROM Track)
        SELECT r.Name, a.Title, t.Name FROM Artist AS r JOIN first AS a ON a.ArtistId = r.ArtistId AND a.place <= 2
        JOIN longest AS t ON t.AlbumId = a.AlbumId AND t.place <= 3
        WHERE (SELECT count(*) FROM Album AS b WHERE b.ArtistId = r.ArtistId) > 5
        ORDER BY r.ArtistId, a.Title, t.place
        """)
  }

  @Test("26. What was on an invoice, with everything that belongs to it?")
  func invoice() throws {
    let query = Invoice.where { $0.total > 20 }.order { $0.id }
      .with { ($0.customer, $0.lines.order { $0.id }.with { $0.track }) }
    let invoices = try shop.store.read { db in try query.fetchAll(in: db) }
    let rows = invoices.flatMap { invoice, customer, lines in
      lines.map { line, track in (invoice.id, customer.lastName, track.name, line.unitPrice) }
    }
    try shop.expect(
      rows,
      sql: """
        SELECT InvoiceId, LastName, t.Name, l.UnitPrice FROM Invoice JOIN Customer USING (CustomerId)
        JOIN InvoiceLine AS l USING (InvoiceId) JOIN Track AS t USING (TrackId) WHERE Total > 20
        ORDER BY InvoiceId, InvoiceLineId
        """)
  }
}
