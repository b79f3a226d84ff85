import Foundation
import PostilQuery

/// Opens the database of a studio.
/// - Throws: ``StudioFailure``
func openStudioDatabase(_ options: StudioOptions, _ schema: StudioSchema) async throws -> any StudioDatabase {
  let name = options.database
  guard !["postgresql://", "postgres://"].contains(where: name.lowercased().hasPrefix) else {
    throw StudioFailure("this studio can't connect to a PostgreSQL server")
  }
  var isFolder: ObjCBool = false
  guard FileManager.default.fileExists(atPath: name, isDirectory: &isFolder), !isFolder.boolValue else {
    throw StudioFailure("the file '\(name)' doesn't exist")
  }
  do {
    return try SQLiteDatabase(path: name)
  } catch let error as DatabaseError {
    throw StudioFailure("cannot open '\(name)': \(error.message)")
  } catch {
    throw StudioFailure("cannot open '\(name)': \(error)")
  }
}
