import CSQLite
import Foundation
import PostilCompiler
import PostilSQL

/// What the rows of a store show about one property: the forms that fit all of its values.
struct ColumnSurvey {
  /// The possible forms, the preferred one first. The last one fits any value.
  private(set) var forms: [StoredForm]
  private(set) var nulls = 0
  /// The rows that must have a value, but have none.
  private(set) var missing = 0
  private(set) var values = 0
  /// The values in files, and those whose file is missing.
  private(set) var fileReferences = 0
  private(set) var missingFiles = 0
  /// How many values the preferred form doesn't fit, and the first of them.
  private(set) var misfits = 0
  private(set) var firstMisfit: StoredCell?
  /// The class of the first archived object.
  private(set) var archivedClass: String?
  private let preferred: StoredForm
  /// Whether the model doesn't state the type, so that bytes must look like a UUID to become one.
  private let isGuess: Bool

  init(_ forms: [StoredForm], isGuess: Bool) {
    self.forms = forms + [.any]
    preferred = forms.first ?? .any
    self.isGuess = isGuess
  }

  /// The form that fits all values.
  var form: StoredForm {
    // An attribute with external storage can't be recognised by values that are all inline.
    let possible = forms.filter { !(isGuess && $0 == .externalData && fileReferences == 0) }
    return possible.first ?? .any
  }

  mutating func add(_ cell: StoredCell, isRequired: Bool, files: ExternalFiles) {
    if cell == .null {
      nulls += 1
      if isRequired { missing += 1 }
      return
    }
    values += 1
    var isReference = false
    if case .blob(let bytes) = cell, forms.contains(.externalData) {
      isReference = ExternalFiles.fileName(bytes) != nil
      if isReference { fileReferences += 1 }
      if files.isMissing(bytes) { missingFiles += 1 }
    }
    if archivedClass == nil, case .blob(let bytes) = cell, bytes.starts(with: "bplist0".utf8) {
      archivedClass = ArchivedValue(bytes).className
    }
    var fits: [StoredForm] = []
    for form in forms where Self.fits(form, cell, isReference, isGuess: isGuess, files) { fits.append(form) }
    if !Self.fits(preferred, cell, isReference, isGuess: isGuess, files) {
      misfits += 1
      if firstMisfit == nil { firstMisfit = cell }
    }
    forms = fits
  }

  private static func fits(
    _ form: StoredForm, _ cell: StoredCell, _ isReference: Bool, isGuess: Bool, _ files: ExternalFiles
  ) -> Bool {
    if case .blob(let bytes) = cell {
      // Files aren't read twice.
      if form == .externalData { return isReference || bytes.first == 1 }
      if form == .uuid, isGuess {
        return bytes.count == 16 && (1...8).contains(bytes[6] >> 4) && bytes[8] >> 6 == 2
      }
    }
    return form.stored(cell, files: files) != nil
  }
}

/// Reads the rows of a store.
struct StoreRows {
  let database: ScratchDatabase

  /// Calls `body` with the values of each row, until it throws.
  func forEach(_ sql: String, _ body: ([StoredCell]) throws -> Void) throws {
    var failure: (any Error)?
    try database.forEachRow(sql) { statement in
      do {
        try body((0..<sqlite3_column_count(statement)).map { SampleRow(statement, column: $0).stored })
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }

  /// The number in the first column of the first row.
  func number(_ sql: String) throws -> Int {
    try database.run(sql).first.flatMap { $0 }.flatMap { Int($0) } ?? 0
  }
}
