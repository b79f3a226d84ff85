import Foundation
import PostilTestSupport
import Testing

@Suite("postil studio")
struct StudioCommandTests {
  /// A folder with a database, sources, and a program 'postil-studio' next to the tool that prints its arguments.
  private struct Installation {
    let tool: Tool

    init() throws {
      tool = try Tool(["Tasks/Project.swift": fine])
      try RawDatabase(path: tool.folder.path("tasks.sqlite")).execute("CREATE TABLE project (id INTEGER PRIMARY KEY)")
    }

    /// Runs `postil studio` with a `PATH` of one folder.
    func run(_ arguments: [String], path: String) throws -> Tool.Result {
      try tool.run(["studio"] + arguments, environment: ["PATH": path])
    }
  }

  private let program = """
    #!/bin/sh
    for argument in "$@"; do echo "[$argument]"; done
    exit 3
    """

  @Test("studio passes the database, the paths and the options to the program in PATH, and returns its status")
  func arguments() throws {
    let installation = try Installation()
    try installation.tool.write(program, to: "bin/postil-studio")
    let bin = installation.tool.folder.path("bin")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: bin + "/postil-studio")
    let result = try installation.run(
      ["tasks.sqlite", "Tasks", "--read-only", "--port", "8123"], path: bin + ":/bin:/usr/bin")
    #expect(result.errors == "")
    #expect(
      result.output == """
        [tasks.sqlite]
        [Tasks]
        [--read-only]
        [--port]
        [8123]

        """)
    #expect(result.status == 3)
    #expect(
      try installation.run(["tasks.sqlite", "--no-read-only"], path: bin + ":/bin:/usr/bin").output == """
        [tasks.sqlite]
        [--no-read-only]

        """)
  }

  @Test("With --target, studio passes a list of the targets")
  func target() throws {
    let installation = try Installation()
    try installation.tool.write("#!/bin/sh\ncat \"$3\"\n", to: "bin/postil-studio")
    let bin = installation.tool.folder.path("bin")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: bin + "/postil-studio")
    let result = try installation.run(
      ["tasks.sqlite", "Tasks", "--target", "Model"], path: bin + ":/bin:/usr/bin")
    #expect(result.output.contains(#""name":"Model""#))
    #expect(result.output.contains(#"Project.swift"#))
  }

  @Test("studio requires a database and sources that exist")
  func misuse() throws {
    let installation = try Installation()
    #expect(
      try installation.run(["none.sqlite", "Tasks"], path: "/bin").errors == """
        postil: error: file 'none.sqlite' doesn't exist

        """)
    let result = try installation.run(["tasks.sqlite", "Sources"], path: "/bin")
    #expect(result.errors == "postil: error: 'Sources' doesn't exist\n")
    #expect(result.status == 2)
  }

  @Test("Without the program, studio prints the command that builds it")
  func installation() throws {
    // A copy of the tool, outside of the checkout, still finds the checkout that it was built from.
    let root = URL(fileURLWithPath: #filePath).appending(path: "../../..").standardizedFileURL.path
    let built = ["release", "debug"].contains {
      FileManager.default.fileExists(atPath: root + "/Studio/.build/\($0)/postil-studio")
    }
    guard !built else { return }
    let result = try Installation().run(["tasks.sqlite", "Tasks"], path: "/bin")
    #expect(
      result.errors == """
        postil: error: the program 'postil-studio' isn't built yet; run 'swift build -c release --package-path \
        \(root)/Studio' once, and then this command again

        """)
    #expect(result.status == 2)
  }
}
