import ArgumentParser
import Foundation
import Hummingbird
import Logging
import PostilStudio

import struct NIOCore.IOError

/// `postil-studio`: serves the page and the service of a studio to browsers on this machine. `postil studio` starts it.
@main
struct StudioProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "postil-studio",
    abstract: "Shows and edits the rows of a database in a browser on this machine.")

  @Argument(help: "An SQLite file, or the URL of a PostgreSQL database.")
  var database: String

  @Argument(help: "Swift files with the models, or folders that contain Swift files.")
  var paths: [String] = []

  @Option(help: ArgumentHelp("PostgreSQL: the schema; by default the first one of the search path.", valueName: "name"))
  var schema: String?

  /// Passed by `postil studio`; replaces the paths.
  @Option(help: .hidden)
  var targetList: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether rows can't be changed. By default, if another process has the file open for writing.")
  var readOnly: Bool?

  @Option(
    help: ArgumentHelp(
      "The port to listen on; 0 chooses a free one. By default, the same one each time for this database.",
      valueName: "number"))
  var port: Int?

  @Flag(inversion: .prefixedNo, help: "Whether the page is opened in the browser.")
  var open = true

  /// For people who work on the page: changed files are served without a build.
  @Option(help: ArgumentHelp("Serves the page from a folder instead of the built-in one.", valueName: "folder"))
  var page: String?

  /// Passed by `swift package postil studio`, because SwiftPM ends only the plugin.
  @Flag(help: .hidden)
  var endsWithInput = false

  func validate() throws {
    guard port.map({ (0...65535).contains($0) }) ?? true else {
      throw ValidationError("'--port' must be between 0 and 65535.")
    }
  }

  func run() async throws {
    let studio: Studio
    let files: PageFiles
    let options = StudioOptions(
      database: database, schema: schema, paths: paths, targetList: targetList, isReadOnly: readOnly)
    do {
      files = try PageFiles(folder: page)
      studio = try await Studio(options)
    } catch let failure as StudioFailure {
      FileHandle.standardError.write(Data((failure.description + "\n").utf8))
      throw ExitCode(1)
    } catch let missing as PageFiles.Missing {
      FileHandle.standardError.write(Data("postil-studio: error: \(missing)\n".utf8))
      throw ExitCode(2)
    }
    if endsWithInput {
      Thread.detachNewThread {
        while let data = try? FileHandle.standardInput.read(upToCount: 1024), !data.isEmpty {}
        kill(getpid(), SIGTERM)
      }
    }
    // Another studio may show the same database, or another program may have the port.
    let ports = port.map { [$0] } ?? (0..<10).map { options.port + $0 } + [0]
    for (index, port) in ports.enumerated() {
      do {
        try await serve(studio, files, port: port)
        break
      } catch let error as IOError where error.errnoCode == EADDRINUSE && index + 1 < ports.count {
        continue
      } catch {
        await studio.close()
        FileHandle.standardError.write(Data("postil-studio: error: cannot listen on port \(port): \(error)\n".utf8))
        throw ExitCode(2)
      }
    }
    await studio.close()
  }

  /// Serves the page until the program is stopped.
  private func serve(_ studio: Studio, _ files: PageFiles, port: Int) async throws {
    let gate = Gate()
    var logger = Logger(label: "postil-studio")
    logger.logLevel = .error
    let opener = BrowserOpener()
    let opens = open
    let application = Application(
      responder: StudioResponder(studio: studio, files: files, gate: gate),
      // So that a studio can be started again at once on the same port.
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), reuseAddress: true),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? 0
        gate.open(port: port)
        let address = "http://127.0.0.1:\(port)/?token=\(gate.token)"
        let lines = """
          The studio is at \(address)
          Press Control-C to stop.

          """
        FileHandle.standardOutput.write(Data(lines.utf8))
        if opens { opener.open(address) }
      }, logger: logger)
    defer { opener.close() }
    try await application.runService()
  }
}
