import BenchmarkHarness
import BenchmarkModels
import Postil

/// Postil, as its README shows it, with its default options. The models are in a target of their own, as an application's often are.
package enum WithPostil: Contender {
  package static let name = "Postil"

  /// Makes a file with the schema of ``BenchmarkModels``; all contenders start from copies of it.
  package static func createDatabase(at path: String) throws {
    // Closed at once: a released store closes its file later, and the file is copied.
    try SQLiteStore(path: path, schema: BenchmarkModelsSchema.self).close()
  }

  static func store(_ fixture: Fixture) throws -> SQLiteStore {
    try SQLiteStore(
      path: fixture.path, schema: BenchmarkModelsSchema.self,
      options: SQLiteOptions(durability: fixture.waitsForDisk ? .full : .normal))
  }

  package static func settings(_ fixture: Fixture) throws -> [String: String] {
    try store(fixture).write { db in
      var settings: [String: String] = [:]
      for pragma in SharedSettings.pragmas {
        settings[pragma] = try db.fetchFirst(RawSQL("PRAGMA \(identifier: pragma)").rendered()) { row in
          row.nextStorageClass() == .integer ? "\(try row.readInt64())" : try row.readString()
        }
      }
      return settings
    }
  }
}
