import PostilEvolution
import PostilSQL

/// A step in Swift that is declared by a file in the folder `Migrations`, so that the tool can order it among the migrations:
/// `fill_slugs.step` with the line `-- @step(after: "20261121183000_add_slug")`. The code of the step is in the program.
package struct DeclaredStep: Hashable, Sendable {
  /// The name in the program's call of `step(_:after:_:)`: the file name without `.step`.
  package let name: String
  /// The migration or step that it runs after.
  package let after: String
  /// The path of the file, as shown in diagnostics.
  package let path: String

  private static let form = "-- @step(after: \"20261121183000_add_slug\")"

  /// Reads a file.
  /// - Throws: ``MigrationRefusal`` with every error in it.
  init(_ file: MigrationFolder.File) throws(MigrationRefusal) {
    var reasons: [MigrationRefusal.Reason] = []
    var after: [String] = []
    let lines = SQLText.normalized(file.text).split(
      separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let content = line.drop { $0 == " " || $0 == "\t" }
      guard !content.isEmpty else { continue }
      do throws(Problem) {
        if let name = try Self.after(content) { after.append(name) }
      } catch {
        reasons.append(.init(error.message, at: "\(file.path):\(number + 1):1"))
      }
    }
    if reasons.isEmpty, after.count != 1 {
      let problem = after.isEmpty ? "doesn't name a migration" : "names several migrations"
      reasons.append(
        .init("the declaration of the step '\(file.name)' \(problem); write '\(Self.form)'", at: file.path))
    }
    guard reasons.isEmpty, let first = after.first else { throw MigrationRefusal(reasons) }
    name = file.name
    self.after = first
    path = file.path
  }

  private struct Problem: Error {
    var message: String
  }

  /// The name in `-- @step(after: "NAME")`; `nil` for other comments.
  private static func after(_ line: Substring) throws(Problem) -> String? {
    guard line.hasPrefix("--") else {
      throw Problem(
        message: "the declaration of a step can't contain statements, because the step is written in Swift; write "
          + "'\(form)'")
    }
    let directive: MigrationDirective?
    do throws(MigrationDirective.Malformed) {
      directive = try MigrationDirective(line.dropFirst(2).drop { $0 == " " || $0 == "\t" })
    } catch {
      throw Problem(message: "\(error.reason); write '\(form)'")
    }
    guard let directive else { return nil }
    guard directive.word == "step", directive.rest == nil, directive.arguments.count == 1,
      directive.arguments[0].label == "after", directive.arguments[0].isQuoted
    else { throw Problem(message: "'@\(directive.word)' isn't the declaration of a step; write '\(form)'") }
    return directive.arguments[0].value
  }
}

extension [DeclaredStep] {
  /// The errors in the order of steps, among migrations with these names.
  func reasons(among migrations: [String]) -> [MigrationRefusal.Reason] {
    let names = Set(migrations + map(\.name))
    return compactMap { step in
      if migrations.contains(step.name) {
        return .init("a migration is also named '\(step.name)'; rename the step", at: step.path)
      }
      guard names.contains(step.after) else {
        return .init(
          "the step '\(step.name)' comes after '\(step.after)', which doesn't exist; name a migration or another "
            + "step, or delete this file if the step was run on every database", at: step.path)
      }
      var (place, seen): (String, Set<String>) = (step.after, [step.name])
      while let next = first(where: { $0.name == place }) {
        guard seen.insert(place).inserted else {
          return .init("the step '\(step.name)' comes after itself; name a migration", at: step.path)
        }
        place = next.after
      }
      return nil
    }
  }
}
