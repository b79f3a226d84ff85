import Foundation
import Postil

// Import notes for 'planets':
// - 'discovered_at' is 'Double', because Fluent stores a date as seconds since 1970 with a fraction:
//   'Date(timeIntervalSince1970:)' converts it

// @table(sql: """
//   CREATE TABLE "planets"("id" UUID PRIMARY KEY, "name" TEXT NOT NULL, "type" TEXT NOT NULL, "mass" DOUBLE, "has_rings" BOOL NOT NULL, "photo" BLOB, "discovered_at" REAL, "galaxy_id" UUID NOT NULL REFERENCES "galaxies" ("id") ON DELETE CASCADE ON UPDATE NO ACTION, "created_at" TEXT, "updated_at" TEXT)
//   """)
// @manyToMany(tags: Tag, through: PlanetTag, inverse: planets)
struct Planet: Codable, Hashable, Identifiable, Sendable {
  let id: UUID
  var name: String
  var type: String
  var mass: Double?
  var hasRings: Bool
  var photo: Data?
  var discoveredAt: Double?
  // @references(inverse: planets, onDelete: cascade, unindexed)
  var galaxyID: Galaxy.ID
  var createdAt: String?
  var updatedAt: String?
}
