import Postil

// @table(sql: """
//   CREATE TABLE "django_content_type" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app_label" varchar(100) NOT NULL, "model" varchar(100) NOT NULL)
//   """)
// @unique(appLabel, model, name: "django_content_type_app_label_model_76bd3d3b_uniq")
struct DjangoContentType: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var appLabel: String
  var model: String
}
