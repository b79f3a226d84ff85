import Foundation
import Postil

// Import notes for 'galaxies':
// - 'created_at', 'updated_at', 'deleted_at' are 'Double', because Fluent stores a date as seconds since 1970 with a
//   fraction: 'Date(timeIntervalSince1970:)' converts it

// @table(sql: """
//   CREATE TABLE "galaxies"("id" UUID PRIMARY KEY, "name" TEXT NOT NULL, "created_at" REAL, "updated_at" REAL, "deleted_at" REAL, CONSTRAINT "uq:galaxies.name" UNIQUE ("name"))
//   """)
struct Galaxy: Codable, Hashable, Identifiable, Sendable {
  let id: UUID
  var name: String  // @unique
  var createdAt: Double?
  var updatedAt: Double?
  var deletedAt: Double?
}
