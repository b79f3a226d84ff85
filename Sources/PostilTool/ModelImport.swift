import Foundation
import PostilCompiler
import PostilImport
import PostilSources

extension ImportCommand {
  /// Imports a Core Data or SwiftData store, or `@Model` classes.
  func runModelImport() throws {
    var modelImport = StoreImport(target: target ?? SwiftFiles.targetName(ofFolder: output))
    let result: StoreImport.Result
    do {
      if from == .swiftdata {
        modelImport.sources = try sources([database] + models)
        result = try modelImport.run()
      } else {
        result = try importStore(&modelImport)
      }
    } catch let error as ImportError {
      throw Misuse(error.description)
    }
    do {
      try write(result.files)
    } catch {
      if let copy { try? FileManager.default.removeItem(atPath: copy) }
      throw error
    }
    StandardStream.output.write(
      "\(result.files.count == 1 ? "1 file" : "\(result.files.count) files") in '\(output)'\n")
    if let copy { report(result.copied, in: copy) }
    for line in result.warnings { StandardStream.error.write("\(database): warning: \(line)\n") }
  }

  private func importStore(_ modelImport: inout StoreImport) throws -> StoreImport.Result {
    guard FileManager.default.fileExists(atPath: database) else { throw Misuse("file '\(database)' doesn't exist") }
    if let copy, FileManager.default.fileExists(atPath: copy) {
      throw Misuse("file '\(copy)' already exists; choose another name")
    }
    let files = models.filter(StoreImport.isDataModel)
    if let first = files.first {
      guard models.count == 1 else { throw Misuse("pass '\(first)' alone, or only Swift sources") }
      modelImport.dataModel = first
    } else {
      modelImport.sources = try sources(models)
    }
    var bar = ProgressBar()
    defer { bar.clear() }
    return try modelImport.run(store: database, copy: copy) { table, rows, total in
      bar.update("copying \(table)", rows, of: total)
    }
  }

  private func sources(_ paths: [String]) throws -> [CompilerPipeline.Source] {
    try paths.flatMap { path in try SwiftFiles.inFolder(path) ?? [path] }
      .map { CompilerPipeline.Source(path: $0, bytes: try SwiftFiles.read($0)) }
  }

  private func report(_ tables: [(table: String, rows: Int)], in path: String) {
    let width = tables.map(\.table.count).max() ?? 0
    for (table, rows) in tables {
      let padding = String(repeating: " ", count: width - table.count)
      StandardStream.output.write("\(table)\(padding)  \(rows) row\(rows == 1 ? "" : "s")\n")
    }
    StandardStream.output.write("copied to '\(path)'; counts and sums equal those of '\(database)'\n")
  }
}
