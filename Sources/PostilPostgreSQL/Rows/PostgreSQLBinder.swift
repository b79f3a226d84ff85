#if PostgreSQL
  import PostilQuery

  /// Binds the parameters of one statement, from the first to the last, in the binary form of their types.
  ///
  /// Generated code binds values in the forms that SQLite stores: a date is text, a truth value an integer. The statement's parameters have
  /// PostgreSQL's types, so a text for a `timestamptz` is sent as one.
  public struct _PostgreSQLBinder: ValueBinder {
    let parameters: ParameterBuffer

    @usableFromInline
    init(_ parameters: ParameterBuffer) { self.parameters = parameters }

    /// Binds `NULL`.
    public mutating func bindNull() { parameters.bindNull() }

    /// Binds an integer.
    public mutating func bind(_ value: Int64) { parameters.bind(value) }

    /// Binds a floating-point number.
    public mutating func bind(_ value: Double) { parameters.bind(value) }

    /// Binds text.
    public mutating func bind(_ value: String) {
      var value = value
      value.withUTF8 { parameters.bindText(UnsafeRawBufferPointer($0)) }
    }

    /// Binds UTF-8 text.
    public mutating func bindUTF8(_ text: UnsafeRawBufferPointer) { parameters.bindText(text) }

    /// Binds bytes.
    public mutating func bindBytes(_ bytes: UnsafeRawBufferPointer) { parameters.bindBytes(bytes) }

    /// Binds a time, the seconds since the start of 2001, if the parameter is a `timestamptz`.
    public mutating func _bindTime(_ time: Double) -> Bool { parameters.bindTime(time) }

    /// Records that a value can't be bound.
    public mutating func fail(_ error: any Error) { parameters.fail(error) }
  }
#endif
