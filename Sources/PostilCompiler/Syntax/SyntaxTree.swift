/// What the declaration parser makes of one Swift file: its type declarations, with the comments beside them.
///
/// The tree knows Swift and no schema. It keeps exactly what a model can be made of (types, stored properties, enum
/// cases, type aliases and the comments attached to each) and skips everything else by balanced tokens.
public struct SourceTree: Hashable, Sendable {
  /// The path as the file was named to the tool; it stands in diagnostics and is never made absolute.
  public var path: String
  /// The module that the file belongs to where that is another than the one being compiled.
  public var module: String?
  /// The modules that the file imports, in the order of the source.
  public var imports: [String] = []
  /// Types declared at the top level, extensions among them, in the order of the source.
  public var types: [TypeDeclaration] = []
  /// Comments at the top level that stand beside no declaration the tree keeps.
  public var looseComments: [Comment] = []
  /// Type aliases at the top level.
  public var typeAliases: [TypeAliasDeclaration] = []
}

/// A place in a source file, counted as the Swift compiler counts: lines and columns from 1, columns in UTF-8 bytes.
public struct SourcePosition: Hashable, Comparable, Sendable {
  /// The offset in UTF-8 bytes from the start of the file.
  public var offset: Int
  /// The line, from 1.
  public var line: Int
  /// The column in UTF-8 bytes, from 1; a tab is one column.
  public var column: Int

  /// Whether a place stands before another of the same file.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
}

/// A piece of source with the place where it starts; `text` is what the author wrote, trivia at both ends removed.
public struct SourceText: Hashable, Sendable {
  /// What the author wrote.
  public var text: String
  /// Where the first byte of the text stands.
  public var position: SourcePosition

  /// Makes a text that stands at a place.
  public init(_ text: String, at position: SourcePosition) {
    self.text = text
    self.position = position
  }
}

/// One comment of the source.
public struct Comment: Hashable, Sendable {
  /// Which markers a comment has.
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

  /// Which markers the comment has.
  public var kind: Kind
  /// The comment without its markers; for a `//` comment everything after the two slashes, the leading space included.
  public var text: String
  /// Where the comment's marker starts.
  public var position: SourcePosition
  /// Where `text` starts: the first byte after the marker.
  public var textPosition: SourcePosition
}

/// The comments that stand beside a declaration.
public struct AttachedComments: Hashable, Sendable {
  /// On the lines directly above the declaration, no blank line between them nor before it, in the order of the source.
  public var leading: [Comment] = []
  /// Behind the declaration on the line where it ends; for a type also behind its opening brace.
  public var trailing: [Comment] = []
}

/// `@name(arguments)` in front of a declaration: a Swift attribute or property wrapper.
public struct Attribute: Hashable, Sendable {
  /// The name behind the `@`, generic arguments included.
  public var name: SourceText
  /// The text between the parentheses, white space at its ends removed; `nil` where there are no parentheses.
  public var arguments: String?
}

/// A declaration modifier: `public`, `private(set)`, `static`, `lazy`, `nonisolated(unsafe)` …
public struct Modifier: Hashable, Sendable {
  /// The modifier without what stands in parentheses.
  public var name: String
  /// What stands in parentheses: `set` for `private(set)`.
  public var detail: String?
  /// Where the modifier stands.
  public var position: SourcePosition
}

