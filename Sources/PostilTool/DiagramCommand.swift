import ArgumentParser
import Foundation
import PostilDiagram
import PostilSources

/// `postil diagram`
struct DiagramCommand: ParsableCommand {
  /// The output formats of a diagram.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case svg, mermaid, dot

    /// The format for a file name's extension.
    init?(fileName: String) {
      switch URL(fileURLWithPath: fileName).pathExtension.lowercased() {
      case "svg": self = .svg
      case "mmd", "mermaid": self = .mermaid
      case "dot", "gv": self = .dot
      default: return nil
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "diagram",
    abstract: "Draws the tables and their foreign keys.",
    discussion: """
      Draws an entity-relationship diagram: a box for each table with its columns, keys and types, and a line for each \
      foreign key. Postil lays out the SVG itself; it is viewed without other files. Use Mermaid for Markdown and DOT \
      for Graphviz.

        postil diagram Sources/Tasks --output schema.svg
        postil diagram Sources/Tasks --format mermaid
        postil diagram Sources/Tasks --format dot | dot -Tpdf -o schema.pdf
      """)

  @OptionGroup var sources: SourceOptions

  @Option(
    help: ArgumentHelp(
      "svg, mermaid or dot.",
      discussion: "By default, the format matches the output file's extension; without one it is svg.",
      valueName: "name"))
  var format: Format?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The file to write; by default standard output.", valueName: "file"))
  var output: String?

  func run() throws {
    let graphs = try sources.targets().compiled()
    guard graphs.count == 1, let graph = graphs.first else {
      let names = graphs.map { "'\($0.target)'" }.joined(separator: ", ")
      throw Misuse(
        "a diagram shows one target, but the paths contain \(names); pass the path of one, or '--target NAME' to "
          + "compile all paths as one target")
    }
    let diagram = EntityDiagram(graph)
    let text =
      switch format ?? output.flatMap(Format.init(fileName:)) ?? .svg {
      case .svg: SVGDiagram.text(diagram)
      case .mermaid: MermaidDiagram.text(diagram)
      case .dot: DotDiagram.text(diagram)
      }
    guard let output else { return StandardStream.output.write(text) }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
    } catch {
      throw Misuse("cannot write '\(output)': \(error.localizedDescription)")
    }
  }
}
