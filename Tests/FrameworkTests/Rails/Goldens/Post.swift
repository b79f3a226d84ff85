import Foundation
import Postil

// Import notes for 'posts':
// - 'created_at', 'updated_at' are set by the database, because Rails sets such columns; if the program sets them,
//   write 'var' and remove the annotation
// - 'settings' is declared 'json', which has numeric affinity: SQLite stores a text of digits as a number, which
//   'String' can't read

// @table(sql: """
//   CREATE TABLE "posts" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "user_id" integer NOT NULL, "title" varchar NOT NULL, "body" text, "status" integer DEFAULT 0 NOT NULL, "published_on" date, "settings" json, "price" decimal(8,2), "created_at" datetime(6) NOT NULL, "updated_at" datetime(6) NOT NULL, CONSTRAINT "fk_rails_5b5ddfd518"
//   FOREIGN KEY ("user_id")
//     REFERENCES "users" ("id")
//   )
//   """)
// @index(userID, name: "index_posts_on_user_id")
struct Post: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  // @references(inverse: posts, onDelete: noAction)
  var userID: User.ID
  var title: String
  var body: String?
  var status: Int  // @default(sql: "0")
  var publishedOn: DateComponents?  // @store(as: day)
  var settings: String?
  var price: Double?
  let createdAt: Date  // @createdAt
  let updatedAt: Date  // @updatedAt
}
