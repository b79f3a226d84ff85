#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension URL: ColumnValue {
  /// Reads a TEXT of a URL. What a URL has to percent-encode must be encoded.
  /// - Throws: ``ColumnDecodingError`` when the column holds anything else.
  @inlinable
  public static func read(from row: inout some RowReader) throws -> URL {
    guard let url = URL(string: try row.readString(), encodingInvalidCharacters: false) else {
      throw row.decodingError(URL.self, reason: "it must look like https://example.com/path")
    }
    return url
  }

  /// Binds `absoluteString`: a URL with a base is read as the whole one, without its base.
  @inlinable
  public func bind(to binder: inout some ValueBinder) { binder.bind(absoluteString) }

  /// `absoluteString` as a binding.
  @inlinable
  public var binding: Binding { .text(absoluteString) }
}
