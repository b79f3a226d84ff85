/// The result of parsing one Swift file: its type declarations, with their comments.
///
/// The tree is independent of the schema. It keeps only what models consist of (types, stored properties, enum cases,
/// type aliases and the comments attached to each) and skips everything else by balanced tokens.
public struct SourceTree: Hashable, Sendable {
  /// The path as passed to the tool. It is shown in diagnostics and never made absolute.
  public var path: String
  /// The module of the file, if that isn't the module being compiled.
  public var module: String?
  /// The modules that the file imports, in the order of the source.
  public var imports: [String] = []
  /// Types declared at the top level, including extensions, in the order of the source.
  public var types: [TypeDeclaration] = []
  /// Comments at the top level that aren't attached to a declaration in the tree.
  public var looseComments: [Comment] = []
  /// Type aliases at the top level.
  public var typeAliases: [TypeAliasDeclaration] = []
  /// The `//` comments above structs in functions and closures, which the tree doesn't keep.
  public var localComments: [Comment] = []
}

/// A position in a source file, counted like in the Swift compiler: lines and columns from 1, columns in UTF-8 bytes.
public struct SourcePosition: Hashable, Comparable, Sendable {
  /// The offset in UTF-8 bytes from the start of the file.
  public var offset: Int
  /// The line, from 1.
  public var line: Int
  /// The column in UTF-8 bytes, from 1; a tab is one column.
  public var column: Int

  /// By default, the start of a file.
  package init(offset: Int = 0, line: Int = 1, column: Int = 1) {
    (self.offset, self.line, self.column) = (offset, line, column)
  }

  /// Whether a position is before another in the same file.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
}

/// A piece of source with its position; `text` is as written, without leading and trailing trivia.
public struct SourceText: Hashable, Sendable {
  /// The text as written.
  public var text: String
  /// The position of the first byte of the text.
  public var position: SourcePosition

  /// Creates a text at a position.
  public init(_ text: String, at position: SourcePosition) {
    self.text = text
    self.position = position
  }
}

/// One comment of the source.
public struct Comment: Hashable, Sendable {
  /// The markers of a comment.
  public enum Kind: Hashable, Sendable {
    /// `// …`
    case line
    /// `/// …`
    case documentationLine
    /// `/* … */`
    case block
    /// `/** … */`
    case documentationBlock
  }

  /// The markers of the comment.
  public var kind: Kind
  /// The comment without its markers. For a `//` comment, this is everything after the two slashes, including a leading space.
  public var text: String
  /// The position of the comment's marker.
  public var position: SourcePosition
  /// The position of `text`: the first byte after the marker.
  public var textPosition: SourcePosition
}

/// The comments attached to a declaration.
public struct AttachedComments: Hashable, Sendable {
  /// On the lines directly above the declaration, without blank lines, in the order of the source.
  public var leading: [Comment] = []
  /// After the declaration on the line where it ends. For a type, also after its opening brace.
  public var trailing: [Comment] = []
}

/// `@name(arguments)` before a declaration: a Swift attribute or property wrapper.
public struct Attribute: Hashable, Sendable {
  /// The name after the `@`, including generic arguments.
  public var name: SourceText
  /// The text between the parentheses, without leading and trailing white space; `nil` if there are no parentheses.
  public var arguments: String?
}

/// A declaration modifier: `public`, `private(set)`, `static`, `lazy`, `nonisolated(unsafe)` …
public struct Modifier: Hashable, Sendable {
  /// The modifier without its parentheses.
  public var name: String
  /// The text in parentheses: `set` for `private(set)`.
  public var detail: String?
  /// The position of the modifier.
  public var position: SourcePosition
}

/// The `#if` branches that contain a declaration, outermost first.
public struct ConditionalBranch: Hashable, Sendable {
  /// The text after `#if` or `#elseif`; empty for `#else`.
  public var condition: String
  /// The conditions of the branches before this one in the same `#if`.
  public var precedingConditions: [String] = []
  /// The position of this branch's directive.
  public var position: SourcePosition
}

/// A struct, class, enum, actor, protocol or extension.
public struct TypeDeclaration: Hashable, Sendable {
  /// The keyword that declares a type.
  public enum Kind: String, Hashable, Sendable {
    case `struct`, `class`, `enum`, actor, `protocol`, `extension`
  }

