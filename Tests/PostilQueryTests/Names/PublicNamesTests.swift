import Foundation
import Testing

/// The names that Postil adds to a file that imports it.
@Suite struct PublicNamesTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources").standardized

  /// The public top-level types of a module.
  private static func types(of module: String) throws -> Set<String> {
    let kinds = ["struct", "enum", "class", "actor", "protocol", "typealias"]
    var names: Set<String> = []
    let folder = sources.appending(path: module)
    for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) ?? .init()
    where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      let isConditional = text.hasPrefix("#if ")
      for line in text.split(separator: "\n")
      where !line.hasPrefix(" ") || isConditional && line.hasPrefix("  public ") {
        let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "@" }.map(String.init)
        guard words.contains("public"), let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count
        else {
          continue
        }
        names.insert(words[kind + 1])
      }
    }
    return names
  }

  @Test(arguments: ["PostilQuery", "PostilSQLite", "PostilCursors", "PostilSwiftUI"])
  func `no public type has the name of a type of SwiftUI, Foundation, Observation or the standard library`(
    module: String
  ) throws {
    let types = try Self.types(of: module)
    if module == "PostilQuery" {
      #expect(types.isSuperset(of: ["Query", "Selection", "BoundValue", "SQLPredicate", "_TableDescription"]))
    }
    if module == "PostilSwiftUI" { #expect(types == ["Fetched", "FetchedState", "LiveQuery", "StoreMissing"]) }
    #expect(types.intersection(ForeignNames.swift) == [])
    #expect(types.intersection(ForeignNames.foundation) == [])
    #expect(types.intersection(ForeignNames.observation) == [])
    #expect(types.intersection(ForeignNames.swiftUI) == [])
  }

  /// The members that code completion offers on values of the standard library and of Foundation.
  @Test func `extensions of other modules' types have no public members without an underscore`() throws {
    let foreign = ForeignNames.swift.union(ForeignNames.foundation)
    let protocols = [
      "ColumnValue", "KeyValue", "_StoredValue", "_CastTarget", "AdditiveColumnValue", "ArithmeticColumnValue",
      "_NarrowInteger", "_WideUnsignedInteger", "_OptionalColumnValue", "_CalendarColumnValue", "DateColumnValue",
      "PackableElement", "_JSONCollection", "JSONSequence", "_JSONOptional",
    ]
    var members: [String] = []
    let folder = Self.sources.appending(path: "PostilQuery")
    for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) ?? .init()
    where file.pathExtension == "swift" {
      var (isForeign, isUnavailable) = (false, false)
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        if !line.hasPrefix(" "), !line.hasPrefix("//") {
          let type = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.dropFirst().first.map(String.init) ?? ""
          isForeign = line.hasPrefix("extension ") && (foreign.contains(type) || protocols.contains(type))
        }
        // Completion doesn't offer what is unavailable.
        defer { isUnavailable = line.hasPrefix("  @available(*, unavailable") }
        guard isForeign, !isUnavailable, line.hasPrefix("  public "), !line.contains("typealias"),
          !line.contains(" func ==")
        else {
          continue
        }
        guard line.firstMatch(of: /(?:var|func|let|init\??\() ?_/) == nil else { continue }
        members.append("\(file.lastPathComponent): \(line.trimmingCharacters(in: .whitespaces))")
      }
    }
    // Fragments of raw SQL are joined as strings are, and a draft's synthesized 'init(from:)' calls 'decode' for its members.
    members.removeAll {
      $0.contains("func joined(separator: RawSQL)") || $0.contains("func decode<")
    }
    #expect(members == [])
  }
}
