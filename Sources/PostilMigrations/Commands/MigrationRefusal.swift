/// Why a command on migrations did nothing, or found something to do.
package struct MigrationRefusal: Error, Sendable {
  /// One reason.
  package struct Reason: Hashable, Sendable {
    /// Where it is: a file, a folder or a database, with line and column where they are known.
    package var place: String
    /// What is wrong, and what to do.
    package var message: String
    /// What a finding is called.
    package var code: String?
    /// More about it, a sentence each.
    package var notes: [String]

    /// Makes a reason; most have no code and no notes.
    package init(_ message: String, at place: String, code: String? = nil, notes: [String] = []) {
      self.message = message
      self.place = place
      self.code = code
      self.notes = notes
    }

    /// `place: error: message [code]`, and its notes below it.
    package var lines: [String] {
      ["\(place): error: \(message)\(code.map { " [\($0)]" } ?? "")"] + notes.map { "\(place): note: \($0)" }
    }
  }

  package var reasons: [Reason]

  /// Refuses for several reasons.
  package init(_ reasons: [Reason]) { self.reasons = reasons }

  /// Refuses for one.
  package init(_ message: String, at place: String, notes: [String] = []) {
    reasons = [Reason(message, at: place, notes: notes)]
  }
}
