import PostilCompiler
import PostilImport
import PostilRows
import PostilSources

extension CompiledModels {
  /// Compiles the models of a studio.
  /// - Throws: ``StudioFailure`` with all errors.
  init(studio targets: [SourceTarget]) throws {
    do {
      try self.init(targets)
    } catch let misuse as Misuse {
      throw StudioFailure(misuse.description)
    } catch let failure as CompilationFailure {
      throw StudioFailure(failure.lines.joined(separator: "\n"))
    }
  }

  /// Describes the tables of a file for which there are no models, as 'postil import' does.
  /// - Throws: ``StudioFailure``
  package init(importing path: String) throws {
    do {
      let files = try DatabaseImport(target: "Database", rowLimit: 10_000).run(path: path).files
      self.init(
        target: "Database", files.map { CompilerPipeline.Source(path: $0.name, bytes: Array($0.text.utf8)) })
    } catch {
      throw StudioFailure("\(error)")
    }
  }
}
