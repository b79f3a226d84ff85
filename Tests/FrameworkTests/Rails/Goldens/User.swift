import Foundation
import Postil

// Import notes for 'users':
// - 'last_seen_at' is 'String', because a 'Date' can't represent every timestamp of this database: '2024-01-02
//   03:04:05.678901' in 'users.created_at' would be written back as '2024-01-02 03:04:05.678900957'
// - 'created_at', 'updated_at' are set by the database, because Rails sets such columns; if the program sets them,
//   write 'var' and remove the annotation

// @table(sql: """
//   CREATE TABLE "users" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "email" varchar DEFAULT '' NOT NULL, "admin" boolean DEFAULT 0 NOT NULL, "last_seen_at" datetime(6), "created_at" datetime(6) NOT NULL, "updated_at" datetime(6) NOT NULL)
//   """)
// @unique(email, name: "index_users_on_email")
struct User: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var email: String  // @default(sql: "''")
  var admin: Bool  // @default(sql: "0")
  var lastSeenAt: String?
  let createdAt: Date  // @createdAt
  let updatedAt: Date  // @updatedAt
}
