#if PostgreSQL
  import CPostgreSQL
  import PostilSQL

  /// The parameters of a connection: a URL, or a list such as `host=db.example dbname=tasks`. Source: PostgreSQL 15, section 34.1.1.
  package struct ConnectionParameters {
    private let text: String
    /// A name that the server shows unless the parameters contain one.
    private let applicationName: String?
    /// Another database of the same server; `nil` for the one of the parameters.
    private let database: String?

    /// - Throws: ``ConnectionRejected`` if libpq can't read the text.
    init(_ text: String, applicationName: String? = nil, database: String? = nil) throws {
      (self.text, self.applicationName, self.database) = (text, applicationName, database)
      // Anything else is the name of a database.
      guard isURL || text.contains("=") else { return }
      guard let values = Self.values(in: text) else { throw unreadable }
      // A password with '@' or '/' ends too early, and libpq takes its rest for a host, a port or a database, which its errors contain.
      let isSplit =
        values.contains { keyword, value in
          keyword == "port" && value.contains { !$0.isNumber && $0 != "," }
            || ["host", "dbname"].contains(keyword) && value.contains("@")
        }
      if isURL, isSplit { throw unreadable }
    }

    /// The parameters that a text gives, in libpq's order; `nil` if libpq can't read it.
    private static func values(in text: String) -> [(keyword: String, value: String)]? {
      guard let options = PQconninfoParse(text, nil) else { return nil }
      defer { PQconninfoFree(options) }
      var values: [(keyword: String, value: String)] = []
      var option = options
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val { values.append((String(cString: keyword), String(cString: value))) }
        option += 1
      }
      return values
    }

    private var isURL: Bool { ["postgresql://", "postgres://"].contains { text.hasPrefix($0) } }

    /// The error about the text. libpq's message would contain a part of it, perhaps of the password.
    private var unreadable: ConnectionRejected {
      ConnectionRejected(
        code: nil,
        message: isURL
          ? "the URL of the database can't be read; write other characters than letters, digits and '-._~' of the user, the password and the "
            + "database as '%' and two hexadecimal digits, such as '%40' for '@', '%2F' for '/' and '%25' for '%'"
          : "the list of connection parameters can't be read; write 'name=value' with spaces in between, and a value with spaces or quotation "
            + "marks as in 'password=\\'it\\\\\\'s secret\\''")
    }

    /// Connects to the server.
    /// - Throws: ``ConnectionRejected``, ``ConnectionLost``
    func connect() throws -> OpaquePointer {
      // Only the first 'dbname' is read as a URL; the last one wins. Source: PostgreSQL 15, section 34.1, "PQconnectdbParams".
      var settings = [("dbname", text)]
      if let applicationName { settings.append(("fallback_application_name", applicationName)) }
      if let database { settings.append(("dbname", database)) }
      guard let handle = Self.open(settings) else {
        throw ConnectionLost(message: "out of memory", isOutcomeUnknown: false)
      }
      guard PQstatus(handle) != CONNECTION_OK else { return handle }
      let message = Self.message(of: handle)
      if PQconnectionNeedsPassword(handle) == 1 {
        PQfinish(handle)
        throw ConnectionRejected(
          code: nil, message: "the server needs a password; pass it with 'passfile', 'PGPASSWORD' or the URL")
      }
      guard Self.isOfServer(message) else {
        PQfinish(handle)
        if Self.isFinal(message) { throw ConnectionRejected(code: nil, message: message) }
        throw ConnectionLost(message: message, isOutcomeUnknown: false)
      }
      // libpq tells the code of the server's error only in this form, which can't be chosen before the first attempt.
      PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
      PQreset(handle)
      PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
      guard PQstatus(handle) != CONNECTION_OK else { return handle }
      let error = Self.error(inVerbose: Self.message(of: handle))
      PQfinish(handle)
      if let error, ConnectionRejected.isFinal(error.code) {
        throw ConnectionRejected(code: error.code, message: error.message)
      }
      throw ConnectionLost(message: message, isOutcomeUnknown: false, code: error?.code)
    }

    // MARK: Messages

    /// The parameters without passwords, for messages.
    package static func shown(_ text: String) -> String {
      guard let scheme = text.firstRange(of: "://") else { return shownList(text) }
      var rest = text[scheme.upperBound...]
      var shown = text[..<scheme.upperBound]
      // A password can contain '@' and '/' by mistake.
      if let at = rest.lastIndex(of: "@"), let colon = rest[..<at].firstIndex(of: ":") {
        shown += rest[..<colon]
        rest = rest[at...]
      }
      let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return shown + String(rest) }
      let query = parts[1].split(separator: "&").filter { !$0.lowercased().contains("password") }
      return shown + parts[0] + (query.isEmpty ? "" : "?") + query.joined(separator: "&")
    }

    private static func shownList(_ text: String) -> String {
      guard text.contains("=") else { return text }
      guard let values = Self.values(in: text) else { return "the connection parameters" }
      // The parameters that people know a database by.
      return values.filter { ["host", "port", "dbname", "user", "service"].contains($0.keyword) }
        .map { "\($0.keyword)=\($0.value)" }.joined(separator: " ")
    }

    private static func message(of handle: OpaquePointer) -> String { String(cString: PQerrorMessage(handle)).trimmed }

    /// Whether libpq's message contains an error of the server: two spaces follow its severity, in each language.
    private static func isOfServer(_ message: String) -> Bool { message.contains(":  ") }

    /// Whether libpq's own message is about a certificate or a parameter, so that it would fail again. In another language than English,
    /// which only a program with `setlocale` gets, it is taken for a lost connection. Source: PostgreSQL 15, `fe-connect.c`,
    /// `fe-secure-openssl.c`, `fe-secure-common.c`.
    private static func isFinal(_ message: String) -> Bool {
      ["certificate", "private key", "SSL was required", "definition of service", "service file", "invalid "]
        .contains { message.contains($0) }
    }

    /// The last error of a server in a verbose message: `FATAL:  28P01: password authentication failed for user "app"`. libpq doesn't try
    /// other hosts after one that rejected the user.
    private static func error(inVerbose message: String) -> (code: String, message: String)? {
      for line in message.split(whereSeparator: \.isNewline).reversed() {
        guard let severity = line.firstRange(of: ":  ") else { continue }
        let rest = line[severity.upperBound...]
        let code = rest.prefix(5)
        guard code.count == 5, code.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isUppercase) }),
          rest.dropFirst(5).hasPrefix(": ")
        else { continue }
        return (String(code), String(rest.dropFirst(7)))
      }
      return nil
    }

    private static func open(_ settings: [(String, String)]) -> OpaquePointer? {
      let names = settings.map { CText($0.0) }
      let values = settings.map { CText($0.1) }
      return withExtendedLifetime((names, values)) {
        PQconnectdbParams(names.map { Optional($0.pointer) } + [nil], values.map { Optional($0.pointer) } + [nil], 1)
      }
    }
  }
#endif
