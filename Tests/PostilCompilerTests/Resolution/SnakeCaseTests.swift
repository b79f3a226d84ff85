import Testing

@testable import PostilCompiler

struct SnakeCaseTests {
  @Test(
    "a capital starts a word, and capitals that follow one another are one",
    arguments: [
      ("title", "title"), ("dueAt", "due_at"), ("listID", "list_id"), ("URLString", "url_string"), ("x2", "x2"),
      ("x2Y", "x2_y"), ("sha256", "sha256"), ("isUTF8Text", "is_utf8_text"), ("userIDs", "user_ids"),
      ("URLs", "urls"), ("ABTest", "ab_test"), ("already_snake", "already_snake"), ("_private", "_private"),
      ("ID", "id"), ("aB", "a_b"), ("größeMax", "größe_max"), ("ÜberName", "über_name"), ("名前", "名前"),
      ("HTTP2Server", "http2_server"), ("caseSensitive", "case_sensitive"),
    ])
  func names(swift: String, sql: String) { #expect(SnakeCase.name(swift) == sql) }

  @Test func `nested types are joined, and nothing is made plural`() {
    #expect(SnakeCase.tableName("PackageTag") == "package_tag")
    #expect(SnakeCase.tableName("Shop.LineItem") == "shop_line_item")
  }
}
