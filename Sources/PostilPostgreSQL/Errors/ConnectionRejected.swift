#if PostgreSQL
  /// A connection can't be opened, and trying again wouldn't help: the password is wrong, the database doesn't exist, the server's
  /// certificate isn't accepted, or the connection string isn't valid.
  public struct ConnectionRejected: Error, Hashable, Sendable, CustomStringConvertible {
    /// The five characters of the SQLSTATE: `28P01` is a wrong password. `nil` if the error isn't the server's. Source: PostgreSQL 15, appendix A.
    public let code: String?
    /// The server's message, or what is wrong with the certificate or the connection string. It contains no password.
    public let message: String

    /// The message and the code.
    public var description: String {
      code.map { "the server rejects the connection: \(message) (\($0))" } ?? message
    }

    /// Whether a server that reports this SQLSTATE rejects each connection with the same parameters: a user or a password that it doesn't
    /// accept, a database that doesn't exist or that the user must not connect to, a setting that it doesn't know.
    static func isFinal(_ code: String) -> Bool {
      code.hasPrefix("28") || ["22023", "3D000", "42501", "42704"].contains(code)
    }
  }
#endif
