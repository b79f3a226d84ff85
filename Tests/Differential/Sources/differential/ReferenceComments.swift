@testable import PostilSyntax
import SwiftSyntax

/// A comment found in the trivia of swift-syntax's tree, with the lines on which it starts and ends.
struct ReferenceComment {
  var comment: Comment
  var end: Int
  var firstLine: Int
  var lastLine: Int
  var start: Int { comment.position.offset }

  /// All comments of a file in order.
  static func all(in tree: SourceFileSyntax, _ converter: SourceLocationConverter) -> [ReferenceComment] {
    var comments: [ReferenceComment] = []
    for token in tree.tokens(viewMode: .sourceAccurate) {
      scan(token.leadingTrivia, from: token.position, converter, into: &comments)
      scan(token.trailingTrivia, from: token.endPositionBeforeTrailingTrivia, converter, into: &comments)
    }
    return comments
  }

  private static func scan(
    _ trivia: Trivia, from start: AbsolutePosition, _ converter: SourceLocationConverter,
    into comments: inout [ReferenceComment]
  ) {
    var offset = start.utf8Offset
    for piece in trivia {
      let length = piece.sourceLength.utf8Length
      defer { offset += length }
      let parts: (kind: Comment.Kind, text: String, open: Int, close: Int)
      switch piece {
      case .lineComment(let text): parts = (.line, text, 2, 0)
      case .docLineComment(let text): parts = (.documentationLine, text, 3, 0)
      case .blockComment(let text): parts = (.block, text, 2, 2)
      case .docBlockComment(let text): parts = (.documentationBlock, text, 3, 2)
      default: continue
      }
      func place(_ offset: Int) -> SourcePosition {
        let location = converter.location(for: AbsolutePosition(utf8Offset: offset))
        return SourcePosition(offset: offset, line: location.line, column: location.column)
      }
      let content = Array(parts.text.utf8).dropFirst(parts.open).dropLast(parts.close)
      let comment = Comment(
        kind: parts.kind, text: String(decoding: content, as: UTF8.self), position: place(offset),
        textPosition: place(offset + parts.open))
      comments.append(
        ReferenceComment(
          comment: comment, end: offset + length, firstLine: comment.position.line,
          lastLine: place(offset + length).line))
    }
  }
}

/// The rules of `AttachedComments`, worked out for each comment from the stretches of source around it.
extension Reference {
  private func line(_ offset: Int) -> Int { converter.location(for: AbsolutePosition(utf8Offset: offset)).line }

  /// The comments that start in a stretch of source; no comment crosses the end of one that is asked for.
  private func comments(in range: Range<Int>) -> ArraySlice<ReferenceComment> {
    comments[firstComment(from: range.lowerBound)..<firstComment(from: range.upperBound)]
  }

