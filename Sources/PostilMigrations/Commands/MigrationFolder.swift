import PostilEvolution
import PostilSchema

/// The folder `Migrations` of a target, read: every migration, and those files that undo one.
package struct MigrationFolder: Sendable {
  /// A file as it stands there.
  package struct File: Sendable {
    /// Its path, as it is to stand in diagnostics.
    package var path: String
    /// The name of the migration that it is, or undoes.
    package var name: String
    package var text: String

    /// Makes a file of what was read.
    package init(path: String, name: String, text: String) {
      self.path = path
      self.name = name
      self.text = text
    }
  }

  /// The folder's path, as it is to stand in diagnostics; it need not be there.
  package let path: String
  /// In the order of their names.
  package let files: [File]
  package let scripts: [MigrationScript]
  /// What undoes a migration, by its name.
  package let undos: [String: File]
  /// The steps in Swift that files declare, in the order of their names.
  package let steps: [DeclaredStep]

  /// Reads the directives and statements of all files.
  /// - Throws: ``MigrationRefusal`` with everything that is wrong in them.
  package init(path: String, files: [File], undos: [File], steps: [File] = []) throws(MigrationRefusal) {
    self.path = path
    self.files = files
    self.undos = Dictionary(undos.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var reasons: [MigrationRefusal.Reason] = []
    var scripts: [MigrationScript] = []
    for file in files {
      do throws(MigrationScriptError) {
        let script = try MigrationScript(name: file.name, text: file.text)
        scripts.append(script)
        reasons += RecordedTypes.unknownWords(of: script).map { word in
          MigrationRefusal.Reason("unknown type '\(word)' in '@types'", at: file.path, notes: [Self.typesNote])
        }
      } catch {
        reasons += Self.reasons(error, in: file)
      }
    }
    for undo in undos {
      do throws(MigrationScriptError) {
        _ = try MigrationScript(undoing: undo.name, text: undo.text)
      } catch {
        reasons += Self.reasons(error, in: undo)
      }
    }
    var declared: [DeclaredStep] = []
    for file in steps {
      do throws(MigrationRefusal) {
        declared.append(try DeclaredStep(file))
      } catch {
        reasons += error.reasons
      }
    }
    if reasons.isEmpty { reasons = declared.reasons(among: scripts.map(\.name)) }
    guard reasons.isEmpty else { throw MigrationRefusal(reasons) }
    self.scripts = scripts
    self.steps = declared
  }

  private static let typesNote =
    "the types are \(ColumnType.all.map(\.word).sorted().joined(separator: ", "))"

  /// The order in which the scripts are applied.
  /// - Throws: ``MigrationRefusal`` where they have none: branches, a missing or a repeated name, a circle.
  package func order() throws(MigrationRefusal) -> MigrationOrder {
    do throws(MigrationOrderError) {
      return try MigrationOrder(scripts)
    } catch {
      throw MigrationRefusal("\(error)", at: path)
    }
  }

  /// The scripts of these names, in their order; those of other names are left out.
  package func scripts(named names: [String]) -> [MigrationScript] {
    names.compactMap { name in scripts.first { $0.name == name } }
  }

  /// Where the scripts let names change places, those that a checkpoint replaces among them.
  var renames: RenameHistory {
    RenameHistory((try? order()).map { scripts(named: $0.names) } ?? scripts)
  }

  /// The path of a migration's file, whether it is there or not.
  package func path(of name: String) -> String { "\(path)/\(name).sql" }

  private static func reasons(_ error: MigrationScriptError, in file: File) -> [MigrationRefusal.Reason] {
    error.problems.map { MigrationRefusal.Reason($0.message, at: "\(file.path):\($0.line):\($0.column)") }
  }
}
