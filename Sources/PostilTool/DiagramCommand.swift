import ArgumentParser
import Foundation
import PostilDiagram

/// `postil diagram`
struct DiagramCommand: ParsableCommand {
  /// What a diagram can be written as.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case svg, mermaid, dot

    /// The format that a file's name asks for.
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
    abstract: "Draws the tables and their references.",
    discussion: """
      An entity-relationship picture: a box for each table with its columns, keys and types, a line for each \
      reference. SVG is laid out by Postil and needs nothing else to be read; Mermaid is for Markdown, DOT for \
      Graphviz.

        postil diagram Sources/Tasks --output schema.svg
        postil diagram Sources/Tasks --format mermaid
        postil diagram Sources/Tasks --format dot | dot -Tpdf -o schema.pdf
      """)

  @OptionGroup var sources: SourceOptions

  @Option(
    help: ArgumentHelp(
      "svg, mermaid or dot.", discussion: "Without it the name of the output file says it, and svg is taken otherwise.",
      valueName: "name"))
  var format: Format?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The file to write; standard output without it.", valueName: "file"))
  var output: String?

  func run() throws {
    let graphs = try sources.targets().compiled()
    guard graphs.count == 1, let graph = graphs.first else {
      let names = graphs.map { "'\($0.target)'" }.joined(separator: ", ")
      throw Misuse("a diagram shows one target, and these are \(names): name one of them, or '--target NAME' for all")
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
