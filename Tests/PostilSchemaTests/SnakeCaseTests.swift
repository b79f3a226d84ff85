import PostilSchema
import Testing

struct SnakeCaseTests {
  @Test(
    "a capital starts a word after a lowercase letter or a digit, and so does the last of several before a lowercase letter",
    arguments: [
      ("title", "title"), ("dueAt", "due_at"), ("projectID", "project_id"), ("URLString", "url_string"),
      ("HTTPServerURL", "http_server_url"), ("ABTest", "ab_test"), ("ID", "id"), ("caseSensitive", "case_sensitive"),
      ("x2", "x2"), ("x2Y", "x2_y"), ("sha256", "sha256"), ("isUTF8Text", "is_utf8_text"),
      ("HTTP2Server", "http2_server"), ("oauth2Token", "oauth2_token"), ("point3D", "point3_d"), ("", ""),
    ])
  func words(swift: String, sql: String) { #expect(SnakeCase.name(swift) == sql) }

  @Test(
    "the 's' of a plural belongs to the capitals before it",
    arguments: [
      ("userIDs", "user_ids"), ("URLs", "urls"), ("userIDsSeen", "user_ids_seen"), ("IDsOfURLs", "ids_of_urls"),
      ("knownAPIsList", "known_apis_list"), ("PDFs2", "pdfs2"), ("IDs_", "ids_"), ("UUIDsAsText", "uuids_as_text"),
      ("IDStrings", "id_strings"), ("HTTPStatus", "http_status"), ("homeURLIsSet", "home_url_is_set"),
      ("exportIDAsText", "export_id_as_text"), ("planBsDate", "plan_bs_date"),
    ])
  func plurals(swift: String, sql: String) { #expect(SnakeCase.name(swift) == sql) }

  @Test(
    "a single letter is a word, but a lowercase one at the beginning belongs to the capitals after it",
    arguments: [
      ("iOSVersion", "ios_version"), ("minIOSVersion", "min_ios_version"), ("iOS", "ios"), ("eSIMs", "esims"),
      ("device_iOSVersion", "device_ios_version"), ("xAxis", "x_axis"), ("aB", "a_b"), ("pHLevel", "p_h_level"),
      ("vitaminC", "vitamin_c"), ("planBDate", "plan_b_date"), ("OAuth2Token", "o_auth2_token"),
      ("iPhoneModel", "i_phone_model"), ("isIDSet", "is_id_set"), ("aID", "a_id"), ("bIDs", "b_ids"),
      ("xURLIsSet", "x_url_is_set"), ("tUUID", "t_uuid"),
    ])
  func singleLetters(swift: String, sql: String) { #expect(SnakeCase.name(swift) == sql) }

  @Test(
    "letters of every script have a case, including their marks",
    arguments: [
      ("größeMax", "größe_max"), ("ÜberName", "über_name"), ("名前", "名前"), ("名前ID", "名前_id"), ("ÉCOLE", "école"),
      ("E\u{301}COLE", "e\u{301}cole"), ("cafeÉté", "cafe_été"), ("İstanbul", "i\u{307}stanbul"),
      ("имяФайла", "имя_файла"),
    ])
  func scripts(swift: String, sql: String) {
    #expect(SnakeCase.name(swift).unicodeScalars.elementsEqual(sql.unicodeScalars))
  }

  @Test(
    "underscores are kept, and never doubled",
    arguments: [
      ("already_snake", "already_snake"), ("_private", "_private"), ("user_ID", "user_id"), ("__X", "__x"),
      ("URL_", "url_"), ("a_bC", "a_b_c"),
    ])
  func underscores(swift: String, sql: String) { #expect(SnakeCase.name(swift) == sql) }

  @Test func `a name in snake case is unchanged`() {
    for name in ["user_ids_seen", "ios_version", "x2_y", "école", "_private", "名前_id"] {
      #expect(SnakeCase.name(name) == name)
    }
  }

  @Test func `names of nested types are joined, and nothing is pluralised`() {
    #expect(SnakeCase.tableName("PackageTag") == "package_tag")
    #expect(SnakeCase.tableName("Shop.LineItem") == "shop_line_item")
  }
}
