import PostilQuery

/// A type of another module that says itself what a column holds of it: a target whose sources the plugin does not read.
public struct Hue: ColumnRepresentable, Codable, Hashable {
  public var degrees: Int

  public init(degrees: Int) { self.degrees = degrees }

  public init(stored: Int64) throws {
    guard (0..<360).contains(stored) else { throw NoHue() }
    degrees = Int(stored)
  }

  public var stored: Int64 { Int64(degrees) }

  public struct NoHue: Error {}
}

/// The same as text.
public struct Shade: ColumnRepresentable, Codable, Hashable {
  public var name: String

  public init(name: String) { self.name = name }
  public init(stored: String) { name = stored }
  public var stored: String { name }
}

/// The same as a number with a fraction.
public struct Weight: ColumnRepresentable, Codable, Hashable {
  public var kilograms: Double

  public init(kilograms: Double) { self.kilograms = kilograms }
  public init(stored: Double) { kilograms = stored }
  public var stored: Double { kilograms }
}

/// The same as bytes.
public struct Seal: ColumnRepresentable, Codable, Hashable {
  public var bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }
  public init(stored: [UInt8]) { bytes = stored }
  public var stored: [UInt8] { bytes }
}
