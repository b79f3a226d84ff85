import PostilQuery
import Testing

@Suite("Text")
struct TextTests {
  @Test("+ joins text")
  func concatenation() throws {
    try expectItems(#" WHERE t0."title" || ?1 = ?2"#, [4]) { $0.title + "!" == "Report!" }
    try expectItems(#" WHERE ?1 || t0."title" = ?2"#, [4]) { "A " + $0.title == "A Report" }
    try expectItems(#" WHERE t0."title" || ?1 || t0."title" = ?2"#, [4]) {
      $0.title + "-" + $0.title == "Report-Report"
    }
  }

  @Test("Each text function is SQLite's")
  func functions() throws {
    try expectItems(#" WHERE lower(t0."title") = ?1"#, [1]) { $0.title.lowercased() == "oil the door" }
    try expectItems(#" WHERE upper(t0."title") = ?1"#, [1]) { $0.title.uppercased() == "OIL THE DOOR" }
    try expectItems(#" WHERE length(t0."title") = ?1"#, [4]) { $0.title.length == 6 }
    try expectItems(#" WHERE length(t0."note") = ?1"#, [4]) { $0.note.length == 0 }
    try expectItems(#" WHERE t0."title" = ''"#, []) { $0.title.isEmpty }
    try expectItems(#" WHERE NOT (t0."title" = '')"#, [1, 2, 3, 4, 5]) { !$0.title.isEmpty }
    try expectItems(#" WHERE t0."note" = ''"#, [4]) { $0.note.isEmpty }
    try expectItems(#" WHERE trim(t0."title") = ?1"#, [4]) { $0.title.trimmed() == "Report" }
    try expectItems(#" WHERE trim(t0."title", ?1) = ?2"#, [4]) { $0.title.trimmed("Rt") == "epor" }
    try expectItems(#" WHERE replace(t0."title", ?1, ?2) = ?3"#, [3]) {
      $0.title.replacing("_", with: "%") == "Paint%wall"
    }
    try expectItems(#" WHERE substr(t0."title", ?1) = ?2"#, [4]) { $0.title.substring(from: 2) == "port" }
    try expectItems(#" WHERE substr(t0."title", ?1, ?2) = ?3"#, [4]) {
      $0.title.substring(from: 2, length: 3) == "por"
    }
    try expectItems(#" WHERE substr(t0."title", ?1, ?2) = ?3"#, [1, 2, 3, 4, 5]) {
      $0.title.substring(from: -5, length: -1) == ""
    }
    try expectItems(#" WHERE substr(t0."title", ?1) = ?2"#, [1, 2, 3, 4, 5]) { $0.title.substring(from: .max) == "" }
  }

  @Test("contains, hasPrefix and hasSuffix are case-sensitive, and match %, _, * and [ literally")
  func matching() throws {
    let contains = #" WHERE instr(t0."title", ?1) > 0"#
    try expectItems(contains, [1]) { $0.title.contains("Oil") }
    try expectItems(contains, [3]) { $0.title.contains("_") }
    try expectItems(contains, []) { $0.title.contains("%") }
    try expectItems(contains, [1, 2, 3, 4, 5]) { $0.title.contains("") }
    try expectItems(#" WHERE instr(t0."note", ?1) > 0"#, [2]) { $0.note.contains("0%") }
    try expectItems(#" WHERE instr(t0."note", ?1) > 0"#, [3]) { $0.note.contains("*b?[") }
    try expectItems(#" WHERE (instr(t0."note", ?1) > 0) IS NOT TRUE"#, [1, 3, 4, 5]) { !$0.note.contains("%") }

    let prefix = #" WHERE t0."title" COLLATE BINARY >= ?1 AND t0."title" COLLATE BINARY < ?2"#
    try expectItems(prefix, [1], bindings: [.text("Oil"), .text("Oim")]) { $0.title.hasPrefix("Oil") }
    try expectItems(prefix, [2]) { $0.title.hasPrefix("oil") }
    try expectItems(prefix, [3]) { $0.title.hasPrefix("Paint_") }
    try expectItems(prefix, []) { $0.title.hasPrefix("Paint%") }
    try expectItems(#" WHERE t0."title" COLLATE BINARY >= ?1"#, [1, 2, 3, 4, 5]) { $0.title.hasPrefix("") }
    try expectItems(#" WHERE t0."title" COLLATE BINARY >= ?1"#, []) { $0.title.hasPrefix("\u{10FFFF}") }
    try expectItems(prefix, [], bindings: [.text("a\u{10FFFF}"), .text("b")]) { $0.title.hasPrefix("a\u{10FFFF}") }
    try expectItems(prefix, [], bindings: [.text("\u{D7FF}"), .text("\u{E000}")]) { $0.title.hasPrefix("\u{D7FF}") }

    let suffix =
      #" WHERE substr(CAST(t0."title" || '.' AS BLOB), length(CAST(t0."title" || '.' AS BLOB)) "#
      + "- length(CAST(?1 AS BLOB)) + 1) = CAST(?2 AS BLOB)"
    try expectItems(suffix, [1]) { $0.title.hasSuffix("door") }
    try expectItems(suffix, []) { $0.title.hasSuffix("DOOR") }
    try expectItems(suffix, [4]) { $0.title.hasSuffix("Report") }
    try expectItems(suffix, []) { $0.title.hasSuffix("A Report") }
    try expectItems(suffix, []) { $0.title.hasSuffix("A longer Report") }
    try expectItems(suffix, [1, 2, 3, 4, 5]) { $0.title.hasSuffix("") }
  }

  @Test("Texts are matched case-sensitively also in columns with another collation")
  func collation() throws {
    let database = try TestDatabase.filled()
    #expect(try Tag.where { $0.name.hasPrefix("oi") }.count(in: database.transaction) == 0)
    #expect(try Tag.where { $0.name.hasPrefix("Oi") }.count(in: database.transaction) == 1)
    #expect(try Tag.where { $0.name.hasSuffix("IL") }.count(in: database.transaction) == 0)
    #expect(try Tag.where { $0.name.hasSuffix("il") }.count(in: database.transaction) == 1)
    #expect(try Tag.where { $0.name.contains("OI") }.count(in: database.transaction) == 0)
  }

  @Test("Text can be matched with another column")
  func columns() throws {
    try expectItems(#" WHERE instr(t0."title", t0."note") > 0"#, [4]) { $0.title.contains($0.note) }
    try expectItems(#" WHERE instr(t0."title", t0."note") = 1"#, [4]) { $0.title.hasPrefix($0.note) }
    try expectItems(
      #" WHERE substr(CAST(t0."title" || '.' AS BLOB), length(CAST(t0."title" || '.' AS BLOB)) "#
        + #"- length(CAST(t0."title" || '.' AS BLOB)) + 1) = CAST(t0."title" || '.' AS BLOB)"#,
      [1, 2, 3, 4, 5]
    ) { $0.title.hasSuffix($0.title) }
  }

  @Test("LIKE is case-insensitive, GLOB is not, and an escaped pattern is ordinary text")
  func patterns() throws {
    try expectItems(#" WHERE t0."title" LIKE +?1"#, [1, 2]) { $0.title.like("OIL%") }
    try expectItems(#" WHERE t0."title" LIKE +?1 ESCAPE ?2"#, [3]) { $0.title.like(#"%\_%"#, escape: "\\") }
    try expectItems(#" WHERE t0."title" GLOB ?1"#, [1]) { $0.title.glob("Oil*") }
    try expectItems(#" WHERE t0."note" GLOB ?1"#, [3]) { $0.note.glob("a[*]*") }
    let ignoringCase = #" WHERE t0."title" LIKE +?1 ESCAPE ?2"#
    try expectItems(ignoringCase, [1, 2]) { $0.title.containsIgnoringCase("OIL") }
    try expectItems(ignoringCase, [3], bindings: [.text(#"%\_%"#), .text(#"\"#)]) { $0.title.containsIgnoringCase("_") }
    try expectItems(ignoringCase, []) { $0.title.containsIgnoringCase("%") }
    try expectItems(ignoringCase, []) { $0.title.containsIgnoringCase(#"\"#) }
  }
}
