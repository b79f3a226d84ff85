import Foundation
import Postil

/// Something that the shop sells, in a tree of categories.
// @table
// @hasMany(children: Category, inverse: parent)
struct Category: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique

  // @references
  var parentID: Category.ID?
}

// @table
// @changes
// @index(cents)
// @hasMany(photos: Photo, inverse: product, ordered, max: 4)
// @query(cheaper(than cents: Int): "WHERE cents < :cents ORDER BY cents, id")
struct Product: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  let sku: String  // @unique
  var name: String
  var cents: Int  // @check("cents >= 0")
  var stock = 0
  var rating: Double?
  var kind: Kind = .goods
  var labels: [String] = []  // @json
  var details: Details = .init(size: .init(width: 0, height: 0))  // @json
  let grossCents: Int?  // @generated("cents * 119 / 100")
  var reviewCount = 0
  let version: Int  // @version
  let createdAt: Date  // @createdAt
  let updatedAt: Date  // @updatedAt

  // @references(inverse: products)
  var categoryID: Category.ID?

  enum Kind: String, Codable, Sendable {
    case goods, service, voucher
  }

  struct Details: Codable, Hashable, Sendable {
    var color: String?
    var size: Size
    var tags: [String: String] = [:]
  }

  struct Size: Codable, Hashable, Sendable {
    var width: Int
    var height: Int
  }
}

// @table
struct Photo: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var file: String
  // @lazy(data: Data?)

  // @references(onDelete: cascade)
  var productID: Product.ID
}

// @table
// @hasOne(profile: Profile, inverse: customer)
struct Customer: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  var email: String  // @unique
  var address: Address  // @embedded
  // @transient
  var isSelected = false

  struct Address: Codable, Hashable, Sendable {
    var street: String
    var city: String
  }
}

/// What only some customers have.
// @table
struct Profile: Codable, Hashable, Sendable {
  // @primaryKey @references(onDelete: cascade)
  let customerID: Customer.ID
  var bio: String
  var password: String  // @secret
}

// @table
// @hasMany(lines: Line, inverse: purchase)
// @manyToMany(products: Product, through: Line, inverse: purchases)
struct Purchase: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var placedAt: Date
  var status: Status = .open

  // @references(inverse: purchases, onDelete: deny)
  var customerID: Customer.ID

  enum Status: String, Codable, Sendable {
    case open, paid, sent
  }
}

/// A product of a purchase: a pair with values of its own.
// @table
struct Line: Codable, Hashable, Sendable {
  // @primaryKey @references(onDelete: cascade)
  let purchaseID: Purchase.ID
  // @primaryKey @references(inverse: lines, onDelete: deny)
  let productID: Product.ID
  var quantity = 1
  var cents = 0
}

// @table
// @fullText(text)
// @trigger("AFTER INSERT", do: "UPDATE product SET review_count = review_count + 1 WHERE id = NEW.product_id")
// @trigger("AFTER DELETE", do: "UPDATE product SET review_count = review_count - 1 WHERE id = OLD.product_id")
struct Review: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var stars: Int  // @check("stars BETWEEN 1 AND 5", name: "review_stars")
  var text: String
  let deletedAt: Date?  // @softDelete

  // @references(inverse: reviews, onDelete: cascade)
  var productID: Product.ID

  // @references(inverse: reviews, onDelete: cascade)
  var customerID: Customer.ID
}

/// The turnover of a customer.
// @view("SELECT purchase.customer_id, count(*), sum(line.quantity * line.cents) FROM purchase JOIN line ON line.purchase_id = purchase.id GROUP BY purchase.customer_id")
struct Turnover: Hashable, Sendable {
  // @references
  let customerID: Customer.ID
  let lines: Int
  let cents: Int?
}

// @projection
struct ProductLine: Codable, Hashable, Sendable {
  let name: String
  let category: String?
  let purchases: Int
}

/// A name and its place in an order.
// @projection
struct Placed: Hashable, Sendable {
  let name: String
  let group: String?
  let place: Int
}

// @projection
struct Number: Hashable, Sendable {
  let value: Int
}
