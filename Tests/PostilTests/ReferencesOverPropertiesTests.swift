import Foundation
import Postil
import PostilTestSupport
import Shipping
import Testing

@Suite("References over other properties")
struct ReferencesOverPropertiesTests {
  private let store: SQLiteStore

  init() throws {
    store = try SQLiteStore.inMemory(schema: ShippingSchema.self)
    try store.write { db in
      try Parcel.insert(
        [
          Parcel.Draft(carrier: "DHL", number: 1, content: "books"),
          Parcel.Draft(carrier: "UPS", number: .max, content: "shoes"),
        ], in: db)
    }
  }

  private let books = Parcel.ID(carrier: "DHL", number: 1)
  private let shoes = Parcel.ID(carrier: "UPS", number: .max)

  @Test("A reference exists if all of its properties do, and is nil if one is nil")
  func optional() throws {
    try store.write { db in
      let whole = try Invoice.Draft(carrier: "DHL", parcelNumber: 1, cents: 490).insert(in: db)
      let half = try Invoice.Draft(carrier: "nobody", cents: 100).insert(in: db)
      #expect(try whole.parcel(in: db)?.content == "books")
      #expect(try half.parcel(in: db) == nil)
      #expect(try Invoice.where { $0.parcel.content == "books" }.fetchAll(in: db) == [whole])
      #expect(try Invoice.where { $0.parcel.content == nil }.fetchAll(in: db) == [half])
      let moved = try whole.setParcel(Parcel.find(shoes, in: db), in: db)
      #expect(moved.carrier == "UPS")
      #expect(moved.parcelNumber == .max)
      #expect(try Invoice.find(whole.id, in: db) == moved)
      let freed = try moved.setParcel(nil, in: db)
      #expect(freed.carrier == nil)
      #expect(freed.parcelNumber == nil)
      #expect(try Invoice.find(whole.id, in: db) == freed)
    }
  }

  @Test("A reference has an inverse that adds, removes and replaces")
  func inverse() throws {
    try store.write { db in
      let parcel = try Parcel.find(books, in: db)
      let first = try Invoice.Draft(cents: 1).insert(in: db)
      let second = try Invoice.Draft(cents: 2).insert(in: db)
      try parcel.addToInvoices(contentsOf: [first, second], in: db)
      #expect(try parcel.invoices.count(in: db) == 2)
      #expect(try parcel.removeFromInvoices(first, in: db))
      #expect(try Invoice.find(first.id, in: db) == first)
      try parcel.replaceInvoices(with: [first], in: db)
      #expect(try parcel.invoices.fetchAll(in: db).map(\.id) == [first.id])
      #expect(try Parcel.where { $0.invoices.any { $0.cents == 1 } }.fetchAll(in: db) == [parcel])
      try parcel.delete(in: db)
      #expect(try Invoice.find(first.id, in: db) == first)
    }
  }

  @Test("The database refuses a reference to a missing row")
  func missing() throws {
    try store.write { db in
      #expect(throws: ConstraintViolation.self) {
        try Receipt.Draft(carrier: "DHL", number: 2, signature: "x").insert(in: db)
      }
    }
  }

  @Test("Text is compared like the key, in the database and in queries")
  func collation() throws {
    try store.write { db in
      let receipt = try Receipt.Draft(carrier: "dhl", number: 1, signature: "x").insert(in: db)
      #expect(try receipt.parcel(in: db).id == books)
      #expect(try Receipt.where { $0.parcel.content == "books" }.fetchAll(in: db) == [receipt])
      #expect(try Parcel.where { $0.receipt.signature == "x" }.fetchAll(in: db).map(\.id) == [books])
    }
  }

  @Test("A reference is one-to-one if a unique key has the same columns, in any order")
  func unique() throws {
    try store.write { db in
      let parcel = try Parcel.find(books, in: db)
      #expect(try parcel.receipt(in: db) == nil)
      let receipt = try Receipt.Draft(carrier: "UPS", number: .max, signature: "x").insert(in: db)
      try parcel.setReceipt(receipt, in: db)
      #expect(try parcel.receipt(in: db)?.id == receipt.id)
      #expect(throws: ConstraintViolation.self) {
        try Receipt.Draft(carrier: "DHL", number: 1, signature: "y").insert(in: db)
      }
      try parcel.delete(in: db)
      #expect(try Receipt.fetch(receipt.id, in: db) == nil)
    }
  }

  @Test("A reference has no index of its own if a unique key starts with its columns")
  func indexes() {
    #expect(ShippingSchema.ddl.contains(#"INDEX "invoice_carrier_parcel_number_idx""#))
    #expect(!ShippingSchema.ddl.contains(#"INDEX "receipt_carrier_number_idx""#))
  }

  @Test("A reference can be over one column")
  func singleColumn() throws {
    try store.write { db in
      let receipt = try Receipt.Draft(carrier: "DHL", number: 1, signature: "x").insert(in: db)
      let site = Location(latitude: 1, longitude: 2)
      let depot = try Depot.Draft(
        name: "North", address: Address(line: nil, street: "Quay", city: "Oslo", kind: .home, location: nil), site: site
      ).insert(in: db)
      let there = try receipt.setDepot(depot, in: db)
      #expect(there.depotID == depot.id)
      #expect(try Receipt.where { $0.depot.name == "North" }.fetchAll(in: db) == [there])
      try depot.delete(in: db)
      #expect(try Receipt.find(receipt.id, in: db) == receipt)
    }
  }
}
