/// A column of arrays of numbers. Each array is stored as one blob of consecutive numbers, least significant byte
/// first. It is for data such as a call stack of `[UInt64]` or the samples of a signal.
///
/// An array is written and read by copying its memory once, not number by number. An empty array is an empty blob, not `NULL`.
/// `==` compares the bytes, so that in the database `0.0` isn't equal to `-0.0`, and a NaN is equal to the same NaN.
@frozen
public struct Packed<Element: PackableElement>: ColumnValue {
  /// The array.
  public var _plain: [Element]

  /// Creates the stored form of an array.
  @inlinable @inline(__always)
  public init(_plain plain: [Element]) { self._plain = plain }

  /// Reads a BLOB.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else, or ends with an incomplete number.
  @inlinable
  public static func _read(from row: inout some RowReader) throws -> Self {
    let elements = try row.readBytes { bytes -> [Element]? in
      guard bytes.count.isMultiple(of: PackedLayout<Element>.width) else { return nil }
      return PackedLayout<Element>.isMemory ? PackedLayout.copy(bytes) : PackedLayout.convert(bytes)
    }
    guard let elements else {
      throw row.decodingError(
        [Element].self,
        reason: "it must be a blob of \(PackedLayout<Element>.width)-byte numbers that fits in memory")
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

/// The layout of numbers in a blob.
@usableFromInline
enum PackedLayout<Element: PackableElement> {
  /// The number of bytes per number.
  @inlinable @inline(__always)
  static var width: Int { Element.Bits.bitWidth / 8 }

  /// Whether the blob has the same layout as the array's memory. It doesn't on big-endian machines, and for an `Int` of 32 bits.
  @inlinable @inline(__always)
  static var isMemory: Bool { 1.littleEndian == 1 && MemoryLayout<Element>.stride == width }

  /// The numbers of a blob with the same layout, copied at once into the array's storage.
  @inlinable
  static func copy(_ bytes: UnsafeRawBufferPointer) -> [Element] {
    let count = bytes.count / width
    return [Element](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
      initializedCount = count
    }
  }

  /// The numbers of a blob, converted one by one; `nil` if one doesn't fit in the machine's type.
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

  /// The numbers in the layout of the blob, converted one by one.
  @usableFromInline
  static func bits(_ elements: [Element]) -> [Element.Bits] { elements.map(\._packedBits.littleEndian) }
}
