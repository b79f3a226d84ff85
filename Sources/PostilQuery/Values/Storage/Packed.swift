/// A column of arrays of numbers that holds each as one blob, the numbers one after the other, their lowest byte first: a
/// call stack of `[UInt64]`, the samples of a signal.
///
/// An array is written and read by copying its memory once, not number by number. No numbers are an empty blob, not `NULL`.
/// `==` compares the bytes, so that in the database `0.0` is not `-0.0`, and a NaN is the same NaN.
@frozen
public struct Packed<Element: PackableElement>: ColumnValue {
  /// The array.
  public var _plain: [Element]

  /// The stored form of an array.
  @inlinable @inline(__always)
  public init(_plain plain: [Element]) { self._plain = plain }

  /// Reads a BLOB.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else, or a part of a number at its end.
  @inlinable
  public static func _read(from row: inout some RowReader) throws -> Self {
    let elements = try row.readBytes { bytes -> [Element]? in
      guard bytes.count.isMultiple(of: PackedLayout<Element>.width) else { return nil }
      return PackedLayout<Element>.isMemory ? PackedLayout.copy(bytes) : PackedLayout.convert(bytes)
    }
    guard let elements else {
      throw row.decodingError(
        [Element].self,
        reason: "it must be a blob of numbers of \(PackedLayout<Element>.width) bytes that this machine has room for")
    }
    return Self(_plain: elements)
  }

  /// Binds a BLOB.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    if PackedLayout<Element>.isMemory {
      _plain.withUnsafeBytes { bytes in binder.bindBytes(bytes) }
    } else {
      PackedLayout.bits(_plain).withUnsafeBytes { bytes in binder.bindBytes(bytes) }
    }
  }

  /// The bytes as a binding.
  @inlinable
  public var _boundValue: BoundValue {
    .blob(
      PackedLayout<Element>.isMemory
        ? _plain.withUnsafeBytes { bytes in [UInt8](bytes) }
        : PackedLayout.bits(_plain).withUnsafeBytes { bytes in [UInt8](bytes) })
  }
}

/// How numbers lie in a blob.
@usableFromInline
enum PackedLayout<Element: PackableElement> {
  /// The number of bytes of a number.
  @inlinable @inline(__always)
  static var width: Int { Element.Bits.bitWidth / 8 }

  /// Whether an array's memory is the blob: not on a machine that puts the highest byte first, nor for an `Int` of 32 bits.
  @inlinable @inline(__always)
  static var isMemory: Bool { 1.littleEndian == 1 && MemoryLayout<Element>.stride == width }

  /// The numbers of a blob that lie in memory as they do there, copied all at once into the array's own storage.
  @inlinable
  static func copy(_ bytes: UnsafeRawBufferPointer) -> [Element] {
    let count = bytes.count / width
    return [Element](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
      initializedCount = count
    }
  }

  /// The numbers of a blob, one by one; `nil` if the machine has no room for one.
  @usableFromInline
  static func convert(_ bytes: UnsafeRawBufferPointer) -> [Element]? {
    var elements: [Element] = []
    elements.reserveCapacity(bytes.count / width)
    for offset in stride(from: 0, to: bytes.count, by: width) {
      let bits = bytes.loadUnaligned(fromByteOffset: offset, as: Element.Bits.self)
      guard let element = Element(_packedBits: Element.Bits(littleEndian: bits)) else { return nil }
      elements.append(element)
    }
    return elements
  }

  /// The numbers as the blob has them, one by one.
  @usableFromInline
  static func bits(_ elements: [Element]) -> [Element.Bits] { elements.map(\._packedBits.littleEndian) }
}
