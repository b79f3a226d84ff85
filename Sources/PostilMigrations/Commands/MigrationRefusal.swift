/// The reasons why a command on migrations failed, or what must be done first.
package struct MigrationRefusal: Error, Sendable {
  /// One reason.
  package struct Reason: Hashable, Sendable {
    /// A file, a folder or a database, with line and column if known.
    package var place: String
    /// What is wrong, and how to fix it.
    package var message: String
    /// The code of a finding.
    package var code: String?
    /// Further details, one sentence each.
    package var notes: [String]

    /// Creates a reason.
    package init(_ message: String, at place: String, code: String? = nil, notes: [String] = []) {
      self.message = message
      self.place = place
      self.code = code
      self.notes = notes
    }

    /// `place: error: message [code]`, followed by its notes.
    package var lines: [String] {
      ["\(place): error: \(message)\(code.map { " [\($0)]" } ?? "")"] + notes.map { "\(place): note: \($0)" }
    }
  }

  package var reasons: [Reason]

  /// Creates a refusal with several reasons.
  package init(_ reasons: [Reason]) { self.reasons = reasons }

  /// Creates a refusal with one reason.
  package init(_ message: String, at place: String, notes: [String] = []) {
    reasons = [Reason(message, at: place, notes: notes)]
  }
}