/// The `#if` branches that a declaration stands in, from the outermost; `condition` is `nil` for `#else`.
public struct ConditionalBranch: Hashable, Sendable {
  /// The text behind `#if` or `#elseif`; empty for `#else`.
  public var condition: String
  /// The conditions of the branches before this one in the same `#if`.
  public var precedingConditions: [String] = []
  /// Where the directive of this branch stands.
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
  /// The name without backticks; for an extension the extended type as written, `Outer.Inner` included.
  public var name: SourceText
  /// Where the declaration starts: its first attribute, modifier or keyword.
  public var position: SourcePosition
  /// The attributes in order, those in `#if` around attributes included.
  public var attributes: [Attribute] = []
  /// The modifiers in order.
  public var modifiers: [Modifier] = []
  /// The text between `<` and `>`, `nil` where the type is not generic.
  public var genericParameters: String?
  /// The inherited types as written, in order.
  public var inheritance: [SourceText] = []
  /// The requirements behind `where`, `nil` where there are none.
  public var genericWhereClause: String?
  /// The comments beside the type, those behind its `{` on the same line included.
  public var comments: AttachedComments = AttachedComments()
  /// The properties declared in the braces, computed and static ones included.
  public var properties: [PropertyDeclaration] = []
  /// The cases of an enum; empty for all other kinds.
  public var cases: [EnumCaseDeclaration] = []
  /// The type aliases declared in the braces.
  public var typeAliases: [TypeAliasDeclaration] = []
  /// The types declared in the braces; those inside function bodies are not kept.
  public var types: [TypeDeclaration] = []
  /// The names of the functions declared in the braces, whatever their parameters, in the order of the source.
  public var functions: [String] = []
  /// Comments inside the braces that stand beside no member the tree keeps, on lines of their own.
  public var looseComments: [Comment] = []
  /// The `#if` branches around the type, from the outermost.
  public var conditions: [ConditionalBranch] = []
  /// All other comments of the type, which stand beside nothing and on no line among the members: inside function
  /// bodies, accessors and initial values, before the `{`, and behind a member that the tree does not keep.
  public var strayComments: [Comment] = []
}

/// One `let` or `var`; `var a = 1, b = 2` gives two, and a tuple pattern gives one whose `name` is the pattern's text.
public struct PropertyDeclaration: Hashable, Sendable {
  /// What a property keeps in its instance.
  public enum Storage: Hashable, Sendable {
    /// Has storage and no accessors.
    case stored
    /// Has storage and observers: `willSet`, `didSet`.
    case observed
    /// Has accessors and no storage.
    case computed
  }

  /// The name without backticks.
  public var name: SourceText
  /// Where the whole declaration starts: its first attribute, modifier or keyword.
  public var position: SourcePosition
  /// The attributes in order.
  public var attributes: [Attribute] = []
  /// The modifiers in order.
  public var modifiers: [Modifier] = []
  /// Whether the keyword is `let`.
  public var isLet: Bool
  /// `false` for a tuple pattern such as `let (a, b) = pair`.
  public var isSimplePattern: Bool = true
  /// Whether the property has storage, by its accessors.
  public var storage: Storage = .stored
  /// The type as written, `nil` where it is left to inference.
  public var type: SourceText?
  /// The expression behind `=`, whatever its length, up to the end that Swift would give it.
  public var initializer: SourceText?
  /// The comments beside the declaration; in one over many lines, beside this pattern.
  public var comments: AttachedComments = AttachedComments()
  /// The `#if` branches around the property, from the outermost.
  public var conditions: [ConditionalBranch] = []

  /// Whether the declaration says `static` or `class`.
  public var isStatic: Bool { modifiers.contains { $0.name == "static" || $0.name == "class" } }
}

/// One case of an enum; `case a, b = 2` gives two.
public struct EnumCaseDeclaration: Hashable, Sendable {
  /// The name without backticks.
  public var name: SourceText
  /// The text between the parentheses of the associated values, `nil` where there are none.
  public var associatedValues: String?
  /// The expression behind `=`.
  public var rawValue: SourceText?
  /// The comments beside the declaration; in one over many lines, beside this case.
  public var comments: AttachedComments = AttachedComments()
  /// The `#if` branches around the case, from the outermost.
  public var conditions: [ConditionalBranch] = []
}

/// `typealias Name = Type`.
public struct TypeAliasDeclaration: Hashable, Sendable {
  /// The name without backticks.
  public var name: SourceText
  /// The type behind `=`, as written.
  public var type: SourceText
  /// The modifiers in order.
  public var modifiers: [Modifier] = []
  /// The `#if` branches around the type alias, from the outermost.
  public var conditions: [ConditionalBranch] = []
  /// The comments beside the type alias.
  public var comments: AttachedComments = AttachedComments()
}

/// Something that the lexer or the parser could not read: the file is refused, nothing of it is guessed.
public struct SyntaxProblem: Error, Hashable, Sendable {
  /// One sentence: what is wrong, names in single quotes, and what to write.
  public var message: String
  /// The place that the message is about.
  public var position: SourcePosition

  /// Makes a problem at a place.
  public init(_ message: String, at position: SourcePosition) {
    self.message = message
    self.position = position
  }
}
