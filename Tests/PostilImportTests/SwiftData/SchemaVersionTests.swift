import PostilCompiler
import PostilTestSupport
import Testing

@testable import PostilImport

@Suite("@Model classes of several schema versions, and in several files")
struct SchemaVersionTests {
  private func imported(_ texts: String...) throws -> [String: ImportedText] {
    var modelImport = StoreImport(target: "Sample")
    modelImport.sources = texts.enumerated().map { index, text in
      CompilerPipeline.Source(path: "\(index + 1).swift", bytes: Array(text.utf8))
    }
    let files = try modelImport.run().files
    return Dictionary(uniqueKeysWithValues: files.map { (String($0.name.dropLast(6)), ImportedText($0.text)) })
  }

  /// The versions are declared in any order, and a version may list classes of an earlier one.
  private let versions = """
    enum TripsV10: VersionedSchema {
      static var versionIdentifier: Schema.Version { Schema.Version(10, 0, 0) }
      static var models: [any PersistentModel.Type] { [Trip.self, TripsV2.Stop.self] }
    }
    extension TripsV10 {
      @Model final class Trip {
        var title: String = ""
        var mood: Mood = TripsV10.Mood.good
        @Relationship(deleteRule: .cascade, inverse: \\TripsV2.Stop.trip) var stops: [TripsV2.Stop] = []
      }
      enum Mood: String, Codable { case good, bad }
    }
    enum TripsV2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { return [TripsV2.Trip.self, Stop.self] }
      @Model final class Trip { var name: String = ""; @Relationship(inverse: \\Stop.trip) var stops: [Stop] = [] }
      @Model final class Stop { var city: String = ""; var trip: Trip? }
      enum Mood: Int, Codable { case fine }
    }
    enum Plan: SchemaMigrationPlan { static var schemas: [any VersionedSchema.Type] { [TripsV2.self, TripsV10.self] } }
    typealias Trip = TripsV10.Trip
    """

