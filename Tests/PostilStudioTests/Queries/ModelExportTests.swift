import Foundation
import PostilRows
import PostilStudio
import Testing

/// `POSTIL_RECORD=1 swift test --filter ModelExportTests` writes what is exported now into the files of `Goldens`, which this target
/// compiles.
@Suite("Exports of models")
struct ModelExportTests {
  private static let rows = #"""
    INSERT INTO parcel VALUES ('a "b"', 3, '');
    INSERT INTO thing VALUES
      ('E621E1F8-C36C-495A-93FC-0C247A3E6E5F', 1, 'default', '10.5', 1e300, '18446744073709551615', 1795332600, '2026-11-22',
        'https://example.org/?a=b', x'E621E1F8C36C495A93FC0C247A3E6E5F', 1, x'00ff', 5, 'Rome', NULL, 'Oslo', 7, 'x' || char(0) || 'y',
        'a "b"', 3, NULL),
      ('00000000-0000-0000-0000-000000000000', NULL, 'glad', '-1', 9e999, 0, -1, '0001-01-01', NULL, NULL, NULL, NULL, -5, '', 1, NULL,
        NULL, char(0x202E, 10), NULL, NULL, NULL);
    INSERT INTO crate (id, name, level, tint, bytes, steps, curve, label, lines, place_city, place_zip, scan, parcel_carrier, parcel_number)
    VALUES
      (7, 'one', 'none', 3, x'01ff', x'0100ffff', x'0000c03f0000807f', '{"text":"a\"\\b","at":"2026-11-22 07:30:00.25"}', '["x","y"]',
        'Rome', 1, zeroblob(70), 'a "b"', 3),
      (9223372036854775807, 'two', NULL, NULL, zeroblob(65), x'', NULL, NULL, '[]', NULL, NULL, NULL, NULL, NULL)
    """#

  private func sample() async throws -> SampleStudio {
    try await SampleStudio(
      paths: ["Tests/PostilStudioTests/Models/Things.swift", "Tests/PostilStudioTests/Models/Crates.swift"],
      sql: Self.rows)
  }

  private func exported(_ sample: SampleStudio, _ body: JSONTree) async throws -> String {
    let response = await sample.response(
      "POST", "/sql/export", .object((body.members ?? []) + [.init("format", "swift")]))
    try #require(response.status == 200, "\(String(decoding: response.body, as: UTF8.self))")
    return String(decoding: response.body, as: UTF8.self)
  }

  @Test(
    "Rows of a table are drafts that compile",
    arguments: [("thing", "Things"), ("crate", "Crates"), ("parcel", "Parcels"), ("crate_count", "CrateCounts")])
  func tables(table: String, file: String) async throws {
    let text = try await exported(sample(), ["table": .string(table)])
    let path = SampleStudio.package.appending(path: "Tests/PostilStudioTests/Goldens/Exported\(file).swift").path
    // Each file has its own 'rows'.
    var golden = text.replacing("let rows", with: "private let rows")
    if table == "crate" { golden += "\nenum ExportedRows {\n  static var labels: [Label?] { rows.map(\\.label) }\n}\n" }
    if ProcessInfo.processInfo.environment["POSTIL_RECORD"] == "1" {
      try Data(golden.utf8).write(to: URL(fileURLWithPath: path))
    }
    #expect(try golden == String(contentsOfFile: path, encoding: .utf8))
  }

  @Test("JSON is decoded as the library decodes it")
  func json() throws {
    #expect(ExportedRows.labels.map { $0?.text } == ["a\"\\b", nil])
    #expect(ExportedRows.labels.first??.at == Date(timeIntervalSince1970: 1_795_332_600.25))
  }

  @Test("The rows of a statement are drafts if they have the columns of one model and values of its types")
  func statements() async throws {
    let sample = try await sample()
    let whole = try await exported(sample, ["table": "parcel"])
    for sql in ["SELECT * FROM parcel", "SELECT p.* FROM parcel AS p", "SELECT note, number, carrier FROM parcel"] {
      #expect(try await exported(sample, ["sql": .string(sql)]) == whole)
    }
    for sql in [
      "SELECT carrier, number FROM parcel", "SELECT *, 1 AS more FROM parcel",
      "SELECT carrier, 'x' AS number, note FROM parcel",
      "SELECT NULL AS carrier, number, note FROM parcel", "SELECT 'a' AS carrier, 1 AS number, '' AS note",
    ] {
      #expect(try await exported(sample, ["sql": .string(sql)]).contains("let rows: [("), "\(sql)")
    }
    // The lazy column isn't part of a row.
    let crates = try await exported(
      sample,
      [
        "sql":
          "SELECT id, name, level, tint, bytes, steps, curve, label, lines, place_city, place_zip, made_at, parcel_carrier, parcel_number FROM crate"
      ])
    #expect(crates.contains("let rows: [Crate.Draft] = ["))
    #expect(!crates.contains("scan:"))
  }
}
