/// The words that have a meaning for the declaration parser.
///
/// Those up to `while` are reserved in Swift (TSPL "Lexical Structure", "Keywords and Punctuation"). The others have a
/// meaning only in certain contexts and are names everywhere else.
enum Keyword: UInt8, CaseIterable {
  case none
  // Reserved: declarations.
  case `associatedtype`, `class`, `deinit`, `enum`, `extension`, `fileprivate`, `func`, `import`, `init`, `inout`
  case `internal`, `let`, `operator`, `precedencegroup`, `private`, `protocol`, `public`, `rethrows`, `static`
  case `struct`, `subscript`, `typealias`, `var`
  // Reserved: expressions and types.
  case `Any`, `as`, `catch`, `false`, `is`, `nil`, `self`, `Self`, `super`, `throw`, `throws`, `true`, `try`
  // Reserved: statements.
  case `break`, `case`, `continue`, `default`, `defer`, `do`, `else`, `fallthrough`, `for`, `guard`, `if`, `in`
  case `repeat`, `return`, `switch`, `where`, `while`
  // Contextual.
  case actor, any, async, await, borrow, borrowing, consume, consuming, convenience, copy, dependsOn, didSet
  case distributed, dynamic, each, final, indirect, infix, isolated, lazy, macro, mutating, nonisolated, nonmutating
  case of, open, optional, override, package, postfix, prefix, reasync, required, sending, some, unowned, unsafe
  case using, weak, willSet, _const, _local, __consuming, __owned, __setter_access, __shared

  /// Whether the word can be used as a name only in backticks.
  var isReserved: Bool { self != .none && rawValue <= Keyword.while.rawValue }

  /// Whether the word is an expression by itself, so that an operator can follow but not a regular expression.
  var isExpression: Bool {
    switch self {
    case .true, .false, .Any, .nil, .self, .Self, .super: return true
    default: return false
    }
  }

  /// All words by their first eight bytes, which are distinct.
  private static let byPrefix: [UInt64: (keyword: Keyword, bytes: [UInt8])] = {
    var table: [UInt64: (keyword: Keyword, bytes: [UInt8])] = [:]
    for keyword in allCases where keyword != .none {
      let bytes = Array(String(describing: keyword).utf8)
      var key: UInt64 = 0
      for byte in bytes.prefix(8) { key = key << 8 | UInt64(byte) }
      table[key] = (keyword, bytes)
    }
    return table
  }()

  /// The keyword in the `count` bytes at `start`, or `.none`.
  static func spelled(_ start: UnsafePointer<UInt8>, count: Int) -> Keyword {
    guard count >= 2, count <= 15 else { return .none }
    let first = start[0]
    // Keywords start with a lowercase letter or `_`, or are `Any` and `Self`: all other names stop here.
    guard first >= 0x5F || first == 0x41 || first == 0x53 else { return .none }
    var key: UInt64 = 0
    var index = 0
    while index < count, index < 8 {
      key = key << 8 | UInt64(start[index])
      index += 1
    }
    guard let candidate = byPrefix[key], candidate.bytes.count == count else { return .none }
    while index < count {
      if candidate.bytes[index] != start[index] { return .none }
      index += 1
    }
    return candidate.keyword
  }
}
