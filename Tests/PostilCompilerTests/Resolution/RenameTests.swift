import PostilSchema
import Testing

@Suite("@renamed")
struct RenameTests {
  private func columns(_ text: String) throws -> [String] {
    try compile(text).table("item").columns.map { "\($0.name) < \($0.renamedFrom ?? "")" }
  }

  private let place = """

    struct Place: Sendable {
      var street: String
      var city: String  // @renamed(from: "town")
      var spot: Spot?  // @embedded @renamed(from: "point_")
    }

    struct Spot: Sendable {
      var latitude: Double
      var height: Double  // @renamed(from: "level")
    }

    """

  @Test func `@renamed on an embedded struct applies to all of its columns`() throws {
    let text = item("var home: Place  // @embedded @renamed(from: \"address_\")") + place
    #expect(
      try columns(text) == [
        "id < ", "home_street < address_street", "home_city < address_town",
        "home_spot_latitude < address_point_latitude",
        "home_spot_height < address_point_level",
      ])
  }

  @Test func `@renamed in an embedded struct applies to the part after the prefix, in each model`() throws {
    let text = item("var home: Place  // @embedded\n  var work: Place?  // @embedded(prefix: \"\")") + place
    #expect(
      try columns(text) == [
        "id < ", "home_street < ", "home_city < home_town", "home_spot_latitude < home_point_latitude",
        "home_spot_height < home_point_level", "street < ", "city < town", "spot_latitude < point_latitude",
        "spot_height < point_level",
      ])
  }

  @Test func `@renamed from a struct without a prefix is empty`() throws {
    let text = item("var home: Spot  // @embedded @renamed(from: \"\")") + place
    #expect(try columns(text) == ["id < ", "home_latitude < latitude", "home_height < level"])
  }

  @Test func `@renamed on a multi-column reference applies to all columns, which follow the names of the key`()
    throws
  {
    let text =
      item("var pageID: Page.ID  // @references @renamed(from: \"leaf_\")")
        + """

        // @table
        struct Page: Sendable {
          let book: String  // @primaryKey @renamed(from: \"volume\")
          let number: Int  // @primaryKey
        }
        """
    #expect(try columns(text) == ["id < ", "page_book < leaf_volume", "page_number < leaf_number"])
  }

  @Test func `@renamed with existing columns is reported once`() {
    let text = item("var home: Place  // @embedded @renamed(from: \"home_\")") + place
    #expect(
      diagnostics(text) == """
        Models.swift:4:49: error: 'home_street' is the name of a column that already exists; write the former name of this one, or remove '@renamed'
        """)
  }

  @Test func `@renamed doesn't change the DDL`() throws {
    let text = item("var home: Place  // @embedded @renamed(from: \"address_\")") + place
    let plain = text.split(separator: "\n").map { $0.split(separator: " @renamed")[0] }.joined(separator: "\n")
    #expect(try compile(text).schema.script().text == compile(plain).schema.script().text)
  }
}