  @Test("The newest version is imported, with the classes that it lists")
  func newest() throws {
    let files = try imported(versions)
    #expect(files.keys.sorted() == ["Mood", "Stop", "Trip"])
    #expect(
      files["Trip"]?.members == ["let id: ID", #"var title: String = """#, "var mood: Mood = Mood.good"])
    #expect(
      files["Trip"]?.remarks == [
        "the struct has the properties of 'TripsV10.Trip'; the other versions of the class, 'TripsV2.Trip', are left out"
      ])
    #expect(
      files["Stop"]?.members == [
        "let id: ID", #"var city: String = """#, "// @references(inverse: stops, onDelete: cascade)",
        "var tripID: Trip.ID?",
      ])
  }

  @Test("A store decides which version is imported")
  func store() throws {
    let sample = try StoreSample(
      ["Stop": 0, "Trip": 0],
      """
      CREATE TABLE ZTRIP (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
      CREATE TABLE ZSTOP (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTRIP INTEGER, ZCITY VARCHAR);
      INSERT INTO ZTRIP VALUES (1, 2, 1, 'north'); INSERT INTO ZSTOP VALUES (1, 1, 1, 1, 'Oslo');
      """, classes: versions)
    #expect(try sample.members("Trip") == ["let id: ID", #"var name: String = """#])
    #expect(
      try sample.remarks("Trip").contains(
        "the struct has the properties of 'TripsV2.Trip'; the other versions of the class, 'TripsV10.Trip', are left out"
      ))
    #expect(try sample.copy.rows("SELECT name, city FROM stop JOIN trip ON trip.id = trip_id") == [["north", "Oslo"]])
  }

  @Test("Classes outside of versions belong to all of them, unless they are newer ones of the same name")
  func unversioned() throws {
    let old = """
      enum V1: VersionedSchema {
        static var models: [any PersistentModel.Type] { [Trip.self] }
        @Model final class Trip { var name: String = "" }
      }
      """
    #expect(try imported(old, "@Model class Note { var text: String = \"\" }").keys.sorted() == ["Note", "Trip"])
    let files = try imported(old, "@Model class Trip { var title: String = \"\" }")
    #expect(files["Trip"]?.members.last == #"var title: String = """#)
    #expect(files["Trip"]?.remarks.first?.contains("'V1.Trip'") == true)
  }

  @Test("Schemas without a common class are imported together")
  func schemas() throws {
    let files = try imported(
      """
      enum NotesV1: VersionedSchema {
        static var models: [any PersistentModel.Type] = [Note.self]
        static var versionIdentifier: Schema.Version = .init(1, 0, 0)
      }
      extension NotesV1 { @Model class Note { var old: String = "" } }
      enum NotesV2: VersionedSchema {
        static var models: [any PersistentModel.Type] = [Note.self]
        static var versionIdentifier: Schema.Version = .init(1, 2, 0)
        @Model class Note { var text: String = "" }
      }
      enum CacheV1: VersionedSchema {
        static var models: [any PersistentModel.Type] = [Entry.self]
        @Model class Entry { var url: URL? }
      }
      """)
    #expect(files.keys.sorted() == ["Entry", "Note"])
    #expect(files["Note"]?.members.last == #"var text: String = """#)
  }

  @Test("Two classes with one name are an error with both places")
  func duplicates() throws {
    #expect(
      throws: ImportError(
        "the class 'Trip' is declared in '1.swift:1:1' and in '2.swift:2:1'; pass only the sources of one of them")
    ) { try imported("@Model class Trip {}", "\n@Model class Trip {}") }
    let kind = "enum Kind: Int, Codable { case a }"
    #expect(
      throws: ImportError(
        "the type 'Kind' is declared in '2.swift:1:1' and in '3.swift:1:1'; pass only the sources of one of them")
    ) { try imported("@Model class Trip { var kind: Kind? }", kind, kind) }
    #expect(try imported("@Model class Trip { var kind: Int? }", kind, kind).count == 1)
  }

  @Test("Types are found in files that come after the model")
  func laterFiles() throws {
    let files = try imported(
      "@Model class Drink { var glass: Glass; var sizes: [Size] = [] }", "struct Glass: Codable { var size: Size }",
      "enum Size: Int, Codable { case small = 1 }")
    #expect(
      files["Drink"]?.members == ["let id: ID", "var glass: Glass  // @json", "var sizes: [Size] = []  // @json"])
    #expect(files["Drink"]?.remarks == [])
    #expect(files.keys.sorted() == ["Drink", "Glass", "Size"])
  }

  @Test("A copied type brings the types that it uses; if one is missing, the property is data and a remark names it")
  func usedTypes() throws {
    let files = try imported(
      """
      import CoreLocation
      @Model class Visit { var finding: Finding?; var other: Other?; var items: [Item] = []; var place: Clinic.Place = Clinic.Place.home }
      enum Finding: Codable { case ecg(ECG), none }
      struct ECG: Codable { var leads: [Lead] }
      struct Lead: Codable { var values: [Double] }
      struct Other: Codable { var missing: Codec }
      protocol Codec {}
      final class Item: Codable { var name = "" }
      enum Clinic { static let name = "x"; enum Place: String, Codable { case home } ; enum Unused { case a } }
      """)
    #expect(files.keys.sorted() == ["Clinic", "ECG", "Finding", "Lead", "Visit"])
    #expect(
      files["Visit"]?.members == [
        "let id: ID", "var finding: Finding?  // @json", "var other: Data?", "var items: Data",
        "var place: Clinic.Place = Clinic.Place.home",
      ])
    #expect(
      files["Visit"]?.remarks == [
        "'other' is 'Other', but 'Codec' is a class, an actor or a protocol, which a column can't hold; it is 'Data' until you declare "
          + "them and write '@json'",
        "'items' is '[Item]', but 'Item' is a class, an actor or a protocol, which a column can't hold; it is 'Data' until you declare "
          + "them and write '@json'",
      ])
    let clinic = try StoreImport.sample(
      "@Model class A { var place: Clinic.Place? }\nenum Clinic { enum Place: String, Codable { case home } }")
    #expect(
      clinic["Clinic"]
        == "import Foundation\n\nenum Clinic {\n  enum Place: String, Codable, Sendable { case home }\n}\n")
  }

  @Test("A type that no source declares makes a property data, unless a module may declare it")
  func unknownTypes() throws {
    let classes = "@Model class Visit { var place: Place?; var rooms: [Room: Int] = [:] }"
    let files = try imported(classes)
    #expect(files["Visit"]?.members == ["let id: ID", "var place: Data?", "var rooms: Data"])
    #expect(
      files["Visit"]?.remarks.first
        == "'place' is 'Place', but neither these sources nor a module that they import declares 'Place'; it "
        + "is 'Data' until you declare the type and write '@json'")
    let open = try imported("import MapKit\n" + classes)
    #expect(open["Visit"]?.members.first { $0.hasPrefix("var place") } == "var place: Place?  // @json")
    let views = try imported("import SwiftUI\n" + classes)
    #expect(views["Visit"]?.members == ["let id: ID", "var place: Data?", "var rooms: Data"])
  }

  @Test("Types are copied without methods and computed properties, which may use anything in the application")
  func reducedTypes() throws {
    let files = try StoreImport.sample(
      """
      import SwiftUI
      import UserNotifications
      @Model class Item {
        var kind: Kind = .fallback
        var level: Level = Level.low
        var theme: Theme = Theme(name: "x")
        var start: Date = Calendar.current.startOfDay(for: .now)
        var code: Code?
        enum Level: Int, Codable, CaseIterable, Identifiable {
          /// Not much.
          case low = 1, high
          var id: Int { rawValue }
          var color: Color { .red }
        }
      }
      enum Kind: String, Codable { case plain; static let fallback = Kind.plain }
      public struct Theme: Codable, Equatable, Themed {
        public var name: String
        public var shades: [String: Int] = [:]
        init(name: String) { self.name = name }
        func apply() {}
      }
      struct Code: Codable {
        var text: String
        init(from decoder: Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
      }
      """)
    #expect(files["Kind"]?.contains("UserNotifications") == false)
    #expect(files["Code"]?.contains("import UserNotifications\n") == true)
    #expect(files["Kind"]?.hasSuffix("enum Kind: String, Codable, Sendable {\n  case plain\n}\n") == true)
    #expect(files["Kind"]?.contains("static properties of 'Kind' aren't imported: 'fallback'") == true)
    #expect(
      files["Theme"]?.hasSuffix(
        "struct Theme: Codable, Equatable, Hashable, Sendable {\n  var name: String\n  var shades: [String: Int] = [:]\n}\n"
      ) == true)
    #expect(files["Code"]?.contains("only the Swift compiler can check") == true)
    let item = ImportedText(files["Item"] ?? "")
    #expect(
      item.members == [
        "let id: ID", "var kind: Kind", "var level: Level = Level.low", "var theme: Theme  // @json", "var start: Date",
        "var code: Code?  // @json", "enum Level: Int, Codable, CaseIterable, Sendable {", "/// Not much.",
        "case low = 1",
        "case high", "}",
      ])
    #expect(
      item.remarks == [
        "the default of 'kind', '.fallback', is left out, because it uses 'fallback', which isn't imported",
        "the default of 'theme', 'Theme(name: \"x\")', is left out, because it uses 'Theme', which isn't imported",
        "the default of 'start', 'Calendar.current.startOfDay(for: .now)', is left out, because it uses 'startOfDay', which isn't "
          + "imported",
        "methods, computed and static properties of 'Level' aren't imported: 'id', 'color'",
      ])
  }

  @Test("Types with one name in several classes are told apart")
  func nestedTypes() throws {
    let sample = try StoreSample(
      ["A": 0, "B": 0],
      """
      CREATE TABLE ZA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSTATE VARCHAR, ZKIND INTEGER);
      CREATE TABLE ZB (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSTATE INTEGER);
      INSERT INTO ZA VALUES (1, 1, 1, 'on', 7); INSERT INTO ZB VALUES (1, 2, 1, 2);
      """,
      classes: """
        @Model class A { var state: State = .on; var cup: Cup; enum State: String, Codable { case on, off } }
        struct Cup: Codable { var kind: Kind; enum Kind: Int, Codable { case tall = 7 } }
        enum Kind: String, Codable { case other }
        @Model class B { var state: State = .busy; enum State: Int, Codable { case idle = 1, busy } }
        """)
    #expect(
      try sample.members("A").prefix(3) == ["let id: ID", "var state: State = .on", "var cupKind: Cup.Kind"])
    #expect(try sample.members("B").prefix(2) == ["let id: ID", "var state: State = .busy"])
    #expect(try sample.members("B").last == "enum State: Int, Codable, Sendable { case idle = 1, busy }")
    #expect(try sample.copy.rows("SELECT a.state, a.cup_kind, b.state FROM a, b") == [["on", "7", "2"]])
  }

  @Test("Transient properties of any type are kept if their type and default are")
  func transient() throws {
    let files = try imported(
      """
      @Model class Item {
        @Transient var cache: [String: Int] = [:]
        @Transient var address: Address = Address(street: "x")
        @Transient var picked: Address?
        @Transient var timer: Timer? = nil
        @Transient var count = Counter.shared.count
        var key = UUID().uuidString
        var names = [String]()
        var title: String = ""
      }
      struct Address: Codable { var street: String }
      """)
    #expect(
      files["Item"]?.members == [
        "let id: ID", "var cache: [String: Int] = [:]  // @transient",
        #"var address: Address = Address(street: "x")  // @transient"#, "var picked: Address? = nil  // @transient",
        "var key: String = UUID().uuidString", "var names: [String] = [String]()  // @json", #"var title: String = """#,
      ])
    #expect(
      files["Item"]?.remarks == [
        "the transient property 'timer' is left out, because these sources don't declare 'Timer'",
        "'count' is left out, because its type isn't written; declare it with its type",
      ])
  }
}

extension StoreImport {
  /// The texts of the files for `@Model` classes, by the name of the struct.
  fileprivate static func sample(_ classes: String) throws -> [String: String] {
    var modelImport = StoreImport(target: "Sample")
    modelImport.sources = [CompilerPipeline.Source(path: "App.swift", bytes: Array(classes.utf8))]
    return Dictionary(uniqueKeysWithValues: try modelImport.run().files.map { (String($0.name.dropLast(6)), $0.text) })
  }
}
