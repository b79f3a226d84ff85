/// The text that generated files have in common.
enum FileText {
  /// The first line. It contains the file's name without its folder, so that the same input gives the same bytes on
  /// every machine.
  static func header(for path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return GeneratedFile.mark + "\(Paragraphs.singleLine(file)). Don't edit this file; change the annotations instead."
  }

  /// `Item+Postil.swift` for `Sources/Tasks/Item.swift`.
  static func name(for path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return (file.hasSuffix(".swift") ? String(file.dropLast(6)) : file) + "+Postil.swift"
  }

  /// The text of a file whose source contains no models (any more).
  static func empty(for path: String) -> String {
    header(for: path) + "\n// No struct there is annotated with '// @table', '// @view' or '// @projection'.\n"
  }

  static func mark(_ title: String) -> Code { .line("// MARK: - \(title)") }

  static func text(header: String, imports: [String], _ code: [Code]) -> String {
    let imports = Set(imports).sorted().map { Code.line("import \($0)") }
    return ([[.line(header)], imports, code].separatedByBlanks()).flatMap { $0.lines(at: 0) }
      .joined(separator: "\n") + "\n"
  }
}
