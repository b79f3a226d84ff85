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
      if StoreImport.isDataModel(database) {
        guard models.isEmpty, copy == nil, columns.isEmpty else {
          throw Misuse("'\(database)' is a model without rows; pass the store before it: 'default.store \(database)'")
        }
        modelImport.dataModel = database
        result = try modelImport.run()
      } else if from == .swiftdata {
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
    if let copy { report(result, in: copy) }
    for line in result.warnings { StandardStream.error.write("\(database): warning: \(line)\n") }
  }

  private func importStore(_ modelImport: inout StoreImport) throws -> StoreImport.Result {
    guard FileManager.default.fileExists(atPath: database) else { throw Misuse("file '\(database)' doesn't exist") }
    if let copy, FileManager.default.fileExists(atPath: copy) {
      throw Misuse("file '\(copy)' already exists; choose another name")
    }
    modelImport.columns = try StatedColumns(columns)
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

  private func report(_ result: StoreImport.Result, in path: String) {
    let width = result.copied.map(\.table.count).max() ?? 0
    for (table, rows) in result.copied {
      let padding = String(repeating: " ", count: width - table.count)
      StandardStream.output.write("\(table)\(padding)  \(rows) row\(rows == 1 ? "" : "s")\n")
    }
    StandardStream.output.write("copied to '\(path)'; all \(result.values) values equal those of '\(database)'\n")
  }
}
