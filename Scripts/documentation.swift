// Writes the pages of Docs/ as a DocC catalog: each document becomes an article, and Docs/Tutorial.md a tutorial.
// Usage: swift Scripts/documentation.swift DOCS OUTPUT
import Foundation

let documents = URL(filePath: CommandLine.arguments[1])
let output = URL(filePath: CommandLine.arguments[2])

func write(_ text: String, to name: String) throws {
  try Data(text.utf8).write(to: output.appending(path: name))
}

/// The headings of each document, by the anchors that GitHub gives them.
struct Anchors {
  private var headings: [String: [String: String]] = [:]

  init(_ texts: [String: String]) {
    for (name, text) in texts {
      var isCode = false
      for line in text.split(separator: "\n") {
        if line.hasPrefix("```") { isCode.toggle() }
        guard !isCode, let title = line.firstMatch(of: #/^#{2,6} (.+)$/#) else { continue }
        let heading = String(title.1)
        headings[name, default: [:]][Self.anchor(heading)] = heading
      }
    }
  }

  private static func anchor(_ heading: String) -> String {
    heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(" ", with: "-")
  }

  /// The fragment of a link of DocC, `nil` if there is no such heading.
  func fragment(_ anchor: String, in name: String) -> String? {
    headings[name]?[anchor].map { heading in
      heading.replacing("`", with: "").split(whereSeparator: \.isWhitespace).joined(separator: "-")
        .addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-_@.,:"))) ?? ""
    }
  }
}

/// Replaces links between documents by those of DocC, and removes links to files that the site doesn't contain.
func withLinks(_ text: String, in name: String, _ anchors: Anchors) -> String {
  text.replacing(#/\[([^\[\]]+)\]\(([^()\s]+)\)/#) { match in
    let (title, target) = (String(match.1), String(match.2))
    if target.hasPrefix("http") { return String(match.0) }
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if parts[0].hasSuffix("README.md"), parts[0] == "../README.md" { return "[\(title)](doc:Postil)" }
    let document = parts[0].isEmpty ? name : parts[0].replacing(".md", with: "")
    guard parts[0].isEmpty || parts[0].hasSuffix(".md") && !parts[0].contains("/") else { return title }
    if document == "Tutorial" { return "[\(title)](doc:ReadingList)" }
    guard parts.count == 2 else { return "[\(title)](doc:\(document))" }
    return anchors.fragment(parts[1], in: document).map { "[\(title)](doc:\(document)#\($0))" } ?? title
  }
}

/// A document without the list of its sections, which DocC shows beside the page.
func withoutContents(_ text: String) -> String {
  var lines: [Substring] = []
  var isBeforeSections = true
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.hasPrefix("## ") { isBeforeSections = false }
    let isEntry = line.contains(#/^(-|\d+\.) \[.*\]\(#/#) || line.hasPrefix("  [") && line.contains("](#")
    if isBeforeSections, isEntry { continue }
    lines.append(line)
  }
  return lines.joined(separator: "\n")
}

/// Docs/Tutorial.md in DocC's form: each block becomes a step, whose text is what precedes the block.
struct Tutorial {
  private var files: [String: String] = [:]
  private var count = 0
  private(set) var text = ""

  init(_ document: String, _ anchors: Anchors) throws {
    let parts = withLinks(withoutContents(document), in: "Tutorial", anchors).components(separatedBy: "\n## ")
    let introduction = parts[0].split(separator: "\n").dropFirst().joined(separator: "\n")
    // Without indentation, which would make code of a directive after a blank line.
    text = "@Tutorial(time: 20) {\n@Intro(title: \"A reading list\") {\n\(introduction)\n}\n"
    for part in parts.dropFirst() { try add(section: part) }
    text += "}\n"
  }

