/// Collects what is bound, for those who need the values themselves.
@usableFromInline
struct BindingCollector: ValueBinder {
  @usableFromInline var bindings: [Binding] = []

  @usableFromInline
  init() {}

  @usableFromInline
  mutating func bindNull() { bindings.append(.null) }
  @usableFromInline
  mutating func bind(_ value: Int64) { bindings.append(.integer(value)) }
  @usableFromInline
  mutating func bind(_ value: Double) { bindings.append(.real(value)) }
  @usableFromInline
  mutating func bind(_ value: String) { bindings.append(.text(value)) }
  @usableFromInline
  mutating func bindUTF8(_ text: UnsafeRawBufferPointer) {
    bindings.append(.text(String(decoding: text, as: UTF8.self)))
  }
  @usableFromInline
  mutating func bindBytes(_ bytes: UnsafeRawBufferPointer) { bindings.append(.blob(Array(bytes))) }
  @usableFromInline
  mutating func fail(_ error: any Error) {
    let error = error as? ColumnEncodingError ?? ColumnEncodingError(type: "\(type(of: error))", reason: "\(error)")
    bindings.append(.unstorable(error))
  }
}
