/// What a file, or the braces of a type, have given so far, and what was read last, for the comments behind it.
struct MemberCollector {
  /// The declaration read last: the one that a comment on the rest of its line stands beside.
  enum Previous {
    /// Nothing yet at the top of a file.
    case none
    /// The `{` of the type.
    case openingBrace
    /// Something that the tree does not keep.
    case skipped
    case properties(Range<Int>)
    case cases(Range<Int>)
    case type(Int)
    case typeAlias(Int)
  }

  /// The kind of the type whose members these are, `nil` for a file.
  let container: TypeDeclaration.Kind?
  var imports: [String] = []
  var properties: [PropertyDeclaration] = []
  var cases: [EnumCaseDeclaration] = []
  var typeAliases: [TypeAliasDeclaration] = []
  var types: [TypeDeclaration] = []
  /// The names of functions, which are not kept themselves.
  var functions: [String] = []
  var looseComments: [Comment] = []
  /// The comments inside members, and behind those that are not kept. A file keeps none of them.
  var strayComments: [Comment] = []
  /// The comments behind the opening brace on its line.
  var commentsAfterBrace: [Comment] = []

  var previous = Previous.none
  /// The index of the line on which `previous` ends.
  var previousLine = -1

  init(container: TypeDeclaration.Kind?) {
    self.container = container
    if container != nil { previous = .openingBrace }
  }

  mutating func addStray(_ comment: Comment) {
    if container != nil { strayComments.append(comment) }
  }

  /// Attaches a comment on the rest of its line to what was read last; behind something skipped it is a stray.
  mutating func attachTrailing(_ comment: Comment) {
    switch previous {
    case .none, .skipped: addStray(comment)
    case .openingBrace: commentsAfterBrace.append(comment)
    case .properties(let range): for index in range { properties[index].comments.trailing.append(comment) }
    case .cases(let range): for index in range { cases[index].comments.trailing.append(comment) }
    case .type(let index): types[index].comments.trailing.append(comment)
    case .typeAlias(let index): typeAliases[index].comments.trailing.append(comment)
    }
  }
}
