import Foundation
import PostilTestSupport
import Testing

@Suite("postil ddl and postil diagram")
struct PrintingCommandTests {
  @Test("print data on standard output and exit with 0")
  func data() throws {
    let tool = try Tool(["Tasks/List.swift": fine])
    let ddl = try tool.run("ddl", "Tasks")
    #expect(ddl.status == 0 && ddl.errors.isEmpty)
    #expect(ddl.output.hasPrefix("-- A list.\nCREATE TABLE \"list\" (\n"))
    for (format, start) in [("svg", "<svg "), ("mermaid", "erDiagram\n"), ("dot", "digraph ")] {
      let diagram = try tool.run("diagram", "Tasks", "--format", format)
      #expect(diagram.status == 0 && diagram.errors.isEmpty)
      #expect(diagram.output.contains(start), "\(format)")
    }
  }

  @Test("diagram takes its format from the name of the file that it writes")
  func formats() throws {
    let tool = try Tool(["Tasks/List.swift": fine])
    for (name, start) in [("a.svg", "<svg "), ("a.mmd", "erDiagram\n"), ("a.gv", "digraph "), ("a", "<svg ")] {
      let result = try tool.run("diagram", "Tasks", "--output", name)
      #expect(result.status == 0 && result.output.isEmpty)
      #expect(try tool.read(name).contains(start), "\(name)")
    }
    #expect(try tool.run("diagram", "Tasks", "--format", "dot", "--output", "b.svg").status == 0)
    #expect(try tool.read("b.svg").hasPrefix("digraph "))
  }

  @Test(
    "exit with 2 where the command is wrong",
    arguments: [
      (
        ["ddl", "Tasks", "--dialect", "oracle"],
        "There is no dialect 'oracle': use --dialect sqlite or --dialect postgresql."
      ),
      (["ddl"], "No PATH is given"), (["diagram", "Tasks", "--format", "png"], "png"),
      (["diagram", "Tasks", "Other"], "a diagram shows one target, and these are 'Tasks', 'Other'"),
      (["diagram", "Tasks", "--output", "no/such/folder.svg"], "cannot write 'no/such/folder.svg'"),
    ])
  func misuse(arguments: [String], message: String) throws {
    let tool = try Tool(["Tasks/List.swift": fine, "Other/Item.swift": suspicious])
    let result = try tool.run(arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test("print nothing where there is a mistake, and exit with 1", arguments: ["ddl", "diagram"])
  func mistake(command: String) throws {
    let result = try Tool(["Tasks/Item.swift": wrong]).run(command, "Tasks")
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("Tasks/Item.swift:5:6: error: "))
  }

  @Test("help says what each command does, and exits with 0")
  func help() throws {
    let tool = try Tool()
    for arguments in [["help"], ["help", "check"], ["ddl", "--help"], ["--version"]] {
      let result = try tool.run(arguments)
      #expect(result.status == 0 && !result.output.isEmpty && result.errors.isEmpty)
    }
  }
}