  private func firstComment(from offset: Int) -> Int {
    var low = 0
    var high = comments.count
    while low < high {
      let middle = (low + high) / 2
      if comments[middle].start < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Comments from the declaration's start to its name, without those in the parentheses of attributes.
  func headComments(
    _ node: some SyntaxProtocol, _ attributes: AttributeListSyntax, before name: some SyntaxProtocol
  ) -> [Comment] {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    let end = name.positionAfterSkippingLeadingTrivia.utf8Offset
    let parentheses = parentheses(in: attributes)
    return comments(in: start..<end).filter { found in
      !parentheses.contains { $0.contains(found.start) }
    }.map(\.comment)
  }

  private func parentheses(in attributes: AttributeListSyntax) -> [Range<Int>] {
    attributes.flatMap { element -> [Range<Int>] in
      switch element {
      case .attribute(let attribute):
        guard let opening = attribute.leftParen, let closing = attribute.rightParen else { return [] }
        return [opening.position.utf8Offset..<closing.endPositionBeforeTrailingTrivia.utf8Offset]
      case .ifConfigDecl(let config):
        return config.clauses.flatMap { clause -> [Range<Int>] in
          guard case .attributes(let inner) = clause.elements else { return [] }
          return parentheses(in: inner)
        }
      }
    }
  }

  /// Gives every comment that stands between the units of a container, or between the elements of one of them, to the
  /// declaration that it stands beside.
  func attach(to container: inout Container, from start: Int, to end: Int, openingBrace: Int?) {
    let units = container.units
    let own = Array(comments(in: start..<max(start, end)))
    var unit = 0
    var index = 0
    while index < own.count {
      let found = own[index]
      while unit < units.count, units[unit].end <= found.start { unit += 1 }
      if unit < units.count, units[unit].start <= found.start {
        index += 1
        continue
      }
      // A run of comments between the unit before and the unit at `unit`.
      let limit = unit < units.count ? units[unit].start : end
      var run: [ReferenceComment] = []
      while index < own.count, own[index].start < limit {
        run.append(own[index])
        index += 1
      }
      let lineBefore = unit > 0 ? line(units[unit - 1].end) : openingBrace
      let trailing = run.filter { $0.firstLine == lineBefore }
      let others = run.filter { $0.firstLine != lineBefore }
      if unit > 0 {
        attachTrailing(trailing.map(\.comment), to: units[unit - 1], in: &container)
      } else {
        container.afterBrace += trailing.map(\.comment)
      }
      var leading: [ReferenceComment] = []
      if unit < units.count, isKept(units[unit].owner) { leading = directlyAbove(line(limit), others) }
      container.loose += others.dropLast(leading.count).map(\.comment)
      if unit < units.count { attachLeading(leading.map(\.comment), to: units[unit], in: &container) }
    }
    for unit in units { attachBetweenElements(of: unit, in: &container) }
    // Those between elements were found after those between declarations.
    container.loose.sort { $0.position < $1.position }
  }

  private func isKept(_ owner: Container.Unit.Owner) -> Bool {
    if case .skipped = owner { return false }
    return true
  }

  /// The last comments whose lines reach without a gap down to `line`.
  private func directlyAbove(_ line: Int, _ comments: [ReferenceComment]) -> [ReferenceComment] {
    var below = line
    var first = comments.count
    while first > 0, below - comments[first - 1].lastLine <= 1 {
      first -= 1
      below = comments[first].firstLine
    }
    return Array(comments[first...])
  }

  private func attachLeading(_ found: [Comment], to unit: Container.Unit, in container: inout Container) {
    switch unit.owner {
    case .skipped: break
    case .type(let index): container.types[index].comments.leading.insert(contentsOf: found, at: 0)
    case .alias(let index): container.aliases[index].comments.leading.insert(contentsOf: found, at: 0)
    case .properties(let range):
      for index in range { container.properties[index].comments.leading.insert(contentsOf: found, at: 0) }
    case .cases(let range):
      for index in range { container.cases[index].comments.leading.insert(contentsOf: found, at: 0) }
    }
  }

  private func attachTrailing(_ found: [Comment], to unit: Container.Unit, in container: inout Container) {
    let lastLine = line(unit.end)
    switch unit.owner {
    case .skipped: break
    case .type(let index): container.types[index].comments.trailing += found
    case .alias(let index): container.aliases[index].comments.trailing += found
    case .properties(let range):
      for index in range where line(container.propertyRanges[index].upperBound) == lastLine {
        container.properties[index].comments.trailing += found
      }
    case .cases(let range):
      for index in range where line(container.caseRanges[index].upperBound) == lastLine {
        container.cases[index].comments.trailing += found
      }
    }
  }

  /// Comments between the patterns of one `var` or the elements of one `case`: behind an element on its line they are
  /// trailing comments of those that end on the line, directly above one they are leading comments of that one.
  private func attachBetweenElements(of unit: Container.Unit, in container: inout Container) {
    let range: Range<Int>
    let ranges: [Range<Int>]
    var isProperty = false
    switch unit.owner {
    case .properties(let properties):
      (range, ranges, isProperty) = (properties, container.propertyRanges, true)
    case .cases(let cases): (range, ranges) = (cases, container.caseRanges)
    default: return
    }
    for index in range.dropLast() {
      let gap = ranges[index].upperBound..<ranges[index + 1].lowerBound
      let found = comments(in: gap)
      guard !found.isEmpty else { continue }
      let lastLine = line(gap.lowerBound)
      let trailing = found.filter { $0.firstLine == lastLine }.map(\.comment)
      let others = found.filter { $0.firstLine != lastLine }
      let leading = directlyAbove(line(gap.upperBound), others)
      container.loose += others.dropLast(leading.count).map(\.comment)
      for earlier in range where earlier <= index && line(ranges[earlier].upperBound) == lastLine {
        if isProperty {
          insert(trailing, into: &container.properties[earlier].comments.trailing)
        } else {
          insert(trailing, into: &container.cases[earlier].comments.trailing)
        }
      }
      if isProperty {
        container.properties[index + 1].comments.leading += leading.map(\.comment)
      } else {
        container.cases[index + 1].comments.leading += leading.map(\.comment)
      }
    }
  }

  private func insert(_ found: [Comment], into comments: inout [Comment]) {
    comments += found
    comments.sort { $0.position < $1.position }
  }
}
