import Foundation
import PostilSync

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Carries messages to the server by HTTP. It needs only Foundation, on Apple's systems and on Linux.
struct HTTPTransport: SyncTransport {
  let server: URL
  let token: String

  func send(_ request: SyncRequest) async throws -> SyncResponse {
    var message = message("sync")
    message.httpMethod = "POST"
    message.setValue("application/json", forHTTPHeaderField: "Content-Type")
    message.httpBody = try JSONEncoder().encode(request)
    let (body, response) = try await URLSession.shared.data(for: message)
    try ServerError.check(response, body)
    return try JSONDecoder().decode(SyncResponse.self, from: body)
  }

  func notifications() -> AsyncStream<Void> {
    AsyncStream { notifications in
      let listening = Task {
        while !Task.isCancelled {
          for await _ in EventReader.events(message("changes")) { notifications.yield() }
          // The connection was lost, or there is none.
          try? await Task.sleep(for: .seconds(1))
        }
      }
      notifications.onTermination = { _ in listening.cancel() }
    }
  }

  private func message(_ path: String) -> URLRequest {
    var message = URLRequest(url: server.appending(path: path))
    message.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    return message
  }
}

/// Reads server-sent events while they arrive. `URLSession.bytes(for:)` isn't on Linux, and a delegate is everywhere.
private final class EventReader: NSObject, URLSessionDataDelegate {
  private let events: AsyncStream<Void>.Continuation

  private init(_ events: AsyncStream<Void>.Continuation) { self.events = events }

  /// An element for each event. Ends with the connection.
  static func events(_ request: URLRequest) -> AsyncStream<Void> {
    AsyncStream { events in
      let session = URLSession(configuration: .ephemeral, delegate: EventReader(events), delegateQueue: nil)
      events.onTermination = { _ in session.invalidateAndCancel() }
      session.dataTask(with: request).resume()
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard (dataTask.response as? HTTPURLResponse)?.statusCode == 200 else { return }
    // What has no letters is a comment, ":", which keeps the connection open.
    if data.contains(where: { $0 > UInt8(ascii: ":") }) { events.yield() }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    events.finish()
  }
}

/// A response of the server that isn't the one that was asked for.
struct ServerError: Error, CustomStringConvertible {
  let status: Int
  let body: String

  var description: String { "the server responded with \(status): \(body)" }

  static func check(_ response: URLResponse, _ body: Data) throws {
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    if status != 200 { throw ServerError(status: status, body: String(decoding: body, as: UTF8.self)) }
  }
}
