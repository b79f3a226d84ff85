import Foundation
import Postil

// @table
struct Reader: Codable, Hashable, Identifiable, Sendable {
  let id: UUID
  var name: String
}

// @table
struct Country: Codable, Hashable, Sendable {
  let code: String  // @primaryKey @check("length(code) = 2")
  var name: String
}

// @table
struct Invoice: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var cents: Int64

  struct ID: RawRepresentable, Codable, Hashable, Sendable {
    let rawValue: String
  }
}

// @table
struct Loan: Codable, Hashable, Sendable {
  // @primaryKey @references(inverse: loans, onDelete: cascade)
  let bookID: Book.ID
  let lentAt: Date  // @primaryKey
  // @references(inverse: loans)
  let readerID: Reader.ID
  var returnedAt: Date?
}
