import PostilEvolution
import PostilSchema
import PostilTranslation

/// The parsed folder `Migrations` of a target: its migrations for one dialect, and their undos.
package struct MigrationFolder: Sendable {
  /// A file of the folder.
  package struct File: Sendable {
    /// Its path, as shown in diagnostics.
    package var path: String
    /// The name of the migration, or of the migration that it undoes.
    package var name: String
    package var text: String

    /// Creates a file from its contents.
    package init(path: String, name: String, text: String) {
      self.path = path
      self.name = name
      self.text = text
    }
  }

  /// The folder's path, as shown in diagnostics; it may not exist.
  package let path: String
  /// Sorted by name.
  package private(set) var files: [File]
  package private(set) var scripts: [MigrationScript]
  /// The undos, by the names of their migrations.
  package private(set) var undos: [String: File]
  /// The declared steps in Swift, sorted by name.
  package let steps: [DeclaredStep]
  /// The files that record the schema after a migration, by the names of the migrations.
  package private(set) var records: [String: File]
  /// The database of the migrations.
  package let dialect: MigrationDialect

  /// Parses the directives and statements of all files, by the rules of their database.
  /// - Throws: ``MigrationRefusal`` with every error in them.
  package init(
    path: String, files: [File], undos: [File], steps: [File] = [], records: [File] = [],
    dialect: MigrationDialect = .sqlite
  ) throws(MigrationRefusal) {
    self.path = path
    self.files = files
    self.dialect = dialect
    self.undos = Self.byName(undos)
    self.records = Self.byName(records)
    var reasons: [MigrationRefusal.Reason] = []
    var scripts: [MigrationScript] = []
    for file in files {
      do throws(MigrationScriptError) {
        scripts.append(try MigrationScript(name: file.name, text: file.text, by: dialect.split))
      } catch {
        reasons += Self.reasons(error, in: file)
      }
    }
    for undo in undos {
      do throws(MigrationScriptError) {
        _ = try MigrationScript(undoing: undo.name, text: undo.text, by: dialect.split)
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

  private static func byName(_ files: [File]) -> [String: File] {
    Dictionary(files.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The order in which the scripts are applied.
  /// - Throws: ``MigrationRefusal`` if they have no order, because of branches, a missing or repeated name, or a cycle.
  package func order() throws(MigrationRefusal) -> MigrationOrder {
    do throws(MigrationOrderError) {
      return try MigrationOrder(scripts)
    } catch {
      throw MigrationRefusal(error.text(for: dialect), at: path)
    }
  }

  /// The scripts with these names, in this order. Unknown names are skipped.
  package func scripts(named names: [String]) -> [MigrationScript] {
    names.compactMap { name in scripts.first { $0.name == name } }
  }

  /// The names that the scripts swap, including the scripts that a checkpoint replaces.
  var renames: RenameHistory {
    RenameHistory((try? order()).map { scripts(named: $0.names) } ?? scripts)
  }

  /// The folder without some of its migrations and their undos.
  func without(_ names: Set<String>) -> MigrationFolder {
    var folder = self
    folder.files.removeAll { names.contains($0.name) }
    folder.scripts.removeAll { names.contains($0.name) }
    folder.undos = undos.filter { !names.contains($0.key) }
    return folder
  }

  /// The folder without the record after a migration.
  func withoutRecord(after name: String) -> MigrationFolder {
    var folder = self
    folder.records[name] = nil
    return folder
  }

  /// The path of a migration's file, whether it exists or not.
  package func path(of name: String) -> String { "\(path)/\(name)\(dialect.suffix).sql" }

  private static func reasons(_ error: MigrationScriptError, in file: File) -> [MigrationRefusal.Reason] {
    error.problems.map { MigrationRefusal.Reason($0.message, at: "\(file.path):\($0.line):\($0.column)") }
  }
}

extension MigrationDialect {
  /// What follows `migrations` in messages.
  package var words: String { self == .sqlite ? "" : " for PostgreSQL" }

  /// Splits a file into statements.
  var split: MigrationScript.Splitter {
    switch self {
    case .sqlite: MigrationScript.sqliteStatements
    case .postgreSQL: PostgreSQLScript.statements
    }
  }
}
