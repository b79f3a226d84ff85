import Foundation
import Postil
@testable import PostilQuery
import PostilTestSupport
import Testing

@Suite("An awkward database, through what was imported of it")
struct ImportedRowsTests {
  private let file: AwkwardFile

  init() throws { file = try AwkwardFile() }

  /// Reads every row through the generated code, and expects its columns to be what SQLite has.
  private func compare<M: Postil.Model>(_ type: M.Type, in db: some ReadTransaction) throws {
    let generated = try file.database.rows(
      "SELECT name FROM pragma_table_xinfo('\(M.table.name)') WHERE hidden IN (2, 3)"
    ).compactMap { $0[0] }
    let columns = M.table.columns.map(\.name).filter { !generated.contains($0) }.map { "\"\($0)\"" }
    let expected = try file.database.values("SELECT \(columns.joined(separator: ", ")) FROM \"\(M.table.name)\"")
    let found = try M.all.fetchAll(in: db).map { row in
      var collector = BindingCollector()
      row.bindColumns(to: &collector)
      return collector.bindings
    }
    #expect(!expected.isEmpty, "\(M.table.name) has no rows to compare")
    #expect(
      Set(found.map { $0.map(\.number) }) == Set(expected.map { $0.map(\.number) }) && found.count == expected.count,
      "\(M.table.name)")
  }

  @Test("every row of every table comes back as SQLite has it")
  func tables() throws {
    try file.store.read { db in
      try compare(Country.self, in: db)
      try compare(CountryStop.self, in: db)
      try compare(Customer.self, in: db)
      try compare(Egg.self, in: db)
      try compare(Flight.self, in: db)
      try compare(Hen.self, in: db)
      try compare(Log.self, in: db)
      try compare(Mark.self, in: db)
      try compare(MaybeKey.self, in: db)
      try compare(Mixed.self, in: db)
      try compare(Model.self, in: db)
      try compare(Column.self, in: db)
      try compare(Note.self, in: db)
      try compare(Order.self, in: db)
      try compare(OrderDetail.self, in: db)
      try compare(OrderTag.self, in: db)
      try compare(Seat.self, in: db)
      try compare(Tag.self, in: db)
      try compare(Ticket.self, in: db)
      try compare(Trip.self, in: db)
      try compare(TypeRow.self, in: db)
    }
    #expect(ImportedSchema.tables.count == 21)
  }

  @Test("generated columns, enums, days and views are read")
  func values() throws {
    let (orders, views, shipments) = try file.store.read { db in
      (
        try Order.all.order { $0.id }.fetchAll(in: db),
        try PaidOrder.all.order { $0.id }.fetchAll(in: db),
        try Shipment.all.order { $0.orderNumber }.fetchAll(in: db)
      )
    }
    #expect(orders.map(\.doubled) == [2, 4, 6, 8])
    #expect(orders.map(\.label) == ["#1", "#2", "#3", "#4"])
    #expect(orders.map(\.status) == [.paid, .inTransit, .new, .default])
    #expect(orders[0].createdAt == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(orders[3].shippedOn == DateComponents(year: 2024, month: 2, day: 29))
    #expect(views.map(\.who) == ["Ann", "Bea", "Ceo"])
    #expect(views.map(\.numberOfLines) == [2, 0, 1])
    #expect(shipments.map(\.orderNumber) == [orders[0].id, orders[3].id])
  }

  @Test("relationships of every kind are followed")
  func relationships() throws {
    try file.store.read { db in
      let ann = try Customer.where { $0.strName == "ANN" }.fetchOnly(in: db)
      #expect(try ann.children.fetchAll(in: db).map(\.strName) == ["Bea"])
      #expect(try ann.country(in: db)?.name == "Iceland")
      let order = try ann.orders.fetchOnly(in: db)
      #expect(try order.tags.order { $0.name }.fetchAll(in: db).map(\.name) == ["new", "old"])
      #expect(try order.orderDetails.where { $0.unitPrice > 9.99 }.count(in: db) == 1)
      let seat = try Seat.where { $0.place == "1A" }.fetchOnly(in: db)
      #expect(try seat.flight(in: db)?.number == 2)
      let trip = try Trip.where { $0.from.name == "Oslo" && $0.to.name == "Bergen" }.fetchOnly(in: db)
      #expect(try trip.ticket(in: db)?.price == 100)
      #expect(try Mark.where { $0.notes.any { $0.title == "Paint" } }.fetchOnly(in: db).name == "urgent")
      #expect(try Note.where { $0.fullText.matches("creaks") }.count(in: db) == 1)
    }
  }

  @Test("rows are written as the file's own rules say")
  func writing() throws {
    try file.store.write { db in
      // No key in the table: the rowid is one.
      let line = try Log.Draft(at: nil, messageText: "new").insert(in: db)
      #expect(line.level == 1)
      try Log(id: line.id, at: nil, messageText: "old", level: 3).save(in: db)
      #expect(try Log.find(line.id, in: db).messageText == "old")
      // A key that is no rowid is people's to give.
      try TypeRow.Draft(id: 70, type: "x").insert(in: db)
      // The defaults of the database.
      let order = try Order.Draft().insert(in: db)
      #expect(order.status == .new && !order.isGift && order.doubled == order.id.rawValue * 2)
      try Order.addToTags("old", of: order.id, in: db)
      #expect(try OrderTag.where { $0.orderID == order.id }.fetchOnly(in: db).weight == 0.5)
      // The trigger of the file, which the notes have too.
      try Order.where { $0.id == order.id }.update(in: db) { [$0.status.set(.paid)] }
      #expect(try Log.where { $0.messageText == "paid" }.count(in: db) == 1)
      // A unique key of the statement, and one that is an index.
      let ceo = try Customer.where { $0.strName == "Ceo" }.fetchOnly(in: db)
      #expect(try Customer.Draft(strName: "CEO").upsert(on: { $0.strName }, in: db).id == ceo.id)
    }
    #expect(throws: ConstraintViolation.self) {
      try file.store.write { db in
        let guid = try Customer.where { $0.guid != nil }.fetchOnly(in: db).guid
        try Customer.Draft(strName: "Dee", guid: guid).insert(in: db)
      }
    }
    #expect(throws: DatabaseError.self) { try file.store.write { db in try Country.all.delete(in: db) } }
  }
}
