import Foundation
import PostilRows

/// A path of the interface, and the function that answers its requests.
package struct StudioRoute: Sendable {
  package typealias Handler = @Sendable (Studio, StudioCall) async throws -> StudioResponse

  var method: String
  /// The parts of the path; `*` matches any name.
  var path: [Substring]
  var handler: Handler

  /// `StudioRoute("POST", "/tables/*/page") { studio, call in … }`
  package init(_ method: String, _ path: String, _ handler: @escaping Handler) {
    self.method = method
    self.path = path.split(separator: "/")
    self.handler = handler
  }

  /// The names in place of each `*`; `nil` if the path doesn't match.
  func names(in path: [Substring]) -> [String]? {
    guard path.count == self.path.count else { return nil }
    var names: [String] = []
    for (pattern, part) in zip(self.path, path) {
      if pattern == "*" {
        names.append(String(part))
      } else if pattern != part {
        return nil
      }
    }
    return names
  }

  /// All routes. Each area of the studio has a list of its own.
  static let all: [StudioRoute] = schema + tables + changes + queries + structure
}

/// A request, matched to a route.
package struct StudioCall: Sendable {
  package var request: StudioRequest
  /// The names in place of each `*` of the route.
  package var names: [String]

  /// The body as a JSON object; an empty one if there is no body.
  /// - Throws: ``StudioError`` if it isn't one.
  package func body() throws -> JSONTree {
    guard !request.body.isEmpty else { return [:] }
    let json = try JSONTree(request.body)
    guard json.members != nil else { throw StudioError.badRequest("the body must be a JSON object") }
    return json
  }
}

extension Studio {
  /// Answers a request of the page. Errors become responses with a status and a message.
  public func respond(to request: StudioRequest) async -> StudioResponse {
    // A table's name can contain a slash, which the client sends as '%2F'; the path is decoded only after it is split.
    let path = request.path.split(separator: "/").map { Substring($0.removingPercentEncoding ?? String($0)) }
    let matches = StudioRoute.all.compactMap { route in route.names(in: path).map { (route, $0) } }
    guard let (route, names) = matches.first(where: { $0.0.method == request.method }) else {
      guard matches.isEmpty else {
        return StudioError(status: 405, "'\(request.path)' doesn't accept \(request.method)").response
      }
      return StudioError.notFound("unknown path '\(request.path)'").response
    }
    do {
      return try await route.handler(self, StudioCall(request: request, names: names))
    } catch let error as StudioError {
      return error.response
    } catch {
      return self.error(for: error).response
    }
  }
}
