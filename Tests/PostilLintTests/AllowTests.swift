import Foundation
import PostilCompiler
import PostilLint
import Testing

@Suite("@allow")
struct AllowTests {
  @Test func `@allow suppresses a finding on its property`() {
    #expect(codes(item("var price: Double  // @allow(floatingPointMoney, reason: \"a guess\")")) == [])
    #expect(
      findings(item("var price: Double  // @allow(floatingPointMoney, reason: \"a guess\")\n  var cost: Double"))
        == ["5:7 floatingPointMoney"])
  }

  @Test func `@allow on a struct suppresses the findings in it`() {
    let text = item("var price: Double\n  var cost: Double", notes: "@allow(floatingPointMoney, reason: \"a guess\")")
    #expect(codes(text) == [])
  }

  @Test func `an unused @allow is a finding`() {
    #expect(
      findings(item("var title: String  // @allow(floatingPointMoney, reason: \"\u{2026}\")")) == ["4:25 unusedAllow"])
    #expect(
      findings(
        item(
          "var price: Double  // @allow(floatingPointMoney, reason: \"a\")",
          notes: "@allow(floatingPointMoney, reason: \"b\")")) == ["1:11 unusedAllow"])
    // Twice the same is once too often.
    let twice = "@allow(floatingPointMoney, reason: \"a\")"
    #expect(findings(item("var price: Double  // \(twice) \(twice)")) == ["4:65 unusedAllow"])
  }

  @Test func `@allow on a view suppresses only findings about names`() {
    func listed(_ note: String, column: String = "title") -> String {
      item("var title: String") + """

        // @view("SELECT title FROM item", name: "user") \(note)
        struct Listed: Sendable {
          let \(column): String
        }
        """
    }
    #expect(findings(listed("")) == ["6:43 reservedName"])
    #expect(codes(listed("@allow(reservedName, reason: \"everybody quotes it\")")) == [])
    #expect(codes(listed("@allow(reservedName, reason: \"a\")", column: "window")) == [])
    #expect(
      codes(listed("@allow(reservedName, reason: \"a\") @allow(floatingPointMoney, reason: \"b\")")) == ["unusedAllow"])
  }

  @Test func `@allow for a profile is unused only with that profile`() {
    let text = item("var title = \"\"  // @allow(cloudKitRequired, reason: \"it syncs nothing\")")
    #expect(codes(text) == [])
    #expect(codes(text, profile: .cloudkit) == ["unusedAllow"])
  }

  @Test func `@allow doesn't change the schema`() throws {
    let plain = try compile(item("var price: Double"))
    let allowed = try compile(
      item("var price: Double  // @allow(floatingPointMoney, reason: \"a\")", notes: "@allow(longName, reason: \"b\")"))
    #expect(plain.schema == allowed.schema)
  }

  @Test func `a build doesn't report findings`() {
    #expect(diagnostics(item("var price: Double")) == "")
    #expect(diagnostics(item("var title: String  // @allow(floatingPointMoney, reason: \"a\")")) == "")
  }

  /// The folders of targets whose models are meant to have no finding.
  @Test(
    "the models of this package have no findings",
    arguments: [
      "Models/Catalog", "Models/House", "Models/Items", "Models/Playlists", "Models/Profile", "Models/Shipping",
      "Tests/TourTests",
    ])
  func ownModels(path: String) throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    let folder = root.appending(path: path)
    let names = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
    let sources = try names.filter { $0.hasSuffix(".swift") }.sorted().map {
      CompilerPipeline.Source(path: $0, bytes: Array(try Data(contentsOf: folder.appending(path: $0))))
    }
    #expect(!sources.isEmpty)
    #expect(CompilerPipeline(target: "Models").check(sources: sources).diagnostics.flatMap(\.lines) == [])
  }
}
