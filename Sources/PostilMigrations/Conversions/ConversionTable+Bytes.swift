import PostilSchema

/// Bytes, UUIDs and JSON.
extension ConversionTable {
  /// Bytes and UUIDs.
  func bytes(_ from: Family, _ to: Family) -> Row? {
    switch (from, to) {
    // Numbers of another size are other numbers. An empty value contains none.
    case (.packed, .packed):
      Row(
        Conversion(value, failure: "length(\(value)) > 0", isIdentity: true),
        server: Conversion(value, failure: "octet_length(\(value)) > 0"))
    case (.packed, .bytes): unchanged
    case (.bytes, .packed):
      if case .packed(let size) = new {
        Row(identity, server: Conversion(value, failure: "octet_length(\(value)) % \(size) <> 0"))
      } else {
        nil
      }
    case (.bytes, .uuidBytes):
      Row(identity, server: Conversion("encode(\(value), 'hex')::uuid", failure: "octet_length(\(value)) <> 16"))
    case (.uuidBytes, .bytes): Row(identity, server: Conversion("uuid_send(\(value))"))
    case (.bytes, .text):
      Row(
        Conversion("CAST(\(value) AS TEXT)", failure: StoredForm.isNoText(value)),
        server: called(.text, with: value))
    case (.text, .bytes), (.json, .bytes), (.decimal, .bytes):
      Row(Conversion("CAST(\(value) AS BLOB)"), server: Conversion("convert_to(\(value)::text, 'UTF8')"))
    case (.uuidText, .bytes):
      Row(Conversion("CAST(\(value) AS BLOB)"), server: Conversion("convert_to(upper(\(value)::text), 'UTF8')"))
    case (.uuidText, .uuidBytes): Row(UUIDConversion.bytes(of: value), server: Conversion(cast))
    case (.uuidBytes, .uuidText): Row(UUIDConversion.text(of: value), server: Conversion(cast))
    case (.uuidText, .text): Row(identity, server: Conversion("upper(\(value)::text)"))
    case (.uuidBytes, .text): Row(UUIDConversion.text(of: value), server: Conversion("upper(\(value)::text)"))
    default: nil
    }
  }

  /// Text that is a UUID.
  func uuid(_ to: Family) -> Row {
    var sqlite = to == .uuidText ? UUIDConversion.written(value) : UUIDConversion.bytes(of: value)
    sqlite.failure = StoredForm.unreadable(value, as: .uuid)
    return Row(
      sqlite,
      server: Conversion(cast, failure: "\(value)::text !~ '^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$'"))
  }

  /// Text and JSON. `jsonb` has no NUL and no half of a surrogate pair.
  var json: Row {
    Row(identity, server: new == .json ? called(.json, with: "\(value)::text") : Conversion("\(value)::text"))
  }

  /// A function's result, which is `NULL` for what can't be converted.
  func called(_ function: PostgreSQLMigrationFunction, with argument: String) -> Conversion {
    let call = function(argument)
    return Conversion(call, failure: "\(call) IS NULL")
  }
}
