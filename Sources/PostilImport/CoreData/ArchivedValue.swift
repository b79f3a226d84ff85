/// The value of a transformable attribute: a keyed archive, or a plain property list as SwiftData writes arrays.
struct ArchivedValue {
  /// `nil` if the bytes are neither, or if the archive contains objects of other classes.
  let value: PropertyListValue?
  /// The class of the archived object, such as `UIColor`.
  let className: String?

  init(_ bytes: [UInt8]) {
    guard let list = BinaryPropertyList.value(of: bytes) else {
      value = nil
      className = nil
      return
    }
    guard case .array(let objects)? = list["$objects"], case .reference(let top)? = list["$top"]?["root"] else {
      let isArchive = list["$archiver"] != nil
      value = isArchive ? nil : list
      className = nil
      return
    }
    var archive = Archive(objects: objects, budget: objects.count * 16 + 64)
    className = archive.className(of: top)
    value = archive.object(top, depth: 0)
  }

  /// The objects of a keyed archive. Source: Apple, `NSKeyedArchiver`, as implemented in swift-corelibs-foundation.
  private struct Archive {
    let objects: [PropertyListValue]
    /// The number of objects that may still be read, because archives can repeat an object.
    var budget: Int

    func className(of index: Int) -> String? {
      guard objects.indices.contains(index), case .reference(let type)? = objects[index]["$class"],
        objects.indices.contains(type), case .string(let name)? = objects[type]["$classname"]
      else { return nil }
      return name
    }

    mutating func object(_ index: Int, depth: Int) -> PropertyListValue? {
      budget -= 1
      guard budget > 0, depth < 32, objects.indices.contains(index) else { return nil }
      let object = objects[index]
      guard case .dictionary = object else {
        if case .string("$null") = object { return .null }
        return object
      }
      switch className(of: index) {
      case "NSString", "NSMutableString": return object["NS.string"]
      case "NSData", "NSMutableData": return object["NS.data"]
      case "NSDate":
        guard case .real(let seconds)? = object["NS.time"] else { return nil }
        return .date(seconds)
      case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet":
        return list(object["NS.objects"], depth: depth).map { .array($0) }
      case "NSDictionary", "NSMutableDictionary":
        guard let keys = list(object["NS.keys"], depth: depth), let values = list(object["NS.objects"], depth: depth),
          keys.count == values.count
        else { return nil }
        return PropertyListValue.dictionary(keys: keys, values: values)
      default: return nil
      }
    }

    private mutating func list(_ value: PropertyListValue?, depth: Int) -> [PropertyListValue]? {
      guard case .array(let references)? = value else { return nil }
      var result: [PropertyListValue] = []
      for reference in references {
        guard case .reference(let index) = reference, let value = object(index, depth: depth + 1) else { return nil }
        result.append(value)
      }
      return result
    }
  }
}