  private mutating func add(section: String) throws {
    let pieces = section.components(separatedBy: "```")
    let opening = pieces[0].split(separator: "\n", maxSplits: 1).map(String.init)
    let title = opening[0].replacing(#/^\d+\. /#, with: "")
    let paragraphs = opening.count > 1 ? opening[1].components(separatedBy: "\n\n") : []
    var prose = paragraphs.dropFirst().joined(separator: "\n\n")
    text += "@Section(title: \"\(title)\") {\n@ContentAndMedia {\n\(paragraphs.first ?? "")\n}\n@Steps {\n"
    for index in pieces.indices.dropFirst() {
      if index % 2 == 1 {
        try add(block: pieces[index], prose)
      } else {
        prose = pieces[index]
      }
    }
    if !prose.allSatisfy(\.isWhitespace) { text += "@Step {\n\(Self.instruction(prose))\n}\n" }
    text += "}\n}\n"
  }

  /// The text of a step, which has one paragraph, and another one as a caption.
  private static func instruction(_ prose: String) -> String {
    let paragraphs = prose.split(separator: "\n\n").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { !$0.isEmpty }
    guard let last = paragraphs.last, paragraphs.count > 1 else { return paragraphs.first ?? "" }
    let first = paragraphs.dropLast().joined(separator: " ")
    return last.hasPrefix("- ") ? "\(first) \(last.replacing("\n- ", with: " ").dropFirst(2))" : "\(first)\n\n\(last)"
  }

  private mutating func add(block: String, _ prose: String) throws {
    let lines = block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var code = Array(lines.dropFirst().dropLast())
    count += 1
    var name = "Terminal"
    var step = "Run:"
    var resource = "step-\(count).txt"
    if lines[0] == "swift" {
      let path = String(code[0].dropFirst(3))
      (name, step) = (URL(filePath: path).lastPathComponent, "Write `\(path)`:")
      code.removeFirst()
      files[path] = code.joined(separator: "\n")
      resource = "step-\(count).swift"
    } else if lines[0] == "diff" {
      let path = String(code[0].split(separator: " ")[1])
      (name, step) = (URL(filePath: path).lastPathComponent, "Change `\(path)`:")
      let before = code.dropFirst().filter { !$0.hasPrefix("+") }.map { String($0.dropFirst()) }.joined(separator: "\n")
      let after = code.dropFirst().map { String($0.dropFirst()) }.joined(separator: "\n")
      files[path] = files[path]?.replacing(before, with: after)
      code = files[path]?.components(separatedBy: "\n") ?? []
      resource = "step-\(count).swift"
    }
    try write(code.joined(separator: "\n") + "\n", to: resource)
    let words = prose.allSatisfy(\.isWhitespace) ? step : Self.instruction(prose)
    text += "@Step {\n\(words)\n\n@Code(name: \"\(name)\", file: \"\(resource)\")\n}\n"
  }
}

let names = try FileManager.default.contentsOfDirectory(atPath: documents.path).sorted()
let texts = Dictionary(
  uniqueKeysWithValues: try names.filter { $0.hasSuffix(".md") }.map {
    ($0.replacing(".md", with: ""), try String(contentsOf: documents.appending(path: $0), encoding: .utf8))
  })
let anchors = Anchors(texts)
for (name, text) in texts where name != "Tutorial" {
  try write(withLinks(withoutContents(text), in: name, anchors), to: "\(name).md")
}
for name in names where name.hasSuffix(".svg") || name.hasSuffix(".png") {
  try FileManager.default.copyItem(at: documents.appending(path: name), to: output.appending(path: name))
}
try write(Tutorial(texts["Tutorial"] ?? "", anchors).text, to: "ReadingList.tutorial")
try write(
  """
  @Tutorials(name: "Postil") {
    @Intro(title: "Postil") {
      Build an application that stores its data with Postil.
    }
    @Chapter(name: "A first application") {
      A small program that keeps a reading list.
      @Image(source: "House.svg", alt: "A diagram of tables")
      @TutorialReference(tutorial: "doc:ReadingList")
    }
  }

  """, to: "Tutorials.tutorial")
