import Foundation
import PostilTestSupport
import Testing

@Suite("postil ddl and postil diagram")
struct PrintingCommandTests {
  @Test("Data is printed on standard output, with exit status 0")
  func data() throws {
    let tool = try Tool(["Tasks/Project.swift": fine])
    let ddl = try tool.run("ddl", "Tasks")
    #expect(ddl.status == 0 && ddl.errors.isEmpty)
    #expect(ddl.output.hasPrefix("-- A project.\nCREATE TABLE \"project\" (\n"))
    for (format, start) in [("svg", "<svg "), ("mermaid", "erDiagram\n"), ("dot", "digraph ")] {
      let diagram = try tool.run("diagram", "Tasks", "--format", format)
      #expect(diagram.status == 0 && diagram.errors.isEmpty)
      #expect(diagram.output.contains(start), "\(format)")
    }
  }

  @Test("The format of a diagram follows the output file's extension")
  func formats() throws {
    let tool = try Tool(["Tasks/Project.swift": fine])
    for (name, start) in [("a.svg", "<svg "), ("a.mmd", "erDiagram\n"), ("a.gv", "digraph "), ("a", "<svg ")] {
      let result = try tool.run("diagram", "Tasks", "--output", name)
      #expect(result.status == 0 && result.output.isEmpty)
      #expect(try tool.read(name).contains(start), "\(name)")
    }
    #expect(try tool.run("diagram", "Tasks", "--format", "dot", "--output", "b.svg").status == 0)
    #expect(try tool.read("b.svg").hasPrefix("digraph "))
  }

  @Test(
    "Incorrect use exits with 2",
    arguments: [
      (
        ["ddl", "Tasks", "--dialect", "oracle"],
        "Error: Unknown dialect 'oracle'; use '--dialect sqlite' or '--dialect postgresql'."
      ),
      (["ddl"], "Error: Missing PATH; pass Swift files, or folders that contain Swift files."),
      (
        ["diagram", "Tasks", "--format", "png"],
        "Error: The value 'png' is invalid for '--format <name>'. Please provide one of 'svg', 'mermaid' or 'dot'."
      ),
      (
        ["diagram", "Tasks", "Other"],
        "postil: error: a diagram shows one target, but the paths contain 'Tasks', 'Other'; pass the path of one, or "
          + "'--target NAME' to compile all paths as one target"
      ),
      (
        ["diagram", "Tasks", "--output", "no/such/folder.svg"],
        "postil: error: cannot write 'no/such/folder.svg': The operation could not be completed. The "
          + "file doesn’t exist."
      ),
    ])
  func misuse(arguments: [String], message: String) throws {
    let tool = try Tool(["Tasks/Project.swift": fine, "Other/Item.swift": suspicious])
    let result = try tool.run(arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.firstError == message, "\(result.errors)")
  }

  @Test("An error in the sources exits with 1, and nothing is printed", arguments: ["ddl", "diagram"])
  func mistake(command: String) throws {
    let result = try Tool(["Tasks/Item.swift": wrong]).run(command, "Tasks")
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(
      result.errors == "Tasks/Item.swift:5:6: error: unknown annotation '@chekc'; did you mean '@check'?\n")
  }

  @Test("help describes each command, and exits with 0")
  func help() throws {
    let tool = try Tool()
    for arguments in [["help"], ["help", "check"], ["ddl", "--help"], ["--version"]] {
      let result = try tool.run(arguments)
      #expect(result.status == 0 && !result.output.isEmpty && result.errors.isEmpty)
    }
  }
}
