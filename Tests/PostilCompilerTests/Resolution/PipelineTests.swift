import Foundation
import PostilCompiler
import PostilTestSupport
import Testing

struct PipelineTests {
  @Test func `an invalid file without annotations is no error`() throws {
    let graph = try compile(["Broken.swift": "struct A {", "Item.swift": item("var title: String")])
    #expect(graph.models.map(\.swiftName) == ["Item"])
    let unknown = CompilerPipeline(target: "Tasks").run(sources: [
      .init(path: "Broken.swift", bytes: Array("enum Kind: Int { case a ".utf8)),
      .init(path: "Item.swift", bytes: Array(item("var kind: Kind").utf8)),
    ])
    #expect(unknown.diagnostics.map(\.path) == ["Item.swift"])
  }

  @Test func `other comments are ignored`() throws {
    let graph = try compile(
      """
      // @available is for later, ask anna@example.org
      // @label
      struct Plain {
        var a: Any  // @unclosed("
        lazy var b = 5  // @cable
      }

      // @table
      struct Item: Sendable {
        let id: ID  // no such type declared: Item.ID isn't (yet
        // "quoted
        var title: String  // the @title of it
        func f() {
          // @nothing in a body
        }
      }
      """)
    #expect(graph.models.map(\.swiftName) == ["Item"])
  }

  @Test func `no input gives an empty schema`() throws {
    #expect(try compile([:]).schema.tables.isEmpty)
    #expect(try compile(["A.swift": ""]).models.isEmpty)
  }

  @Test func `declared names contain every type of the target by its last component`() throws {
    let graph = try compile(item("enum Kind: Int, Sendable { case a }\ntypealias Text = String") + "\nclass Query {}")
    #expect(graph.declaredTypeNames == ["Item", "Kind", "Text", "Query"])
  }

  @Test("no damaged source makes the compiler trap", arguments: 1...40)
  func damage(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for name in CaseTests.names {
      var sources = try CaseTests.sources(in: CaseTests.folder.appending(path: name))
      for index in sources.indices {
        for _ in 0..<3 where !sources[index].bytes.isEmpty {
          let place = Int.random(in: 0..<sources[index].bytes.count, using: &random)
          switch UInt8.random(in: 0...3, using: &random) {
          case 0: sources[index].bytes.remove(at: place)
          case 1: sources[index].bytes[place] = UInt8.random(in: 0...255, using: &random)
          case 2:
            sources[index].bytes.insert(
              contentsOf: Array(#"()"\:,@.{}<>?#;/*"#.utf8).shuffled(using: &random).prefix(2), at: place)
          default: sources[index].bytes.removeSubrange(place..<min(place + 9, sources[index].bytes.count))
          }
        }
      }
      let result = CompilerPipeline(target: "Tasks").run(sources: sources)
      #expect(result.graph == nil || result.diagnostics.isEmpty)
    }
  }
}
