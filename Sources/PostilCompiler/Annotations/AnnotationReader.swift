/// Reads the annotations in `//` comments. They all have the same grammar.
///
///     comment    = spaces annotation { spaces annotation } [ prose ]
///     annotation = "@" name [ "(" [ argument { "," argument } ] ")" ]
///     argument   = [ label ":" ] ( string | number | name { "." name } ) | function ":" string
///     function   = name "(" parameters ")" [ "->" type ]
///     prose      = ( two spaces or more, or "//" ) anything
///
/// A comment that doesn't start with `@` and a name is prose. As an exception, `@ unique`, a known name after a space,
/// is an error.
struct AnnotationReader {
  /// An error in an annotation. The caller decides whether to report it: a struct without `@table` can contain any comments.
  struct Problem {
    var message: String
    var place: SourcePlace
  }

  let path: String
  private(set) var annotations: [Annotation] = []
  private(set) var problems: [Problem] = []

  init(path: String) { self.path = path }

  /// Reads comments in the order of the source.
  static func read(_ comments: [Comment], path: String) -> AnnotationReader {
    var reader = AnnotationReader(path: path)
    for group in AnnotationText.groups(of: comments) { reader.read(group) }
    return reader
  }

  private mutating func read(_ text: AnnotationText) {
    var line = 0
    while line < text.lines.count {
      var position = skippingSpaces(from: text.lines[line].start, in: text)
      checkParted(at: position, in: text)
      let first = annotations.count
      while startsAnnotation(at: position, in: text) {
        guard let end = readAnnotation(at: position, in: text) else { return }
        if annotations.count > first + 1 { joinRename() }
        guard let next = nextAnnotation(after: end, in: text) else {
          position = end
          break
        }
        position = next
      }
      line = max(line, text.line(at: position)) + 1
    }
  }

  /// `@manyToMany(labels: Tag) @renamed(from: "tags")`: after a relationship, on the same line, the former name is the relationship's.
  private mutating func joinRename() {
    guard let note = annotations.last, note.name == "renamed", let arguments = note.arguments, arguments.count == 1,
      var former = arguments.first, former.label?.text == "from",
      ["manyToMany", "hasMany"].contains(annotations[annotations.count - 2].name)
    else { return }
    former.label?.text = "renamedFrom"
    annotations.removeLast()
    annotations[annotations.count - 1].arguments?.append(former)
  }

  /// Reports `@ unique`, an annotation with spaces after the `@`.
  private mutating func checkParted(at start: Int, in text: AnnotationText) {
    guard text[start] == 0x40, text[start + 1] == 0x20 || text[start + 1] == 0x09 else { return }
    let nameStart = skippingSpaces(from: start + 1, in: text)
    var end = nameStart
    while Self.isNamePart(text[end]) { end += 1 }
    guard let known = KnownAnnotation.named(text.text(nameStart..<end)) else { return }
    fail(Message.partedAnnotation(known.name, hasArguments: text[end] == 0x28), at: start, in: text)
  }

  /// Reads the annotation whose `@` is at `start`.
  /// - Returns: the offset after it; `nil` if its end can't be found.
  private mutating func readAnnotation(at start: Int, in text: AnnotationText) -> Int? {
    var end = start + 1
    while Self.isNamePart(text[end]) { end += 1 }
    let name = text.text(start + 1..<end)
    let place = SourcePlace(path: path, position: text.position(at: start))
    guard text[end] == 0x28 else {
      annotations.append(Annotation(name: name, place: place))
      return end
    }
    guard let (arguments, close) = readArguments(from: end, of: name, at: place, in: text) else { return nil }
    annotations.append(Annotation(name: name, place: place, arguments: arguments))
    return close
  }

  /// The offset of the next annotation on the same line; `nil` at the end of the line or the start of prose.
  private mutating func nextAnnotation(after end: Int, in text: AnnotationText) -> Int? {
    let next = skippingSpaces(from: end, in: text)
    if startsAnnotation(at: next, in: text) { return next }
    let isLineEnd = text[next] == 0x0A || text[next] == 0
    let isComment = text[next] == 0x2F && text[next + 1] == 0x2F
    if isLineEnd || isComment || next - end >= 2 || text[end] == 0x09 { return nil }
    var stop = next
    while text[stop] > 0x20 { stop += 1 }
    let word = text.text(next..<stop)
    fail(Message.proseBehindAnnotation(word), at: next, in: text)
    return nil
  }

  private func skippingSpaces(from start: Int, in text: AnnotationText) -> Int {
    var position = start
    while text[position] == 0x20 || text[position] == 0x09 { position += 1 }
    return position
  }

  private func startsAnnotation(at position: Int, in text: AnnotationText) -> Bool {
    text[position] == 0x40 && Self.isNameStart(text[position + 1])
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || byte == 0x5F || byte >= 0x80
  }

  static func isNamePart(_ byte: UInt8) -> Bool { isNameStart(byte) || (0x30...0x39).contains(byte) }

  mutating func fail(_ message: String, at offset: Int, in text: AnnotationText) {
    problems.append(Problem(message: message, place: SourcePlace(path: path, position: text.position(at: offset))))
  }
}
