#if PostgreSQL
  import PostilSQLite

  extension PostgreSQLStore {
    /// Opens the minimum of connections, and checks the unused ones from time to time.
    func keepConnections(_ options: PostgreSQLOptions) {
      guard let interval = options.healthCheckInterval else { return }
      let task = Task { [weak self] in
        repeat {
          guard let pools = self?.pools else { return }
          for pool in pools { await Self.checkHealth(of: pool) }
        } while (try? await Task.sleep(for: interval)) != nil
      }
      keeper.withLock { $0 = task }
    }

    /// Checks each connection that no block uses, one after the other.
    private static func checkHealth(of pool: SlotPool<PostgreSQLSlot>) async {
      for _ in pool.slots {
        guard !Task.isCancelled, let slot = pool.takeLeastRecent() else { return }
        await slot.worker.run {
          slot.checkHealth()
          pool.release(slot)
        }
      }
    }
  }
#endif
