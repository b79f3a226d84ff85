/// Attaches comments to declarations, by the rules of `AttachedComments`.
extension DeclarationParser {
  /// Distributes the comments between the last declaration and the construct that starts at `offset`.
  ///
  /// Comments on the rest of the last declaration's line are its trailing comments. Comments directly above `offset`
  /// are returned if a declaration that the tree keeps starts there. The others are loose.
  ///
  /// - Returns: the leading comments of the declaration at `offset`.
  mutating func takeGap(of members: inout MemberCollector, before offset: Int, isKept: Bool) -> [Comment] {
    var rest: [LexedComment] = []
    while commentIndex < source.comments.count, source.comments[commentIndex].start < offset {
      let comment = source.comments[commentIndex]
      commentIndex += 1
      if source.lines.lineIndex(at: comment.start) == members.previousLine {
        members.attachTrailing(makeComment(comment))
      } else {
        rest.append(comment)
      }
    }
    guard !rest.isEmpty else { return [] }
    let firstLeading = isKept ? rest.count - countDirectlyAbove(offset, in: rest) : rest.count
    members.looseComments.append(contentsOf: rest[..<firstLeading].map(makeComment))
    return rest[firstLeading...].map(makeComment)
  }

  /// The number of comments at the end of the list that are directly above `offset`, or before it on its line.
  func countDirectlyAbove(_ offset: Int, in comments: [LexedComment]) -> Int {
    var line = source.lines.lineIndex(at: offset)
    var count = 0
    for comment in comments.reversed() {
      let end = source.lines.lineIndex(at: comment.end)
      guard end == line || end == line - 1 else { break }
      line = source.lines.lineIndex(at: comment.start)
      count += 1
    }
    return count
  }

  /// The comments in the head of a declaration, up to its name: between attributes, modifiers and the keyword.
  mutating func takeHeadComments(of head: DeclarationHead, before name: Int) -> [Comment] {
    var comments: [Comment] = []
    while commentIndex < source.comments.count, source.comments[commentIndex].start < name {
      let comment = source.comments[commentIndex]
      commentIndex += 1
      guard comment.start >= head.start, !head.argumentRanges.contains(where: { $0.contains(comment.start) }) else {
        continue
      }
      comments.append(makeComment(comment))
    }
    return comments
  }

  /// The comments from the current position to `offset`, which are skipped.
  mutating func takeComments(before offset: Int) -> [LexedComment] {
    var comments: [LexedComment] = []
    while commentIndex < source.comments.count, source.comments[commentIndex].start < offset {
      comments.append(source.comments[commentIndex])
      commentIndex += 1
    }
    return comments
  }

  /// Skips the comments inside the construct that was just read; they become strays of the type.
  mutating func passComments(before offset: Int, in members: inout MemberCollector) {
    while commentIndex < source.comments.count, source.comments[commentIndex].start < offset {
      // A file's loose comments in functions aren't needed, and there may be many.
      if members.container != nil { members.addStray(makeComment(source.comments[commentIndex])) }
      commentIndex += 1
    }
  }

  /// Records what was read last, and skips the comments inside it.
  mutating func finish(_ previous: MemberCollector.Previous, in members: inout MemberCollector) {
    passComments(before: previousEnd, in: &members)
    members.previous = previous
    members.previousLine = source.lines.lineIndex(at: previousEnd)
  }

  /// The comments above structs that weren't read, because they are in a function or closure.
  func localComments() -> [Comment] {
    var next = 0
    return source.comments.filter { comment in
      while next < source.tokens.count - 1, source.tokens[next].start < comment.end { next += 1 }
      var start = next
      while source.tokens[start].kind == .at, start + 2 < source.tokens.count {
        start += 2
        if source.tokens[start].kind == .leftParen { start = max(start, source.tokens[start].partner) + 1 }
      }
      return comment.kind == .line && source.tokens[start].keyword == .struct && !typeTokens.contains(start)
    }.map(makeComment)
  }

  /// A comment without its markers.
  func makeComment(_ comment: LexedComment) -> Comment {
    let marker: Int
    switch comment.kind {
    case .line, .block: marker = 2
    case .documentationLine, .documentationBlock: marker = 3
    }
    let isBlock = comment.kind == .block || comment.kind == .documentationBlock
    let textStart = comment.start + marker
    let textEnd = isBlock ? max(textStart, comment.end - 2) : comment.end
    return Comment(
      kind: comment.kind, text: source.text(textStart, textEnd), position: position(at: comment.start),
      textPosition: position(at: textStart))
  }
}
