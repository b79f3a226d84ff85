// What the bridge uses of GRDB. Declarations only: they are type-checked, never run.
import GRDBSQLite

public final class Database: CustomStringConvertible {
  public enum TransactionCompletion: Sendable { case commit, rollback }
  public var description: String { fatalError() }
  public var sqliteConnection: OpaquePointer? { fatalError() }
  public var isInsideTransaction: Bool { fatalError() }
  public var lastInsertedRowID: Int64 { fatalError() }
  public var changesCount: Int { fatalError() }
  public var totalChangesCount: Int { fatalError() }
  public func makeStatement(sql: String) throws -> Statement { fatalError() }
  public func cachedStatement(sql: String) throws -> Statement { fatalError() }
  public func inSavepoint(_ body: () throws -> TransactionCompletion) throws { fatalError() }
  public func notifyChanges(in region: some DatabaseRegionConvertible) throws { fatalError() }
}

public final class Statement {
  public var sqliteStatement: OpaquePointer { fatalError() }
  public var sql: String { fatalError() }
  public var columnCount: Int { fatalError() }
  public var columnNames: [String] { fatalError() }
  public var isReadonly: Bool { fatalError() }
}

public struct StatementArguments: Sendable {
  public init(_ values: [String]) { fatalError() }
}

extension String {
  public static func fetchAll(
    _ database: Database, sql: String, arguments: StatementArguments = StatementArguments([])
  ) throws -> [String] { fatalError() }
}

public protocol Cursor<Element>: AnyObject {
  associatedtype Element
  func next() throws -> Element?
}

public protocol DatabaseCursor<Element>: Cursor {
  var _isDone: Bool { get set }
  var _statement: Statement { get }
  func _element(sqliteStatement: OpaquePointer) throws -> Element
}

extension DatabaseCursor {
  public func next() throws -> Element? { fatalError() }
}

public protocol DatabaseRegionConvertible {}

public struct Table: DatabaseRegionConvertible {
  public init(_ name: String) { fatalError() }
}

public protocol DatabaseWriter: AnyObject, Sendable {
  func write<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws -> Value
}

public struct ResultCode: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32
  public init(rawValue: Int32) { fatalError() }
  public static let SQLITE_ABORT = ResultCode(rawValue: 4)
  public static let SQLITE_READONLY = ResultCode(rawValue: 8)
  public static let SQLITE_MISMATCH = ResultCode(rawValue: 20)
  public static let SQLITE_CONSTRAINT_CHECK = ResultCode(rawValue: 275)
  public static let SQLITE_CONSTRAINT_FOREIGNKEY = ResultCode(rawValue: 787)
  public static let SQLITE_CONSTRAINT_NOTNULL = ResultCode(rawValue: 1299)
  public static let SQLITE_CONSTRAINT_PRIMARYKEY = ResultCode(rawValue: 1555)
  public static let SQLITE_CONSTRAINT_TRIGGER = ResultCode(rawValue: 1811)
  public static let SQLITE_CONSTRAINT_UNIQUE = ResultCode(rawValue: 2067)
  public static let SQLITE_CONSTRAINT_ROWID = ResultCode(rawValue: 2579)
  public static let SQLITE_CONSTRAINT_DATATYPE = ResultCode(rawValue: 3091)
}

public struct DatabaseError: Error {
  public var resultCode: ResultCode { fatalError() }
  public var extendedResultCode: ResultCode { fatalError() }
  public var message: String? { fatalError() }
  public var sql: String? { fatalError() }
}
