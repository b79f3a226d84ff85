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
    #expect(
      ddl.output == """
        -- A project.
        CREATE TABLE "project" (
          "id"   INTEGER NOT NULL,
          "name" TEXT    NOT NULL,
          CONSTRAINT "project_pkey" PRIMARY KEY ("id")
        ) STRICT;

        """)
    for (format, text) in [("svg", Self.svg), ("mermaid", Self.mermaid), ("dot", Self.dot)] {
      let diagram = try tool.run("diagram", "Tasks", "--format", format)
      #expect(diagram.status == 0 && diagram.errors.isEmpty)
      #expect(Self.withoutStyles(diagram.output) == text)
    }
  }

  /// The styles of an SVG file are the same for all models.
  private static func withoutStyles(_ text: String) -> String {
    text.replacing(/<style>(?s:.*)<\/style>\n/, with: "")
  }

  private static let svg = """
    <svg xmlns="http://www.w3.org/2000/svg" width="748" height="186" viewBox="0 0 748 186" role="img">
    <title>Tasks: 1 table</title>
    <rect class="bg" width="748" height="186"/>
    <text class="title" x="24" y="28">Tasks</text>
    <g transform="translate(24 44)">
    <g class="t" transform="translate(0 0)">
    <title>A project.</title>
    <rect class="box" width="124" height="74" rx="5"/>
    <path class="head" d="M0 28V5Q0 0 5 0H119Q124 0 124 5V28Z"/>
    <text class="name" x="10" y="19">project</text>
    <text class="mark" x="10" y="45">PK</text>
    <text class="key" x="29" y="45">id</text>
    <text class="type" x="114" y="45">int64</text>
    <text class="col" x="29" y="65">name</text>
    <text class="type" x="114" y="65">text</text>
    </g>
    </g>
    <g class="r legend" transform="translate(24 148)">
    <text class="type s" y="4">PK primary key · FK reference · UK unique · ? can be NULL</text>
    <path d="M400 0h30"/>
    <path class="end" d="M424 -5v10M419 -5v10"/>
    <text class="type s" x="438" y="4">one</text>
    <path d="M473 0h30"/>
    <path class="end" d="M497 -5v10"/>
    <circle cx="490" cy="0" r="4"/>
    <text class="type s" x="511" y="4">at most one</text>
    <path d="M599 0h30"/>
    <path class="end" d="M629 -5L618 0L629 5"/>
    <circle cx="614" cy="0" r="4"/>
    <text class="type s" x="637" y="4">any number</text>
    </g>
    </svg>

    """

  private static let mermaid = """
    erDiagram
      "project" {
        int64 id PK
        text name
      }

    """

  private static let dot = """
    digraph "Tasks" {
      graph [rankdir=RL, nodesep=0.4, ranksep=0.9, fontname="monospace"];
      node [shape=plain, fontname="monospace", fontsize=11];
      edge [dir=both, fontname="monospace", fontsize=9];
      t0 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="4">
        <tr><td colspan="3" bgcolor="#ddf4ff"><b>project</b></td></tr>
        <tr><td align="left">PK</td><td align="left" port="c0">id</td><td align="left">int64</td></tr>
        <tr><td align="left"> </td><td align="left" port="c1">name</td><td align="left">text</td></tr>
      </table>>];
    }

    """

  @Test("The format of a diagram follows the output file's extension")
  func formats() throws {
    let tool = try Tool(["Tasks/Project.swift": fine])
    for (name, text) in [("a.svg", Self.svg), ("a.mmd", Self.mermaid), ("a.gv", Self.dot), ("a", Self.svg)] {
      let result = try tool.run("diagram", "Tasks", "--output", name)
      #expect(result.status == 0 && result.output.isEmpty)
      #expect(try Self.withoutStyles(tool.read(name)) == text, "\(name)")
    }
    #expect(try tool.run("diagram", "Tasks", "--format", "dot", "--output", "b.svg").status == 0)
    #expect(try tool.read("b.svg") == Self.dot)
  }

  @Test(
    "Incorrect use exits with 2",
    arguments: [
      (
        ["ddl", "Tasks", "--dialect", "oracle"],
        "Error: Unknown dialect 'oracle'; use 'sqlite', 'postgresql', 'cockroachdb' or 'yugabytedb'."
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
