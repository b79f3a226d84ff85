import Foundation
import Postil

// Import notes for 'active_storage_attachments':
// - 'created_at' is set by the database, because Rails sets such columns; if the program sets it, write 'var' and
//   remove the annotation
// - 'record_type' and 'record_id' together refer to a row of the table that 'record_type' names ('Post'), which a
//   foreign key can't express, so 'record_id' is a plain value; to replace the pair, add an optional reference for
//   each table

// @table(sql: """
//   CREATE TABLE "active_storage_attachments" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "name" varchar NOT NULL, "record_type" varchar NOT NULL, "record_id" bigint NOT NULL, "blob_id" bigint NOT NULL, "created_at" datetime(6) NOT NULL, CONSTRAINT "fk_rails_c3b3935057"
//   FOREIGN KEY ("blob_id")
//     REFERENCES "active_storage_blobs" ("id")
//   )
//   """)
// @index(blobID, name: "index_active_storage_attachments_on_blob_id")
// @unique(recordType, recordID, name, blobID, name: "index_active_storage_attachments_uniqueness")
struct ActiveStorageAttachment: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  var recordType: String
  var recordID: Int
  // @references(inverse: activeStorageAttachments, onDelete: noAction)
  var blobID: ActiveStorageBlob.ID
  let createdAt: Date  // @createdAt
}
