import HTTPTypes
import Hummingbird
import Synchronization

/// Decides which requests are answered: those of the studio's own page, in a browser that was given the token.
///
/// Other pages in the same browser can send requests to 127.0.0.1 too, and a name that an attacker controls can be made to
/// resolve to it. So each request must name this server as its host (which stops DNS rebinding) and, unless the browser
/// navigates to the page, this server as its origin; and it must have the cookie, which only the token's address sets.
final class Gate: Sendable {
  /// What happens to a request.
  enum Decision: Equatable {
    case allowed
    /// The address contains the token: the cookie is set, and the browser continues without the token in its address.
    case welcomed(cookie: String)
    case refused(HTTPResponse.Status, String)
  }

  /// 256 random bits in hexadecimal digits.
  let token: String
  private let port = Mutex<Int?>(nil)

  init() {
    var generator = SystemRandomNumberGenerator()
    token = (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Sets the port that the server listens on, which is part of its own address.
  func open(port: Int) { self.port.withLock { $0 = port } }

  func decision(on request: Request) -> Decision {
    guard let port = port.withLock({ $0 }) else { return .refused(.serviceUnavailable, "the studio is starting") }
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = request.head.authority, hosts.contains(host) else {
      return .refused(.misdirectedRequest, "the studio answers only requests for 127.0.0.1:\(port)")
    }
    guard [.get, .post].contains(request.method) else {
      return .refused(.methodNotAllowed, "the studio accepts only GET and POST")
    }
    let origin = request.headers[.origin]
    guard origin == "http://\(host)" || (origin == nil && request.method == .get) else {
      return .refused(.forbidden, "the studio answers only requests of its own page")
    }
    let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
    let isNavigation = HTTPField.Name("Sec-Fetch-Mode").flatMap { request.headers[$0] } == "navigate"
    if let site, !["same-origin", "none"].contains(site), !(isNavigation && request.uri.path == "/") {
      return .refused(.forbidden, "the studio answers only requests of its own page")
    }
    let name = "postil-studio-\(port)"
    if let given = request.uri.queryParameters["token"] {
      guard request.method == .get, request.uri.path == "/", isToken(String(given)) else {
        return .refused(.forbidden, "the token is wrong; use the address that the studio printed when it started")
      }
      return .welcomed(cookie: "\(name)=\(token); Path=/; HttpOnly; SameSite=Strict")
    }
    let cookies = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
    let isKnown = cookies.contains { cookie in
      let parts = cookie.trimmingPrefix { $0 == " " }.split(separator: "=", maxSplits: 1)
      return parts.count == 2 && parts[0] == name && isToken(String(parts[1]))
    }
    guard isKnown else {
      return .refused(
        .unauthorized,
        "this browser has no access; open the address with the token that the studio printed when it started")
    }
    return .allowed
  }

  /// Compares all bytes, so that the time doesn't depend on how many are right.
  private func isToken(_ text: String) -> Bool {
    guard text.utf8.count == token.utf8.count else { return false }
    return zip(text.utf8, token.utf8).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
  }
}
