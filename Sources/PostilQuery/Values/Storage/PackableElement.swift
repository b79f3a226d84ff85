/// A number of fixed width, many of which a column holds as one blob; see ``Packed``.
///
/// The integers `Int8` to `Int64` and `UInt8` to `UInt64`, `Int` and `UInt`, which take 64 bits on every machine, and `Float`
/// and `Double` conform.
public protocol PackableElement: Hashable, Sendable, BitwiseCopyable {
  /// An integer of the bits that the blob holds, the lowest byte first.
  associatedtype Bits: FixedWidthInteger & BitwiseCopyable & Sendable
  /// The element of these bits, `nil` if the machine's type is too narrow for them.
  init?(_packedBits bits: Bits)
  /// The bits of the element.
  var _packedBits: Bits { get }
}

extension PackableElement where Bits == Self {
  /// The integer itself.
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
  /// The integer, `nil` if the machine's `Int` is too narrow.
  @inlinable @inline(__always)
  public init?(_packedBits bits: Int64) { self.init(exactly: bits) }

  /// The integer in 64 bits.
  @inlinable @inline(__always)
  public var _packedBits: Int64 { Int64(self) }
}

extension UInt: PackableElement {
  /// The integer, `nil` if the machine's `UInt` is too narrow.
  @inlinable @inline(__always)
  public init?(_packedBits bits: UInt64) { self.init(exactly: bits) }

  /// The integer in 64 bits.
  @inlinable @inline(__always)
  public var _packedBits: UInt64 { UInt64(self) }
}

extension Float: PackableElement {
  /// The number of this bit pattern, a NaN's too.
  @inlinable @inline(__always)
  public init?(_packedBits bits: UInt32) { self.init(bitPattern: bits) }

  /// The bit pattern. Source: IEEE 754, binary32.
  @inlinable @inline(__always)
  public var _packedBits: UInt32 { bitPattern }
}

extension Double: PackableElement {
  /// The number of this bit pattern, a NaN's too.
  @inlinable @inline(__always)
  public init?(_packedBits bits: UInt64) { self.init(bitPattern: bits) }

  /// The bit pattern. Source: IEEE 754, binary64.
  @inlinable @inline(__always)
  public var _packedBits: UInt64 { bitPattern }
}
