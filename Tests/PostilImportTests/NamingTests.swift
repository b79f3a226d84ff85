import PostilSchema
import Testing

@testable import PostilImport

@Suite("Imported names")
struct NamingTests {
  @Test(
    "Names are split into words at every plausible boundary",
    arguments: [
      ("customer_orders", ["customer", "orders"]), ("CustomerOrders", ["customer", "orders"]),
      ("CUSTOMER_ORDERS", ["customer", "orders"]), ("customer orders", ["customer", "orders"]),
      ("HTTPRequest", ["http", "request"]), ("userIDs", ["user", "ids"]), ("userIDsSeen", ["user", "ids", "seen"]),
      ("CustomerID", ["customer", "id"]), ("line no.", ["line", "no"]), ("address1", ["address1"]), ("🎵", []),
      ("日本", ["日本"]), ("größe_m", ["größe", "m"]), ("__x--y__", ["x", "y"]), ("", []),
    ])
  func words(name: String, words: [String]) { #expect(Words.split(name) == words) }

  @Test(
    "Singulars and plurals are converted into each other",
    arguments: [
      ("orders", "order"), ("categories", "category"), ("addresses", "address"), ("boxes", "box"), ("people", "person"),
      ("children", "child"), ("statuses", "status"), ("movies", "movie"), ("houses", "house"), ("branches", "branch"),
      ("days", "day"), ("indices", "index"), ("news", "news"), ("series", "series"), ("buses", "bus"),
      ("heroes", "hero"),
    ])
  func plurals(several: String, one: String) {
    #expect(Plural.singular(several) == one)
    #expect(Plural.singular(one) == one)
    #expect(Plural.plural(one) == several)
  }

  @Test(
    "Names follow Swift's style, keep their words, or are exact",
    arguments: [
      ("tblCustomerOrders", "CustomerOrder", "TblCustomerOrders", "TblCustomerOrders"),
      ("order_items", "OrderItem", "OrderItems", "Order_items"),
      ("2nd place", "Table2ndPlace", "Table2ndPlace", "_2nd_place"),
      ("🎵", "Table", "Table", "Table"), ("Track", "Track", "Track", "Track"),
      ("user_ids", "UserID", "UserIDs", "User_ids"),
    ])
  func types(name: String, swift: String, words: String, exact: String) {
    #expect(NameStyle.swift.typeName(of: name) == swift)
    #expect(NameStyle.words.typeName(of: name) == words)
    #expect(NameStyle.exact.typeName(of: name) == exact)
  }

  @Test("Property names have Swift's capitalisation")
  func properties() {
    #expect(NameStyle.swift.propertyName(of: "customer_id") == "customerID")
    #expect(NameStyle.swift.propertyName(of: "ID") == "id")
    #expect(NameStyle.swift.propertyName(of: "HomePageUrl") == "homePageURL")
    #expect(NameStyle.swift.propertyName(of: "2nd") == "column2nd")
    #expect(NameStyle.exact.propertyName(of: "Home Page") == "Home_Page")
  }

  @Test("The compiler derives the same column names from property names")
  func roundTrips() {
    let words = [
      "id", "ids", "url", "urls", "uuid", "guids", "http", "json", "user", "seen", "is", "as", "set", "x", "e", "ios",
      "os",
      "2fa", "oauth2", "größe", "été", "name", "e\u{301}cole",
    ]
    let columns =
      words + words.flatMap { first in words.map { "\(first)_\($0)" } }
      + words.flatMap { first in words.flatMap { second in ["id", "urls", "seen"].map { "\(first)_\(second)_\($0)" } } }
    for column in columns where !column.contains("2fa") {
      let name = NameStyle.swift.propertyName(of: column)
      #expect(SnakeCase.name(name) == column, "\(name)")
      #expect(!name.contains("_"))
      // A type begins with a capital, so a word of one letter there is one with the capital after it.
      let isPlain = column.prefix { $0 != "_" }.count > 1
      #expect(!isPlain || SnakeCase.tableName(NameStyle.words.typeName(of: column)) == column)
    }
    // A word that begins with a digit is one with the word before it; such a column needs '@column'.
    #expect(NameStyle.swift.propertyName(of: "user_2fa_id") == "user2faID")
    #expect(NameStyle.swift.propertyName(of: "home_url_id") == "homeUrlID")
    #expect(NameStyle.swift.propertyName(of: "x_url") == "xURL")
    #expect(NameStyle.swift.propertyName(of: "user_ids_seen") == "userIDsSeen")
    #expect(NameStyle.swift.propertyName(of: "url_is_set") == "urlIsSet")
    #expect(NameStyle.swift.propertyName(of: "home_url_is_set") == "homeURLIsSet")
    #expect(NameStyle.swift.typeName(of: "url_items") == "URLItem")
  }

  @Test("'@column' is written only if the Swift name implies another column")
  func columnNotes() throws {
    let sample = try Sample(
      """
      CREATE TABLE page (id INTEGER PRIMARY KEY, user_ids_seen TEXT, home_url_id TEXT, ios_version TEXT, x_url TEXT, "userName" TEXT);
      """)
    let text = try sample.text("Page")
    #expect(text.split(separator: "\n").filter { $0.contains("@column") }.count == 1)
    #expect(text.contains("var homeUrlID: String?") && text.contains("var userIDsSeen: String?"))
  }

  @Test("A common first word of all tables is removed")
  func prefixes() {
    #expect(NameStyle.swift.prefix(of: ["auth_user", "auth_group", "auth_user_group"]) == "auth")
    #expect(NameStyle.swift.prefix(of: ["user", "user_role", "user_group"]) == nil)
    #expect(NameStyle.swift.prefix(of: ["app_user", "app_role"]) == nil)
    #expect(NameStyle.words.prefix(of: ["auth_user", "auth_group", "auth_user_group"]) == nil)
  }
}
