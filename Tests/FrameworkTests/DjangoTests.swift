import Foundation
import Postil
import Testing

@testable import DjangoImport

@Suite("The database of a Django application, through its import")
struct DjangoTests {
  private let file: FrameworkDatabase
  private let store: SQLiteStore

  init() throws {
    file = try FrameworkDatabase("Django")
    store = try SQLiteStore(path: file.path, schema: DjangoImportSchema.self)
  }

  @Test("Rows are read, written and changed")
  func rows() throws {
    let before = try file.contents(besides: ["updated_at"])
    try store.write { db in
      try FrameworkDatabase.rewrite(AuthUser.self, in: db)
      try FrameworkDatabase.rewrite(ShopProduct.self, in: db)
      try FrameworkDatabase.rewrite(ShopOrder.self, in: db)
      try FrameworkDatabase.rewrite(ShopTaggeditem.self, in: db)
    }
    #expect(try file.contents(besides: ["updated_at"]) == before)
    try store.write { db in
      let ann = try AuthUser.where { $0.username == "ann" }.fetchOnly(in: db)
      let order = try ShopOrder.Draft(userID: ann.id, placedAt: "2024-03-01 00:00:00", note: "").insert(in: db)
      #expect(order.createdAt.timeIntervalSinceNow > -60)
      #expect(try ann.shopOrders.count(in: db) == 2)
      let tags = try ShopTaggeditem.where { $0.contentType.model == "product" }.fetchAll(in: db)
      #expect(try tags.map { try ShopProduct.find(ShopProduct.ID(Int64($0.objectID)), in: db).name } == ["Paint"])
    }
  }
}
