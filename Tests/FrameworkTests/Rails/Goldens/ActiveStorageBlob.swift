import Foundation
import Postil

// Import notes for 'active_storage_blobs':
// - 'created_at' is set by the database, because Rails sets such columns; if the program sets it, write 'var' and
//   remove the annotation

// @table(sql: """
//   CREATE TABLE "active_storage_blobs" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "key" varchar NOT NULL, "filename" varchar NOT NULL, "content_type" varchar, "metadata" text, "service_name" varchar NOT NULL, "byte_size" bigint NOT NULL, "checksum" varchar, "created_at" datetime(6) NOT NULL)
//   """)
// @unique(key, name: "index_active_storage_blobs_on_key")
struct ActiveStorageBlob: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var key: String
  var filename: String
  var contentType: String?
  var metadata: String?
  var serviceName: String
  var byteSize: Int
  var checksum: String?
  let createdAt: Date  // @createdAt
}
