import Foundation
import PostilTestSupport

// The compiler is started, which applications can't do on the other systems.
#if os(macOS) || os(Linux)
  /// The Swift compiler, as it type-checks a file that imports what was built here.
  struct SwiftCompiler {
    /// One line of what it says: `path:line:column: error: message`.
    struct Diagnostic {
      enum Kind: String { case error, warning, note }
      /// The name of the file, and the line; of a note those of what it is a note on.
      var file: String
      var line: Int
      let kind: Kind
      let message: String
    }

    /// What it says of the files, as one module; nothing of them is compiled.
    static func typeCheck(_ files: [URL], arguments: [String] = []) throws -> [Diagnostic] {
      let products = builtProducts
      let folder = try TemporaryFolder()
      let output = URL(filePath: folder.path("output"))
      try Data().write(to: output)
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments =
        [
          "swiftc", "-typecheck", "-wmo", "-swift-version", "6", "-diagnostic-style", "llvm", "-I",
          products.appending(path: "Modules").path,
        ]
        + ["-Xcc", "-fmodule-map-file=" + Document.root.appending(path: "Sources/CSQLite/module.modulemap").path]
        + arguments + files.map(\.path)
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = process.standardOutput
      try process.run()
      process.waitUntilExit()
      var diagnostics: [Diagnostic] = []
      for line in try String(contentsOf: output, encoding: .utf8).split(separator: "\n") {
        guard var diagnostic = Diagnostic(line) else { continue }
        if diagnostic.kind == .note, let noted = diagnostics.last {
          (diagnostic.file, diagnostic.line) = (noted.file, noted.line)
        }
        diagnostics.append(diagnostic)
      }
      return diagnostics
    }
  }

  extension SwiftCompiler.Diagnostic {
    /// The diagnostic of a line; `nil` where it is another line, such as one of source.
    init?(_ text: Substring) {
      for kind in [Kind.error, .warning, .note] {
        guard let mark = text.range(of: ": \(kind.rawValue): ") else { continue }
        let place = text[..<mark.lowerBound].split(separator: ":")
        guard place.count == 3, let line = Int(place[1]) else { continue }
        self.init(
          file: URL(filePath: String(place[0])).lastPathComponent, line: line, kind: kind,
          message: String(text[mark.upperBound...]))
        return
      }
      return nil
    }
  }
#endif
