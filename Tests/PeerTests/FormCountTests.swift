import Foundation
import Testing

/// Docs/Queries.md, "What to write instead": its table of libraries counts the forms that these tests are named after.
///
/// A test counts for the libraries of its suite, "As in ent", and for those in parentheses in its name, "first (Rails, Django)".
@Suite("The forms by library")
struct FormCountTests {
  private static let libraries = [
    "Prisma", "ent", "GRDB", "Drizzle", "SQLAlchemy", "SwiftData", "Rails", "Django", "jOOQ",
  ]

  @Test("The table in the document has the numbers of these tests")
  func table() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let document = try String(
      contentsOf: folder.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Docs/Queries.md"),
      encoding: .utf8)
    var (typed, awkward): ([String: Int], [String: Int]) = ([:], [:])
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".swift") {
      let file = folder.appending(path: name)
      var suite: Set<String> = []
      for match in try String(contentsOf: file, encoding: .utf8).matches(of: /@(Suite|Test)\(\s*"((?:[^"\\]|\\.)+)"/) {
        if match.1 == "Suite" {
          suite = match.2.hasPrefix("As in ") ? Self.names(in: match.2) : []
        } else {
          let named = match.2.matches(of: /\(([^()]+)\)/).map { Set($0.1.split(separator: ", ").map(String.init)) }
            .filter { $0.isSubset(of: Self.libraries) }
          for library in named.reduce(suite, { $0.union($1) }) {
            if match.2.contains("; awkward: ") {
              awkward[library, default: 0] += 1
            } else {
              typed[library, default: 0] += 1
            }
          }
        }
      }
    }
    let instead = document.split(separator: "\n").drop { $0 != "| form | of | instead |" }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }.map { Self.names(in: $0.split(separator: " | ")[1]) }
    for library in Self.libraries {
      let (typed, awkward) = (typed[library, default: 0], awkward[library, default: 0])
      let none = instead.count { $0.contains(library) }
      let row = "| \(library) | \(typed + awkward + none) | \(typed) | \(awkward) | \(none) |"
      let isThere = document.contains("\n\(row)\n")
      #expect(isThere, "Docs/Queries.md needs the row \(row)")
    }
  }

  private static func names(in text: Substring) -> Set<String> {
    Set(text.split { !$0.isLetter }.map(String.init)).intersection(libraries)
  }
}
