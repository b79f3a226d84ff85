/// A fixed-width number type, arrays of which can be stored as one blob; see ``Packed``.
///
/// The integers `Int8` to `Int64` and `UInt8` to `UInt64`, `Int` and `UInt` (which take 64 bits on every machine),
/// `Float` and `Double` conform.
public protocol PackableElement: Hashable, Sendable, BitwiseCopyable {
  /// An integer with the stored bits, which are written least significant byte first.
  associatedtype Bits: FixedWidthInteger & BitwiseCopyable & Sendable
  /// Creates the element from its bits; `nil` if the machine's type is too narrow.
  init?(_packedBits bits: Bits)
  /// The bits of the element.
  var _packedBits: Bits { get }
}

extension PackableElement where Bits == Self {
  /// Creates the integer from itself.
  @inlinable @inline(__always)
  public init?(_packedBits bits: Self) { self = bits }

  /// The integer itself.
  @inlinable @inline(__always)
  public var _packedBits: Self { self }
}

extension Int8: PackableElement {}
extension Int16: PackableElement {}
extension Int32: PackableElement {}
extension Int64: PackableElement {}
extension UInt8: PackableElement {}
extension UInt16: PackableElement {}
extension UInt32: PackableElement {}
extension UInt64: PackableElement {}

extension Int: PackableElement {
  /// Creates the integer; `nil` if the machine's `Int` is too narrow.
  @inlinable @inline(__always)
  public init?(_packedBits bits: Int64) { self.init(exactly: bits) }

  /// The integer with 64 bits.
  @inlinable @inline(__always)
  public var _packedBits: Int64 { Int64(self) }
}

extension UInt: PackableElement {
  /// Creates the integer; `nil` if the machine's `UInt` is too narrow.
  @inlinable @inline(__always)
  public init?(_packedBits bits: UInt64) { self.init(exactly: bits) }

  /// The integer with 64 bits.
  @inlinable @inline(__always)
  public var _packedBits: UInt64 { UInt64(self) }
}

extension Float: PackableElement {
  /// Creates the number from its bit pattern, including NaNs.
  @inlinable @inline(__always)
  public init?(_packedBits bits: UInt32) { self.init(bitPattern: bits) }

  /// The bit pattern. Source: IEEE 754, binary32.
  @inlinable @inline(__always)
  public var _packedBits: UInt32 { bitPattern }
}

extension Double: PackableElement {
  /// Creates the number from its bit pattern, including NaNs.
  @inlinable @inline(__always)
  public init?(_packedBits bits: UInt64) { self.init(bitPattern: bits) }

  /// The bit pattern. Source: IEEE 754, binary64.
  @inlinable @inline(__always)
  public var _packedBits: UInt64 { bitPattern }
}