  /// The keyword that declares the type.
  public var kind: Kind
  /// The name without backticks; for an extension the extended type as written, including `Outer.Inner`.
  public var name: SourceText
  /// The start of the declaration: its first attribute, modifier or keyword.
  public var position: SourcePosition
  /// The attributes in order, including those in `#if` around attributes.
  public var attributes: [Attribute] = []
  /// The modifiers in order.
  public var modifiers: [Modifier] = []
  /// The text between `<` and `>`; `nil` if the type isn't generic.
  public var genericParameters: String?
  /// The inherited types as written, in order.
  public var inheritance: [SourceText] = []
  /// The requirements after `where`; `nil` if there are none.
  public var genericWhereClause: String?
  /// The comments attached to the type, including those after its `{` on the same line.
  public var comments: AttachedComments = AttachedComments()
  /// The properties declared in the braces, including computed and static ones.
  public var properties: [PropertyDeclaration] = []
  /// The cases of an enum; empty for all other kinds.
  public var cases: [EnumCaseDeclaration] = []
  /// The type aliases declared in the braces.
  public var typeAliases: [TypeAliasDeclaration] = []
  /// The types declared in the braces; those inside function bodies aren't kept.
  public var types: [TypeDeclaration] = []
  /// The names of the functions declared in the braces, whatever their parameters, in the order of the source.
  public var functions: [String] = []
  /// Comments on their own lines in the braces that aren't attached to a member in the tree.
  public var looseComments: [Comment] = []
  /// The `#if` branches around the type, outermost first.
  public var conditions: [ConditionalBranch] = []
  /// All other comments of the type: inside function bodies, accessors and initial values, before the `{`, and after a
  /// member that the tree doesn't keep.
  public var strayComments: [Comment] = []
}

/// One `let` or `var`. `var a = 1, b = 2` gives two; a tuple pattern gives one whose `name` is the pattern's text.
public struct PropertyDeclaration: Hashable, Sendable {
  /// The storage of a property.
  public enum Storage: Hashable, Sendable {
    /// Stored, without accessors.
    case stored
    /// Stored, with observers: `willSet`, `didSet`.
    case observed
    /// Computed, with accessors.
    case computed
  }

  /// The name without backticks.
  public var name: SourceText
  /// The start of the whole declaration: its first attribute, modifier or keyword.
  public var position: SourcePosition
  /// The attributes in order.
  public var attributes: [Attribute] = []
  /// The modifiers in order.
  public var modifiers: [Modifier] = []
  /// Whether the keyword is `let`.
  public var isLet: Bool
  /// `false` for a tuple pattern such as `let (a, b) = pair`.
  public var isSimplePattern: Bool = true
  /// Whether the property is stored, according to its accessors.
  public var storage: Storage = .stored
  /// The type as written; `nil` if it is inferred.
  public var type: SourceText?
  /// The whole expression after `=`.
  public var initializer: SourceText?
  /// The comments attached to the declaration; if it spans several lines, to this pattern.
  public var comments: AttachedComments = AttachedComments()
  /// The `#if` branches around the property, outermost first.
  public var conditions: [ConditionalBranch] = []

  /// Whether the declaration is `static` or `class`.
  public var isStatic: Bool { modifiers.contains { $0.name == "static" || $0.name == "class" } }
}

/// One case of an enum. `case a, b = 2` gives two.
public struct EnumCaseDeclaration: Hashable, Sendable {
  /// The name without backticks.
  public var name: SourceText
  /// The text between the parentheses of the associated values; `nil` if there are none.
  public var associatedValues: String?
  /// The expression after `=`.
  public var rawValue: SourceText?
  /// The comments attached to the declaration; if it spans several lines, to this case.
  public var comments: AttachedComments = AttachedComments()
  /// The `#if` branches around the case, outermost first.
  public var conditions: [ConditionalBranch] = []
}

/// `typealias Name = Type`.
public struct TypeAliasDeclaration: Hashable, Sendable {
  /// The name without backticks.
  public var name: SourceText
  /// The type after `=`, as written.
  public var type: SourceText
  /// The modifiers in order.
  public var modifiers: [Modifier] = []
  /// The `#if` branches around the type alias, outermost first.
  public var conditions: [ConditionalBranch] = []
  /// The comments attached to the type alias.
  public var comments: AttachedComments = AttachedComments()
}

/// An error of the lexer or the parser. The whole file is rejected.
public struct SyntaxProblem: Error, Hashable, Sendable {
  /// One sentence: what is wrong, with names in single quotes, and what to write.
  public var message: String
  /// The position of the error.
  public var position: SourcePosition

  /// Creates an error at a position.
  public init(_ message: String, at position: SourcePosition) {
    self.message = message
    self.position = position
  }
}
