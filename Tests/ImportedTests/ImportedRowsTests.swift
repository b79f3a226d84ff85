import Foundation
import Postil
@testable import PostilQuery
import PostilTestSupport
import Testing

@Suite("An awkward database, read through its import")
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

  @Test("every row of every table has the values that SQLite has")
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
      try compare(Branch.self, in: db)
      try compare(DraftRow.self, in: db)
      try compare(Index.self, in: db)
      try compare(Keyed.self, in: db)
      try compare(KeyedNote.self, in: db)
      try compare(Leaf.self, in: db)
      try compare(MainRow.self, in: db)
      try compare(MozMeta.self, in: db)
      try compare(PackageItem.self, in: db)
      try compare(Parcel.self, in: db)
      try compare(ZMetadata.self, in: db)
      try compare(ZPrimarykey.self, in: db)
      try compare(TypeRow.self, in: db)
    }
    #expect(ImportedSchema.tables.count == 33)
  }

  /// Every value of every table, with its kind and its bytes.
  private func bytes() throws -> [String: [[String?]]] {
    let tables = try file.database.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'words%' AND name NOT LIKE 'sqlite%'"
    ).compactMap { $0[0] }
    var bytes: [String: [[String?]]] = [:]
    for table in tables {
      let columns = try file.database.rows("SELECT name FROM pragma_table_info('\(table)')").compactMap { $0[0] }
        .map { "typeof(\"\($0)\"), quote(\"\($0)\"), hex(CAST(\"\($0)\" AS BLOB))" }
      bytes[table] = try file.database.rows("SELECT \(columns.joined(separator: ", ")) FROM \"\(table)\"")
    }
    return bytes
  }

  /// Reads every row and writes it again.
  private func rewrite<M: Postil.Model>(_ type: M.Type, in db: some WriteTransaction) throws {
    for row in try M.all.fetchAll(in: db) { try row.update(in: db) }
  }

  @Test("a row that is read and written again is unchanged, byte for byte")
  func rewriting() throws {
    let before = try bytes()
    #expect(before["moz_meta"]?.count == 5)
    try file.store.write { db in
      try rewrite(Country.self, in: db)
      try rewrite(CountryStop.self, in: db)
      try rewrite(Customer.self, in: db)
      try rewrite(DraftRow.self, in: db)
      try rewrite(Flight.self, in: db)
      try rewrite(Keyed.self, in: db)
      try rewrite(KeyedNote.self, in: db)
      try rewrite(Log.self, in: db)
      try rewrite(MainRow.self, in: db)
      try rewrite(Mark.self, in: db)
      try rewrite(MaybeKey.self, in: db)
      try rewrite(Mixed.self, in: db)
      try rewrite(MozMeta.self, in: db)
      try rewrite(Note.self, in: db)
      try rewrite(Order.self, in: db)
      try rewrite(OrderDetail.self, in: db)
      try rewrite(OrderTag.self, in: db)
      try rewrite(PackageItem.self, in: db)
      try rewrite(Parcel.self, in: db)
      try rewrite(Seat.self, in: db)
      try rewrite(Ticket.self, in: db)
      try rewrite(Trip.self, in: db)
      try rewrite(TypeRow.self, in: db)
      try rewrite(ZMetadata.self, in: db)
      try rewrite(ZPrimarykey.self, in: db)
    }
    #expect(try bytes() == before)
    // What SQLite refuses while it enforces foreign keys, as the remark at the top of the file says.
    #expect(throws: DatabaseError.self) { try file.store.write { db in try rewrite(Branch.self, in: db) } }
  }

  @Test("dates of Core Data count from 2001, and are found and sorted correctly")
  func coreData() throws {
    try file.store.write { db in
      let items = try PackageItem.all.order { $0.createdat }.fetchAll(in: db)
      #expect(items.map(\.createdat) == [.distantPast, Date(timeIntervalSinceReferenceDate: 725_000_000)])
      #expect(items[1].dueat == Date(timeIntervalSinceReferenceDate: 725_000_000.123456))
      #expect(try PackageItem.where { $0.createdat.year == 2023 && $0.dueat > $0.createdat }.count(in: db) == 1)
      let now = Date(timeIntervalSinceReferenceDate: 700_000_000)
      let made = try PackageItem.Draft(createdat: now).insert(in: db)
      #expect(try PackageItem.where { $0.createdat == now }.fetchOnly(in: db) == made)
    }
    #expect(
      try file.database.rows("SELECT typeof(ZCREATEDAT), ZCREATEDAT FROM ZPACKAGEITEM ORDER BY Z_PK DESC LIMIT 1")
        == [["integer", "700000000"]])
  }

  @Test("SQL keywords are table and column names in every statement")
  func reservedWords() throws {
    try file.store.write { db in
      let row = try MainRow.Draft(order: 5, group: "g").insert(in: db)
      #expect(try MainRow.where { $0.order == 5 && $0.group == "g" && $0.values == "x" }.fetchOnly(in: db) == row)
      let draft = try DraftRow.Draft(mainID: row.id, unique: 9).insert(in: db)
      #expect(try DraftRow.Draft(mainID: nil, unique: 9).upsert(on: { $0.unique }, in: db).id == draft.id)
      try MainRow.where { $0.id == row.id }.update(in: db) { [$0.values.set("y")] }
      try Index.Draft(from: 3, toID: draft.id).insert(in: db)
      let found = try Index.where { $0.from == 3 && $0.to.unique == 9 }.order { ($0.from, $0.toID) }.fetchOnly(in: db)
      #expect(try draft.indices.count(in: db) == 1)
      try found.delete(in: db)
      #expect(try Index.find(Index.ID(from: 1, toID: DraftRow.ID(2)), in: db).from == 1)
    }
  }

  @Test("values of every storage class are found and written, also in a key")
  func anyValues() throws {
    try file.store.write { db in
      #expect(try MozMeta.find("b", in: db).value == .real(1))
      #expect(try MozMeta.find("e", in: db).value == .malformedText([0x61, 0xFF, 0x62]))
      #expect(try MozMeta.where { $0.value == .text("x") }.fetchOnly(in: db).key == "c")
      #expect(try Keyed.find(.text("1"), in: db).body == .text("b"))
      #expect(try Keyed.find(.blob([0x31]), in: db).body == .malformedText([0xFF]))
      #expect(try Keyed.where { $0.k.in([.integer(1), .real(2.5), .blob([0x31])]) }.count(in: db) == 3)
      try Keyed.Draft(k: .malformedText([0xFE]), body: nil).insert(in: db)
      let malformed = try Keyed.find(.malformedText([0xFE]), in: db)
      #expect(malformed.body == nil)
      try malformed.delete(in: db)
      #expect(throws: ColumnEncodingError.self) {
        try Keyed.where { $0.k == .malformedText([0xFE]) }.count(in: db)
      }
      let note = try KeyedNote.where { $0.keyed.body == .text("b") }.fetchOnly(in: db)
      #expect(try note.keyed(in: db)?.k == .text("1"))
      let loaded = try Keyed.all.with { $0.keyedNotes }.fetchAll(in: db)
      #expect(loaded.map(\.1.count).reduce(0, +) == 4)
    }
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

  @Test("rows are written by the file's own rules")
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
    #expect(throws: ConstraintViolation.trigger(message: "countries stay")) {
      try file.store.write { db in try Country.all.delete(in: db) }
    }
  }
}
