#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads and writes whole files, using only the C library.
enum Files {
  /// The bytes of a file.
  /// - Throws: ``Misuse`` with the system's error message.
  static func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Misuse("cannot read '\(path)': \(reason())") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { systemRead(descriptor, $0) }
      if count == 0 { return bytes }
      if count > 0 {
        bytes += chunk[..<count]
      } else if errno != EINTR {
        throw Misuse("cannot read '\(path)': \(reason())")
      }
    }
  }

  /// Writes `text` to a file unless the file already contains it, so that unchanged files aren't recompiled.
  /// - Throws: ``Misuse`` with the system's error message.
  static func write(_ text: String, to path: String) throws {
    let bytes = Array(text.utf8)
    if let existing = try? read(path), existing == bytes { return }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Misuse("cannot write '\(path)': \(reason())") }
    defer { close(descriptor) }
    guard writeAll(bytes, to: descriptor) else { throw Misuse("cannot write '\(path)': \(reason())") }
  }

  /// Writes all bytes. Returns `false` if the system reports an error.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }

  private static func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Glibc)
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  private static func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Glibc)
      Glibc.write(descriptor, buffer.baseAddress, buffer.count)
    #else
      Musl.write(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
}

/// Diagnostics go to standard error.
enum StandardError {
  /// Writes one line.
  static func write(_ line: String) { _ = Files.writeAll(Array((line + "\n").utf8), to: 2) }
}
