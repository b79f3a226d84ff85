/// The events of one device: one whenever something has changed for its user, and a comment every 15 seconds, so that a lost connection is
/// found.
func events(_ changes: AsyncStream<Void>) -> AsyncStream<String> {
  AsyncStream(bufferingPolicy: .bufferingNewest(1)) { device in
    let comments = Task {
      while true {
        try await Task.sleep(for: .seconds(15))
        // A comment doesn't replace an event that the device hasn't read.
        if case .dropped(let event) = device.yield(":\n\n") { device.yield(event) }
      }
    }
    let task = Task {
      for await _ in changes { device.yield("data: changed\n\n") }
      device.finish()
    }
    device.onTermination = { _ in
      comments.cancel()
      task.cancel()
    }
  }
}
