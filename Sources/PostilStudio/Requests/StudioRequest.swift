import PostilRows

/// A request of the page.
public struct StudioRequest: Sendable {
  /// `GET` or `POST`.
  public var method: String
  /// The path after `/api` as it is in the address, with its `%` escapes: `/tables/item/page`.
  public var path: String
  /// The parameters after `?`, decoded.
  public var query: [String: String]
  /// The body: JSON.
  public var body: [UInt8]

  /// Creates a request.
  public init(method: String, path: String, query: [String: String] = [:], body: [UInt8] = []) {
    self.method = method
    self.path = path
    self.query = query
    self.body = body
  }
}

/// The answer to a request.
public struct StudioResponse: Sendable {
  /// The HTTP status.
  public var status: Int
  /// The headers; their names are in lower case.
  public var headers: [String: String]
  /// The content.
  public var body: [UInt8]
  /// Writes a content that is too large for `body`, in parts; `nil` if `body` is the content.
  public var stream: (@Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void)?

  /// Creates a response.
  public init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A response with a JSON value.
  package init(_ json: JSONTree, status: Int = 200) {
    self.init(status: status, headers: ["content-type": "application/json; charset=utf-8"], body: json.bytes)
  }
}
