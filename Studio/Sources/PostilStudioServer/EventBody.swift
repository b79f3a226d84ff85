import Hummingbird
import PostilStudio
import ServiceLifecycle

/// The studio's events as a stream of server-sent events, until the browser leaves or the program stops.
/// Source: the HTML standard, section 9.2.
func eventBody(of studio: Studio) -> ResponseBody {
  ResponseBody { writer in
    try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
    for await line in eventLines(of: studio).cancelOnGracefulShutdown() {
      try await writer.write(ByteBuffer(string: line))
    }
    try await writer.finish(nil)
  }
}

/// The events, and a comment every ten seconds: writing it fails once the browser has left.
private func eventLines(of studio: Studio) -> AsyncStream<String> {
  AsyncStream(bufferingPolicy: .bufferingNewest(1000)) { continuation in
    let events = Task {
      for await event in studio.events() { continuation.yield("data: \(event)\n\n") }
      continuation.finish()
    }
    let beats = Task {
      while !Task.isCancelled {
        try await Task.sleep(for: .seconds(10))
        continuation.yield(":\n\n")
      }
    }
    continuation.onTermination = { _ in
      events.cancel()
      beats.cancel()
    }
  }
}
