import Foundation
import PostilCompiler
import PostilLint
import Testing

/// `--profile citus`. Tests/PostgreSQL/checks/8-citus-server.sh runs the same statements on Citus.
@Suite("postil check --profile citus")
struct CitusLintTests {
  private static let folder = URL(filePath: #filePath).appending(path: "../../PostgreSQL/Citus").standardizedFileURL

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  /// A query of `Item` in the models of the tests of Citus.
  private func lint(_ query: String, profile: LintProfile?) throws -> [Diagnostic] {
    let models = try Self.text("Models/Tenants.swift") + Self.text("Models/Reminder.swift")
    let text = models.replacing("// @query(open", with: "// @query(\(query))\n// @query(open")
    return PostilLintTests.lint(text, profile: profile).filter { $0.message.contains("'found'") }
  }

  @Test("Exactly the statements that Citus refuses are reported, and only with the profile")
  func statements() throws {
    let lines = try Self.text("statements.txt").split(separator: "\n")
    #expect(lines.count > 80)
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: 1)
      let result = parts[1].hasPrefix("SELECT") || parts[1].hasPrefix("WITH") ? " -> Int?" : ""
      let query = "found()\(result): \"\(parts[1])\""
      let codes = try lint(query, profile: .citus).compactMap(\.code).filter { $0.profile == .citus }.map(\.rawValue)
      #expect(codes == (parts[0] == "-" ? [] : [String(parts[0])]), "\(line)")
      #expect(try lint(query, profile: nil).allSatisfy { $0.code?.profile == nil })
    }
  }

  @Test("A query that completes a SELECT is checked, and the message says what to add instead of another finding")
  func completing() throws {
    let joined = try lint(
      "found(): \"JOIN project ON project.name = item.title WHERE item.tenant_id = 1\"", profile: .citus)
    #expect(
      joined.filter { $0.code?.profile == .citus }.map(\.message) == [
        "Citus can't run 'found', because 'project' isn't joined with 'item' by 'tenantID'; add this to the condition, or compare "
          + "the distribution columns of both with the same value"
      ])
    #expect(!joined.contains { $0.code == .undistributedQuery })
    #expect(try lint("found(of tenant: Tenant.ID): \"WHERE tenant_id = :tenant\"", profile: .citus).isEmpty)
  }

  @Test("Without distributed tables nothing is reported")
  func undistributed() {
    let text = """
      // @table
      // @query(found() -> Int: "SELECT count(*) FROM item a JOIN item b ON b.title = a.title")
      struct Item: Sendable {
        let id: ID
        var title: String
      }
      """
    #expect(!codes(text, profile: .citus).contains { $0.hasPrefix("citus") })
  }
}
