import PostilSQL
import PostilSchema

/// A `@query` while it is being resolved.
struct QueryState {
  /// What a row is.
  enum Results {
    /// The index of the struct.
    case rows(Int)
    case values([Value])
    case count
  }

  /// A value of a row.
  struct Value {
    var written: QuerySignature.Value
    /// What the type comes to by itself; a column that it comes straight from can say another form.
    var type: Result<ResolvedType, TypeResolver.Problem>
  }

  /// A parameter that is used, and of a type that can be bound.
  struct Parameter {
    var written: QuerySignature.Parameter
    var type: ResolvedType
    var isList: Bool
  }

  var signature: QuerySignature
  /// The index of the struct beside which it stands.
  var model: Int
  var place: SourcePlace
  var form: ResolvedQuery.Form
  var parameters: [Parameter]
  var results: Results
  var text: QueryText
  var access: Access
}

/// The SQL of a named query with numbers for the names of its parameters, and where each byte of it was written.
struct QueryText {
  private(set) var sql = ""
  /// The offset in the literal's text of each byte.
  private(set) var origins: [Int] = []

  /// - Parameter replacement: what stands for the token at an index, `nil` for what was written.
  init(_ literal: StringLiteral, _ tokens: [SQLToken], replacing replacement: (Int) -> String?) {
    let bytes = Array(literal.text.utf8)
    var result: [UInt8] = []
    var end = 0
    func copy(to next: Int) {
      for offset in end..<next {
        // A carriage return is a space to SQLite, and would be lost in a literal of several lines.
        result.append(bytes[offset] == 0x0D ? 0x20 : bytes[offset])
        origins.append(offset)
      }
    }
    for (index, token) in tokens.enumerated() {
      guard let text = replacement(index) else { continue }
      copy(to: token.range.lowerBound)
      result += text.utf8
      origins += Array(repeating: token.range.lowerBound, count: text.utf8.count)
      end = token.range.upperBound
    }
    copy(to: bytes.count)
    sql = String(decoding: result, as: UTF8.self)
  }

  /// The offset in the literal's text of a byte of the SQL.
  func origin(of offset: Int) -> Int { origins.isEmpty ? 0 : origins[min(max(offset, 0), origins.count - 1)] }
}
