import Foundation
import Postil

// @table(sql: """
//   CREATE TABLE "planet+tag"("id" UUID PRIMARY KEY, "planet_id" UUID NOT NULL REFERENCES "planets" ("id") ON DELETE CASCADE ON UPDATE NO ACTION, "tag_id" UUID NOT NULL REFERENCES "tags" ("id") ON DELETE CASCADE ON UPDATE NO ACTION, CONSTRAINT "uq:planet+tag.planet_id+planet+tag.tag_id" UNIQUE ("planet_id", "tag_id"))
//   """)
// @unique(planetID, tagID)
struct PlanetTag: Codable, Hashable, Identifiable, Sendable {
  let id: UUID
  // @references(inverse: planetTags, onDelete: cascade)
  var planetID: Planet.ID
  // @references(inverse: planetTags, onDelete: cascade, unindexed)
  var tagID: Tag.ID
}
