/// The members of a file or type read so far, and the last one, to which a comment on the same line belongs.
struct MemberCollector {
  /// The last declaration. A comment on the rest of its line belongs to it.
  enum Previous {
    /// Nothing yet at the top of a file.
    case none
    /// The `{` of the type.
    case openingBrace
    /// A construct that the tree doesn't keep.
    case skipped
    case properties(Range<Int>)
    case cases(Range<Int>)
    case type(Int)
    case typeAlias(Int)
  }

  /// The kind of the type that contains these members; `nil` for a file.
  let container: TypeDeclaration.Kind?
  var imports: [String] = []
  var properties: [PropertyDeclaration] = []
  var cases: [EnumCaseDeclaration] = []
  var typeAliases: [TypeAliasDeclaration] = []
  var types: [TypeDeclaration] = []
  /// The names of functions; the functions themselves aren't kept.
  var functions: [String] = []
  var looseComments: [Comment] = []
  /// The comments inside members, and after members that aren't kept. A file keeps none of them.
  var strayComments: [Comment] = []
  /// The comments after the opening brace on its line.
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

  /// Attaches a comment to the construct before it on the same line. If that isn't kept, the comment is a stray.
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
