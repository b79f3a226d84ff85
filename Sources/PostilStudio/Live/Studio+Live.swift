extension Studio {
  /// Begins to look for changes of others, and for other processes.
  func startLive() -> Task<Void, Never> {
    let (live, broadcast, detection) = (live, broadcast, AccessDetection(options))
    // The studio isn't kept alive by its task.
    weak let studio = self
    return Task {
      await live.run { sessions in
        // Without a page nobody needs to know.
        if broadcast.hasListeners { studio?.refreshAccess(detection, sessions) }
      }
    }
  }

  /// Allows changes as soon as nobody else writes. A process that opens the file later doesn't make the studio read-only: its user has
  /// begun to edit, and a transaction of the studio is as short as any other.
  private func refreshAccess(_ detection: AccessDetection, _ sessions: [String]) {
    guard detection.isReadOnly == nil, self.access.withLock({ $0.isReadOnly }) else { return }
    let access = detection.access(sessions: sessions)
    let hasChanged = self.access.withLock { current in
      defer { current = access }
      return current != access
    }
    guard hasChanged else { return }
    broadcast.send(["state": ["isReadOnly": .bool(access.isReadOnly), "reason": .optional(access.reason)]])
  }
}
