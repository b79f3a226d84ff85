#if PostgreSQL
  import PostilSQL

  /// A notification of ``KeyTriggers``: keys of changed rows of one table.
  struct KeyNotification {
    /// The number of the transaction.
    let transaction: Substring
    /// Whether a trigger made the change. It is notified before the statement that the trigger belongs to.
    let isNested: Bool
    let schema: String
    let table: String
    /// The columns of the primary key.
    let columns: [String]
    /// A sign and a key in JSON each.
    let changes: [Substring]

    /// `nil` for a text in another form.
    init?(_ text: String) {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      guard lines.count > 2 else { return nil }
      let numbers = lines[0].split(separator: " ")
      let names = KeyRows.texts(ofJSON: String(lines[1]))
      guard numbers.count == 3, names.count >= 2 else { return nil }
      (transaction, isNested) = (numbers[0], numbers[2] != "1")
      (schema, table, columns) = (names[0], names[1], Array(names[2...]))
      changes = Array(lines[2...])
    }
  }

  /// The changed keys of one table in a transaction.
  struct KeyHistory {
    /// What happened to the row of a key.
    enum Outcome { case inserted, updated, deleted }

    private struct Events {
      var first: UInt8
      var insertions = 0
      var deletions = 0
      /// Whether a trigger inserted or deleted a row with the key.
      var isNested = false
    }

    /// By the bytes of the key in JSON: `String` takes texts with other bytes for equal.
    private var events: [[UInt8]: Events] = [:]
    /// Why keys are missing.
    private(set) var gap: KeyChangesLost.Reason?

    mutating func add(_ notification: KeyNotification) {
      for change in notification.changes {
        guard let sign = change.utf8.first else { continue }
        let key = Array(change.utf8.dropFirst())
        if sign == UInt8(ascii: "!") {
          gap = gap ?? .init(gap: String(decoding: key, as: UTF8.self))
          continue
        }
        var event = events[key] ?? Events(first: sign)
        if sign == UInt8(ascii: "+") { event.insertions += 1 }
        if sign == UInt8(ascii: "-") { event.deletions += 1 }
        if sign != UInt8(ascii: "="), notification.isNested { event.isNested = true }
        events[key] = event
      }
    }

    /// The outcome for each key that had a row before the transaction or has one after it.
    ///
    /// Insertions and deletions alternate, so their numbers decide, in whatever order they are notified. If the numbers are equal, the row
    /// was there before if a deletion or an update came first. That isn't known if a trigger inserted or deleted the row; it then counts as
    /// updated, so that nothing is missing.
    var outcomes: [(key: [UInt8], outcome: Outcome)] {
      events.compactMap { key, events in
        if events.insertions > events.deletions { return (key, .inserted) }
        if events.insertions < events.deletions { return (key, .deleted) }
        return events.first == UInt8(ascii: "+") && !events.isNested ? nil : (key, .updated)
      }
    }
  }

  extension KeyChangesLost.Reason {
    /// The reason that a trigger sent.
    fileprivate init(gap: String) {
      self =
        switch gap {
        case "truncated": .truncated
        case "rows": .tooManyRows(maximum: KeyTriggers.maximumRows)
        default: .keyTooLong
        }
    }
  }
#endif
