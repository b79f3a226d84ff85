import PostilSQL
import PostilSchema

/// A `@query` before verification: the contents of its annotation.
package struct DeclaredQuery: Sendable {
  /// The declared result.
  enum Result {
    /// Rows of a struct, by its name.
    case rows(String)
    case values([Value])
    case count
  }

  /// A value of a row.
  struct Value {
    var written: QuerySignature.Value
    var type: QueryType
  }

  /// The query, whose result is completed by verification.
  var query: ResolvedQuery
  /// The annotated struct.
  var model: String
  /// The SQL as written.
  var snippet: SQLSnippet
  var result: Result
  var text: QueryText
  /// The SQL with a value for each parameter.
  var trial: QueryText
}

/// The Swift type of a parameter or a result of a query. The form of its values depends on the columns that it is
/// compared with or read from: a `Date` can be a text or a number.
struct QueryType {
  /// The type without `?`, as written.
  var name: String
  /// The type with each `?`, innermost first.
  var optionals: [String] = []
  /// The type if no column determines its form.
  var plain: Result<ResolvedType, TypeResolver.Problem>
  /// The type as the content of a JSON column; `nil` if JSON can't contain it.
  var json: String?
  /// Whether the type itself determines the form, as `UnixSeconds` does.
  var isFixed = false

  /// The type in the form of the first of these columns that has the same Swift type, otherwise in its own form.
  func resolved(beside columns: [ResolvedType] = []) throws(TypeResolver.Problem) -> ResolvedType {
    var type = try form(beside: isFixed ? [] : columns)
    for optional in optionals {
      guard !type.isOptional else { throw TypeResolver.Problem(Message.doubleOptional(optional, type.text)) }
      type.isOptional = true
    }
    return type
  }

  private func form(beside columns: [ResolvedType]) throws(TypeResolver.Problem) -> ResolvedType {
    for column in columns {
      if case .success(var type) = plain {
        guard type.stored.plainForm == column.stored.plainForm else { continue }
        type.stored = column.stored
        return type
      }
      // Types without a form of their own: an array of numbers, the day of a `DateComponents`, JSON.
      guard name == column.name || column.stored == json.map({ .json($0) }) else { continue }
      return ResolvedType(name: column.name, stored: column.stored)
    }
    return try plain.get()
  }
}

/// The SQL of a named query with numbered parameters instead of named ones, and the source position of each byte.
struct QueryText: Sendable {
  private(set) var sql = ""
  /// For each byte, its offset in the literal's text.
  private(set) var origins: [Int] = []

  /// - Parameter replacement: the text that replaces the token at an index; `nil` keeps the token.
  init(_ literal: StringLiteral, _ tokens: [SQLToken], replacing replacement: (Int) -> String?) {
    let bytes = Array(literal.text.utf8)
    var result: [UInt8] = []
    var end = 0
    func copy(to next: Int) {
      for offset in end..<next {
        // SQLite treats a carriage return as a space, and a multiline literal would lose it.
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
