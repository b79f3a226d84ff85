import Foundation
import Postil

// @table(sql: #"CREATE TABLE "tags"("id" UUID PRIMARY KEY, "name" TEXT NOT NULL)"#)
struct Tag: Codable, Hashable, Identifiable, Sendable {
  let id: UUID
  var name: String
}
