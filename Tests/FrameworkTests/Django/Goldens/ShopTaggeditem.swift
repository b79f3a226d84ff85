import Postil

// Import notes for 'shop_taggeditem':
// - 'content_type_id' and 'object_id' together refer to a row of the table that 'content_type_id' names ('order',
//   'product'), which a foreign key can't express, so 'object_id' is a plain value; to replace the pair, add an
//   optional reference for each table

// @table(sql: """
//   CREATE TABLE "shop_taggeditem" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "tag" varchar(50) NOT NULL, "object_id" integer unsigned NOT NULL CHECK ("object_id" >= 0), "content_type_id" integer NOT NULL REFERENCES "django_content_type" ("id") DEFERRABLE INITIALLY DEFERRED)
//   """)
// @index(contentTypeID, name: "shop_taggeditem_content_type_id_9f1d2b3c")
struct ShopTaggeditem: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var tag: String
  var objectID: Int
  // @references(inverse: shopTaggeditems, onDelete: noAction)
  var contentTypeID: DjangoContentType.ID
}
