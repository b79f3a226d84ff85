import Foundation
import Postil

/// A shop with the same rows in each test.
enum Shop {
  static let start = Date(timeIntervalSince1970: 1_700_000_000)

  static func store() throws -> Store {
    let store = try emptyStore()
    try store.write { try fill($0) }
    return store
  }

  static func fill(_ db: some WriteTransaction) throws {
    var categories: [String: Category.ID] = [:]
    for (name, parent) in [("All", nil), ("Tools", "All"), ("Hammers", "Tools"), ("Saws", "Tools"), ("Books", "All")] {
      categories[name] = try Category.Draft(name: name, parentID: parent.flatMap { categories[$0] }).insert(in: db).id
    }
    let names = [
      "Club Hammer", "Claw hammer", "Handsaw", "Hacksaw", "Nails", "Poems 100%", "Atlas", "atlas of Saws", "Sharpening",
      "Gift_card",
    ]
    let places = ["Hammers", "Hammers", "Saws", "Saws", "Tools", "Books", "Books", "Books", nil, nil]
    var products: [Product] = []
    for (index, name) in names.enumerated() {
      let product = try Product.Draft(
        sku: "P\(index)", name: name, cents: index * 370 % 1000 + 199, stock: index * 5 % 12,
        rating: index % 3 == 0 ? nil : Double(index % 5) + 0.5,
        kind: index == 8 ? .service : index == 9 ? .voucher : .goods,
        labels: ["new", "sale", "heavy"].enumerated().filter { index % ($0.offset + 2) == 0 }.map(\.element),
        details: .init(
          color: index % 4 == 1 ? nil : ["red", "blue"][index % 2], size: .init(width: index + 1, height: index * 2),
          tags: index % 2 == 0 ? ["origin": index % 4 == 0 ? "Oslo" : "Bergen"] : [:]),
        categoryID: places[index].flatMap { categories[$0] }
      ).insert(in: db)
      products.append(product)
      for number in 0..<index % 3 {
        try Photo.Draft(file: "\(index)-\(number).png", productID: product.id).insert(in: db)
      }
    }
    var customers: [Customer] = []
    for (index, name) in ["Ada", "Bob", "Cleo", "Dan", "Élan", "Flo"].enumerated() {
      let customer = try Customer.Draft(
        name: name, email: "\(name.lowercased())@shop.example",
        address: .init(street: "Street \(index)", city: ["Oslo", "Bergen", "Oslo", "Paris"][index % 4])
      ).insert(in: db)
      customers.append(customer)
      if index % 2 == 0 {
        try Profile.Draft(customerID: customer.id, bio: "Bio \(index)", password: "x").insert(in: db)
      }
    }
    for index in 0..<20 {
      let purchase = try Purchase.Draft(
        placedAt: start + Double(index) * 400_000, status: [.open, .paid, .sent][index % 3],
        customerID: customers[index * 3 % 5].id
      ).insert(in: db)
      for number in 0...index % 3 {
        let product = products[(index + number * 3) % 9]
        try Line.Draft(
          purchaseID: purchase.id, productID: product.id, quantity: (index + number) % 4 + 1, cents: product.cents
        ).insert(in: db)
      }
    }
    for index in 0..<18 {
      let review = try Review.Draft(
        stars: index * 7 % 5 + 1, text: ["Strong and heavy", "A good gift", "Heavy, but good"][index % 3],
        productID: products[index * 3 % 8].id, customerID: customers[index % 6].id
      ).insert(in: db)
      if index % 6 == 5 { try review.delete(in: db) }
    }
  }
}
