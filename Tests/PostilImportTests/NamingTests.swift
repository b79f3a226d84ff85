import Testing

@testable import PostilImport

@Suite("Names of an import")
struct NamingTests {
  @Test(
    "are cut into words wherever somebody may have meant one to begin",
    arguments: [
      ("customer_orders", ["customer", "orders"]), ("CustomerOrders", ["customer", "orders"]),
      ("CUSTOMER_ORDERS", ["customer", "orders"]), ("customer orders", ["customer", "orders"]),
      ("HTTPRequest", ["http", "request"]), ("userIDs", ["user", "ids"]), ("userIDsSeen", ["user", "ids", "seen"]),
      ("CustomerID", ["customer", "id"]), ("line no.", ["line", "no"]), ("address1", ["address1"]), ("🎵", []),
      ("日本", ["日本"]), ("größe_m", ["größe", "m"]), ("__x--y__", ["x", "y"]), ("", []),
    ])
  func words(name: String, words: [String]) { #expect(Words.split(name) == words) }

  @Test(
    "make one of many, and many of one",
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
    "are Swift's, the words' or exact",
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

  @Test("of properties have Swift's capitals")
  func properties() {
    #expect(NameStyle.swift.propertyName(of: "customer_id") == "customerID")
    #expect(NameStyle.swift.propertyName(of: "ID") == "id")
    #expect(NameStyle.swift.propertyName(of: "HomePageUrl") == "homePageURL")
    #expect(NameStyle.swift.propertyName(of: "2nd") == "column2nd")
    #expect(NameStyle.exact.propertyName(of: "Home Page") == "Home_Page")
  }

  @Test("lose a word that all tables begin with")
  func prefixes() {
    #expect(NameStyle.swift.prefix(of: ["auth_user", "auth_group", "auth_user_group"]) == "auth")
    #expect(NameStyle.swift.prefix(of: ["user", "user_role", "user_group"]) == nil)
    #expect(NameStyle.swift.prefix(of: ["app_user", "app_role"]) == nil)
    #expect(NameStyle.words.prefix(of: ["auth_user", "auth_group", "auth_user_group"]) == nil)
  }
}
