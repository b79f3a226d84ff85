/// Reads the files of a target into trees.
enum SourceReader {
  /// - Returns: The trees of all files that could be read, sorted by path.
  static func read(_ sources: [CompilerPipeline.Source], report: DiagnosticReport) -> [SourceTree] {
    sources.sorted { $0.path < $1.path }.compactMap { source in
      do throws(SyntaxProblem) {
        return try parseSource(path: source.path, bytes: source.bytes)
      } catch {
        // A file without annotations is the Swift compiler's to judge: its types are unknown then.
        if isAnnotated(source.bytes) {
          report.error(error.message, at: SourcePlace(path: source.path, position: error.position))
        }
        return nil
      }
    }
  }

  /// Whether the bytes contain a mark of a model.
  static func isAnnotated(_ bytes: [UInt8]) -> Bool { ModelMarks.all.contains { contains($0, in: bytes) } }

  private static func contains(_ word: String, in bytes: [UInt8]) -> Bool {
    let word = Array(word.utf8)
    return bytes.withUnsafeBufferPointer { buffer in
      guard buffer.count >= word.count else { return false }
      var index = 0
      let end = buffer.count - word.count
      while index <= end {
        if buffer[index] == word[0], (1..<word.count).allSatisfy({ buffer[index + $0] == word[$0] }) { return true }
        index += 1
      }
      return false
    }
  }
}
