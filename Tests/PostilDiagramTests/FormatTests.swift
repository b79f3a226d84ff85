import Foundation
import PostilDiagram
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Diagram formats")
struct FormatTests {
  /// Names with everything that some format has a meaning for.
  private func odd() throws -> EntityDiagram {
    try diagram(
      #"""
      /// Says "a" & 'b' <c> ]]> -->.
      // @table("order \" <b> & %d \\ {x}")
      struct Order: Sendable {
        let id: ID
        var a: Int  // @column("1st \"a\" <&>")
        var b: String?  // @column("PK")
        // @references(inverse: orders) @column("größe id")
        var sizeID: Size.ID
      }

      // @table("größe")
      struct Size: Sendable {
        let id: ID
      }
      """#)
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var texts: [String: [String]] = [:]
    var current: [(name: String, text: String)] = []
    var groups = 0

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      current.append((attributes["class"] ?? name, ""))
      if attributes["class"]?.hasPrefix("r c") == true { groups += 1 }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      if !current.isEmpty { current[current.count - 1].text += string }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      guard let element = current.popLast() else { return }
      texts[element.name, default: []].append(element.text)
    }
  }

  private func read(_ svg: String) throws -> Reader {
    let parser = XMLParser(data: Data(svg.utf8))
    let reader = Reader()
    parser.delegate = reader
    #expect(parser.parse(), "\(parser.parserError.map(String.init(describing:)) ?? "")")
    return reader
  }

  @Test("SVG is well-formed and shows every table, column and reference")
  func svg() throws {
    for diagram in [try odd(), try diagram(shop), try diagram(ofFolder: "Models/House", target: "House")] {
      let reader = try read(SVGDiagram.text(diagram))
      #expect(reader.texts["name"] == diagram.entities.map(\.name))
      let columns = diagram.entities.flatMap(\.columns)
      #expect(
        Set((reader.texts["key"] ?? []) + (reader.texts["col"] ?? [])) == Set(columns.map(\.name)))
      #expect((reader.texts["key"] ?? []).count == columns.count { $0.isPrimaryKey })
      #expect(reader.groups == diagram.references.count)
    }
  }

  @Test("SVG marks keys, references, unique columns and nullable columns")
  func marks() throws {
    let text = SVGDiagram.text(try diagram(ofFolder: "Models/House", target: "House"))
    let reader = try read(text)
    #expect(reader.texts["mark"]?.contains("FK UK") == true)
    #expect(reader.texts["type"]?.contains("uuid?") == true)
    #expect(
      reader.texts["title"]?.contains(
        "monster.weapon_id → weapon.id, on delete nullify; Monster.weapon, Weapon.wielder") == true)
  }

  @Test("A reference that the database doesn't enforce is a dashed line")
  func unenforced() throws {
    let diagram = try diagram(
      """
      // @table
      struct Film: Sendable {
        let id: ID
      }

      // @table
      struct Role: Sendable {
        let id: ID
        // @references(inverse: roles, enforced: false)
        var filmID: Film.ID
      }
      """)
    let svg = SVGDiagram.text(diagram)
    #expect(
      try read(svg).texts["title"]?.contains("role.film_id → film.id, not enforced; Role.film, Film.roles") == true)
    #expect(svg.contains(#"stroke-dasharray="5 4""#))
    #expect(MermaidDiagram.text(diagram).contains("  \"film\" ||..o{ \"role\" : \"Role.film / Film.roles\""))
    #expect(DotDiagram.text(diagram).contains("style=dashed, tooltip="))
    #expect(diagram.entities[1].columns[1].isForeignKey)
  }

  @Test("SVG has colours for light and for dark systems")
  func schemes() throws {
    let text = SVGDiagram.text(try diagram(models("A: A?")))
    #expect(text.contains("@media (prefers-color-scheme:dark)"))
    #expect(!text.contains("fill=\"") && !text.contains("stroke=\""), "colours stand in the style sheet alone")
  }

  @Test("Mermaid quotes names, and replaces characters that its grammar doesn't allow")
  func mermaid() throws {
    #expect(
      MermaidDiagram.text(try odd()) == """
        erDiagram
          "größe" {
            int64 id PK
          }
          "order _ <b> & _d _ {x}" {
            int64 id PK
            int64 _1st__a_____ "1st 'a' <&>"
            text _PK "PK, nullable"
            int64 größe_id FK "größe id"
          }
          "größe" ||--o{ "order _ <b> & _d _ {x}" : "Order.size / Size.orders"

        """)
  }

  @Test("DOT escapes names in labels, and draws both ends of each reference")
  func dot() throws {
    let text = DotDiagram.text(try odd())
    #expect(text.contains("<b>order &quot; &lt;b&gt; &amp; %d \\ {x}</b>"))
    #expect(text.contains("port=\"c1\">1st &quot;a&quot; &lt;&amp;&gt;</td>"))
    #expect(
      text.contains(
        "  t1:c3 -> t0:c0 [arrowtail=crowodot, arrowhead=teetee, tooltip=\"Order.size / Size.orders\"];"))
  }

  @Test("Mermaid and DOT have one line for each table and each reference")
  func whole() throws {
    let shop = try diagram(shop)
    let mermaid = MermaidDiagram.text(shop).split(separator: "\n")
    #expect(mermaid.count { $0.hasSuffix(" {") } == shop.entities.count)
    #expect(mermaid.count { $0.contains("--o") } == shop.references.count)
    let dot = DotDiagram.text(shop).split(separator: "\n")
    #expect(dot.count { $0.contains("[label=<") } == shop.entities.count)
    #expect(dot.count { $0.contains(" -> ") } == shop.references.count)
  }

  @Test("tables and columns that triggers maintain are in no diagram")
  func helpers() throws {
    let text = """
      // @table
      // @fullText(name)
      // @hasMany(tracks: Track, inverse: project, ordered, min: 1, max: 9)
      // @manyToMany(singers: Singer, ordered, min: 2)
      struct Project: Sendable {
        let id: ID
        var name: String
      }
      // @table
      struct Track: Sendable {
        let id: ID
        // @references
        var projectID: Project.ID
      }
      // @table
      struct Singer: Sendable {
        let id: ID
      }
      """
    let diagram = try diagram(text)
    #expect(Set(diagram.entities.map(\.name)) == ["project", "track", "singer", "project_singers"])
    #expect(diagram.references.count == 3)
    for picture in [SVGDiagram.text(diagram), MermaidDiagram.text(diagram), DotDiagram.text(diagram)] {
      for word in ["_order", "_unmet", "_position", "_fts"] { #expect(!picture.contains(word), "\(word)") }
    }
  }

  @Test("a schema without tables gives a diagram too")
  func empty() throws {
    let empty = try diagram("")
    #expect(empty.entities.isEmpty)
    _ = try read(SVGDiagram.text(empty))
    #expect(MermaidDiagram.text(empty) == "erDiagram\n")
  }

  /// `POSTIL_RECORD=1 swift test --filter FormatTests` draws it anew; look at it before it is committed.
  @Test("Docs/House.svg is the diagram of Models/House")
  func committed() throws {
    let text = SVGDiagram.text(try diagram(ofFolder: "Models/House", target: "Houses"))
    let file = root.appending(path: "Docs/House.svg")
    if ProcessInfo.processInfo.environment["POSTIL_RECORD"] == "1" { try Data(text.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
