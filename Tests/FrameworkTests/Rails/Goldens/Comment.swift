import Foundation
import Postil

// Import notes for 'comments':
// - 'created_at', 'updated_at' are set by the database, because Rails sets such columns; if the program sets them,
//   write 'var' and remove the annotation
// - 'commentable_type' and 'commentable_id' together refer to a row of the table that 'commentable_type' names
//   ('Post', 'User'), which a foreign key can't express, so 'commentable_id' is a plain value; to replace the pair,
//   add an optional reference for each table

// @table(sql: """
//   CREATE TABLE "comments" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "commentable_type" varchar NOT NULL, "commentable_id" integer NOT NULL, "user_id" integer, "body" text NOT NULL, "created_at" datetime(6) NOT NULL, "updated_at" datetime(6) NOT NULL, CONSTRAINT "fk_rails_03de2dc08c"
//   FOREIGN KEY ("user_id")
//     REFERENCES "users" ("id")
//    ON DELETE SET NULL)
//   """)
// @index(commentableType, commentableID, name: "index_comments_on_commentable")
// @index(userID, name: "index_comments_on_user_id")
struct Comment: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var commentableType: String
  var commentableID: Int
  // @references(inverse: comments)
  var userID: User.ID?
  var body: String
  let createdAt: Date  // @createdAt
  let updatedAt: Date  // @updatedAt
}
