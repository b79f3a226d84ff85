import Foundation

/// Where an index comes from: a file, the archive's index on this machine, or the list of what is installed.
struct PackageIndex {
  /// For people: where the index was found.
  var origin: String
  var bytes: [UInt8]

  /// Reads the file, or asks `apt-cache` for all packages of the archive and, where it knows none, `dpkg-query` for those
  /// that are installed.
  static func read(file: String?) throws -> PackageIndex {
    if let file {
      return PackageIndex(origin: file, bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: file))))
    }
    let archive = try? output(of: "apt-cache", "dumpavail")
    if let archive, !archive.isEmpty { return PackageIndex(origin: "apt-cache dumpavail", bytes: archive) }
    let installed = try? output(of: "dpkg-query", "--status")
    if let installed, !installed.isEmpty { return PackageIndex(origin: "dpkg-query --status", bytes: installed) }
    throw NoIndex()
  }

  private static func output(of command: String...) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? [UInt8](data) : []
  }
}

/// The machine has no index to read.
struct NoIndex: Error, CustomStringConvertible {
  var description: String {
    "neither 'apt-cache dumpavail' nor 'dpkg-query --status' knows a package: give an index with '--from FILE'"
  }
}
