import HTTPTypes
import Hummingbird
import PostilStudio

/// Answers the requests of browsers: with the page, with what the studio answers, and with its events.
struct StudioResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  /// The largest body that is accepted, in MiB. Thousands of changes are committed at once.
  private static func maximumBody(_ path: String) -> Int { path.hasPrefix("/api/changes/") ? 64 : 8 }

  let studio: Studio
  let files: PageFiles
  let gate: Gate

  func respond(to request: Request, context: Context) async throws -> Response {
    var response: Response
    switch gate.decision(on: request) {
    case .refused(let status, let message): response = text(message, status: status)
    case .welcomed(let cookie):
      // After a redirect of a navigation that another page began, such as the file that opens the browser, the cookie wouldn't be sent.
      response = text(#"<!doctype html><link rel="icon" href="icon.svg">"#, status: .ok)
      response.headers = [.setCookie: cookie, .contentType: "text/html; charset=utf-8"]
      if let refresh = HTTPField.Name("Refresh") { response.headers[refresh] = "0; url=/" }
    case .allowed: response = try await content(for: request)
    }
    for field in Self.protection where response.headers[field.name] == nil {
      response.headers[field.name] = field.value
    }
    return response
  }

  private func content(for request: Request) async throws -> Response {
    let path = request.uri.path
    if path == "/api/events" {
      guard request.method == .get else { return text("'/api/events' accepts only GET", status: .methodNotAllowed) }
      return Response(
        status: .ok, headers: [.contentType: "text/event-stream; charset=utf-8"], body: eventBody(of: studio))
    }
    if path.hasPrefix("/api/") { return try await answer(to: request) }
    guard request.method == .get else { return text("the page accepts only GET", status: .methodNotAllowed) }
    guard let file = files.file(at: path) else { return text("'\(path)' doesn't exist", status: .notFound) }
    return Response(
      status: .ok, headers: [.contentType: file.type, .cacheControl: "no-cache"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
  }

  private func answer(to request: Request) async throws -> Response {
    var request = request
    let body: ByteBuffer
    let limit = Self.maximumBody(request.uri.path)
    do {
      body = try await request.collectBody(upTo: limit << 20)
    } catch {
      return Response(
        status: .contentTooLarge, headers: [.contentType: "application/json; charset=utf-8"],
        body: ResponseBody(
          byteBuffer: ByteBuffer(string: #"{"error": {"message": "a request can have at most \#(limit) MiB"}}"#)))
    }
    let parameters = request.uri.queryParameters.map { (String($0.key), String($0.value)) }
    let answer = await studio.respond(
      to: StudioRequest(
        method: request.method.rawValue, path: String(request.uri.path.dropFirst("/api".count)),
        query: Dictionary(parameters) { first, _ in first }, body: Array(buffer: body)))
    var headers = HTTPFields()
    for (name, value) in answer.headers {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    let content: ResponseBody
    if let stream = answer.stream {
      content = ResponseBody { writer in
        try await stream { try await writer.write(ByteBuffer(bytes: $0)) }
        try await writer.finish(nil)
      }
    } else {
      content = ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
    }
    return Response(status: HTTPResponse.Status(code: answer.status), headers: headers, body: content)
  }

  private func text(_ message: String, status: HTTPResponse.Status) -> Response {
    var headers: HTTPFields = [.contentType: "text/plain; charset=utf-8"]
    if status == .methodNotAllowed { headers[.allow] = "GET, POST" }
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: message + "\n")))
  }

  /// Headers of every response. The page loads nothing from elsewhere, runs no inline script, and can't be embedded.
  private static let protection: HTTPFields = {
    var fields: HTTPFields = [
      .contentSecurityPolicy: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      .xContentTypeOptions: "nosniff", .cacheControl: "no-store",
    ]
    for (name, value) in [
      ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
    ] {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return fields
  }()
}
