#if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
  import CSQLite
#endif

extension SQLiteOptions {
  /// When a file can be read. Apple's SQLite passes it on to the file system, also for the write-ahead log.
  /// Source: Apple, `FileProtectionType`, and `sqlite3.h` of the SDK.
  public enum FileProtection: Hashable, Sendable {
    /// While the device is unlocked: the store fails while it is locked.
    case complete
    /// While the device is unlocked, or as long as the file is open. The store may not open connections while it is locked.
    case completeUnlessOpen
    /// From the first time that the device is unlocked after it starts.
    case completeUntilFirstUserAuthentication
    /// Always.
    case unprotected

    /// The flag of `sqlite3_open_v2`; 0 on systems without data protection.
    var flag: Int32 {
      #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        switch self {
        case .complete: SQLITE_OPEN_FILEPROTECTION_COMPLETE
        case .completeUnlessOpen: SQLITE_OPEN_FILEPROTECTION_COMPLETEUNLESSOPEN
        case .completeUntilFirstUserAuthentication: SQLITE_OPEN_FILEPROTECTION_COMPLETEUNTILFIRSTUSERAUTHENTICATION
        case .unprotected: SQLITE_OPEN_FILEPROTECTION_NONE
        }
      #else
        0
      #endif
    }
  }
}
