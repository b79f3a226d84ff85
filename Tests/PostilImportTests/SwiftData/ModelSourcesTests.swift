import PostilCompiler
import PostilImport
import Testing

@Suite("@Model classes without a store")
struct ModelSourcesTests {
  private func imported(_ text: String) throws -> [String: ImportedText] {
    var modelImport = StoreImport(target: "Sample")
    modelImport.sources = [CompilerPipeline.Source(path: "App.swift", bytes: Array(text.utf8))]
    let files = try modelImport.run().files
    return Dictionary(uniqueKeysWithValues: files.map { (String($0.name.dropLast(6)), ImportedText($0.text)) })
  }

  @Test("Attributes, options, defaults and Codable members become annotations")
  func attributes() throws {
    let files = try imported(
      """
      import CoreLocation
      import SwiftData

      /// Something to do.
      @Model
      final class Item {
        #Unique<Item>([\\.title, \\.priority])
        #Index<Item>([\\.dueAt], [\\.title, \\.dueAt])
        @Attribute(.unique, originalName: "name") var title: String
        var dueAt: Date?
        var isDone = false
        var priority: Priority = .normal
        var address: Address?
        var labels: [String] = []
        @Attribute(.externalStorage) var photo: Data?
        @Transient var isSelected: Bool = false
        var size: UInt64 = 0
        var place: CLLocationCoordinate2D?
        var `default`: Int = 3
        let createdAt: Date

        enum Priority: Int, Codable { case low, normal, high }

        init(title: String) { self.title = title }
        func finish() { isDone = true }
        var isLate: Bool { dueAt! < .now }
      }

      struct Address: Codable { var city: City }
      struct City: Codable { var name: String }
      """)
    #expect(files.keys.sorted() == ["Address", "City", "Item"])
    let item = try #require(files["Item"])
    #expect(item.notes == ["// @table", "// @unique(title, priority)", "// @index(dueAt)", "// @index(title, dueAt)"])
    #expect(
      item.members == [
        "let id: ID", "var title: String  // @unique", "var dueAt: Date?", "var isDone: Bool = false",
        "var priority: Priority = .normal", "var address: Address?  // @json", "var labels: [String] = []  // @json",
        "var photo: Data?", "var isSelected: Bool = false  // @transient", "var size: UInt64 = 0",
        "var place: CLLocationCoordinate2D?  // @json", "var `default`: Int = 3", "let createdAt: Date",
        "enum Priority: Int, Codable, Sendable { case low, normal, high }",
      ])
    #expect(
      item.remarks == [
        "'title' was named 'name' before; a new database has no former name",
        "'photo' was stored in a file; '// @lazy(photo: Data)' keeps large values out of the rows",
        "'place' uses 'CLLocationCoordinate2D', which these sources don't declare; it must be 'Codable' and 'Sendable' to be stored as JSON, "
          + "which only the Swift compiler can check",
        "methods and computed properties aren't imported: 'isLate', 'finish'",
      ])
  }

  @Test("Relationships keep their inverses, delete rules and limits")
  func relationships() throws {
    let files = try imported(
      """
      @Model class Project {
        @Attribute(.unique) var id: UUID = UUID()
        @Relationship(deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 9, inverse: \\Item.project) var items: [Item]? = []
        @Relationship(deleteRule: .cascade) var cover: Cover?
      }
      @Model class Item {
        var project: Project
        @Relationship(minimumModelCount: 1, inverse: \\Tag.items) var tags: [Tag] = []
        @Relationship(deleteRule: .nullify) var parent: Item?
      }
      @Model class Tag { var items: [Item] = [] }
      @Model class Cover { var project: Project? }
      """)
    #expect(files["Project"]?.members == ["let id: UUID"])
    #expect(files["Item"]?.notes == ["// @table", "// @manyToMany(tags: Tag, inverse: items, min: 1)"])
    #expect(
      files["Item"]?.members == [
        "let id: ID", "// @references(inverse: items, onDelete: cascade, min: 1, max: 9)", "var projectID: Project.ID",
        "// @references", "var parentID: Item.ID?",
      ])
    #expect(
      files["Cover"]?.members == [
        "let id: ID", "// @references(inverse: cover, onDelete: cascade) @unique", "var projectID: Project.ID?",
      ])
    #expect(files["Project"]?.remarks.first?.contains("don't name an inverse; SwiftData pairs them") == true)
  }

  @Test("A subclass shares the struct of its class")
  func subclasses() throws {
    let files = try imported(
      "@Model class Trip { var name: String = \"\" }\n@available(iOS 26, *) @Model class BusinessTrip: Trip { var cost: Double = 0 }"
    )
    #expect(
      files["Trip"]?.members == [
        "let id: ID", "/// The entity of the row; the properties of the other entities are 'nil'.",
        "let entity: Entity",
        "var name: String = \"\"", "var cost: Double?", "enum Entity: String, Codable, Sendable {",
        "case trip = \"Trip\"", "case businessTrip = \"BusinessTrip\"", "}",
      ])
  }

  @Test("Sources without a model, and sources that don't parse, are refused")
  func refusals() throws {
    #expect(throws: ImportError.self) { try imported("struct A {}") }
    #expect { try imported("@Model class A {") } throws: { "\($0)".hasPrefix("App.swift:1:") }
  }
}
