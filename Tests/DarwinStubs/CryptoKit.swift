// What PostilCursors uses of CryptoKit. Declarations only.
import Foundation

public struct SymmetricKeySize: Sendable {
  public static var bits256: SymmetricKeySize { fatalError() }
}

public struct SymmetricKey: Sendable {
  public init(size: SymmetricKeySize) { fatalError() }
  public init(data: some ContiguousBytes) { fatalError() }
}

public protocol ContiguousBytes {}
extension Array: ContiguousBytes where Element == UInt8 {}

public protocol HashFunction {}
public enum SHA256: HashFunction {}

public struct HMAC<Function: HashFunction>: Sendable {
  public struct MAC: Sequence {
    public func makeIterator() -> IndexingIterator<[UInt8]> { fatalError() }
  }
  public static func authenticationCode(for data: some Collection<UInt8>, using key: SymmetricKey) -> MAC {
    fatalError()
  }
}
