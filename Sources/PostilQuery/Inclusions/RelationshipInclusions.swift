// To-one relationships as inclusions: '$0.project' and '$0.parent'.

extension ViewColumns {
  /// The row at the end of the path.
  public var includedRows: _IncludedRows { _IncludedRows(at: _rowSource, of: OwningModel.table) }

  /// Loads the row of each key.
  /// - Throws: ``RecordNotFound`` if a row is missing, which foreign keys prevent.
  @inlinable
  public func loadIncluded<DB: ReadTransaction>(for keys: _ParentKeys, in db: DB) throws -> [OwningModel] {
    try keys.requiring(OwningModel.loadRows(includedRows, for: keys, in: db), of: OwningModel.table)
  }

  /// The row with nested inclusions: `$0.project.with { $0.items }` loads `(Project, [Item])` instead of `Project`.
  @inlinable
  public func with<each I: Inclusion>(
    @InclusionBuilder _ inclusions: (Self) -> (repeat each I)
  ) -> IncludedRow<(OwningModel, repeat (each I).LoadedValue), OwningModel, repeat each I> {
    let source = _Source(OwningModel.table)
    let tuple = inclusions(Self(source))
    return IncludedRow(includedRows.with(InclusionLevel([source], repeat each tuple)), repeat each tuple)
  }

  /// The same with one nested inclusion.
  @inlinable
  public func with<I: Inclusion>(
    @InclusionBuilder _ inclusion: (Self) -> I
  ) -> IncludedRow<(OwningModel, I.LoadedValue), OwningModel, I> {
    // Swift 6.3 can't match a pack of one element with the result of a builder.
    let source = _Source(OwningModel.table)
    let nested = inclusion(Self(source))
    return IncludedRow(includedRows.with(InclusionLevel([source], nested)), nested)
  }
}

extension OptionalColumns: Inclusion {
  /// The loaded value for each row.
  public typealias LoadedValue = Target?

  /// The row at the end of the path.
  public var includedRows: _IncludedRows { _IncludedRows(at: _rowSource, of: Target.table) }

  /// Loads the row of each key; `nil` if there is none.
  @inlinable
  public func loadIncluded<DB: ReadTransaction>(for keys: _ParentKeys, in db: DB) throws -> [Target?] {
    try Target.loadRows(includedRows, for: keys, in: db)
  }

  /// The row with nested inclusions: `$0.parent.with { $0.children }` loads `(Folder, [Folder])?` instead of `Folder?`.
  /// A column named `with` is `$0.parent[dynamicMember: \.with]`.
  @inlinable
  public func with<each I: Inclusion>(
    @InclusionBuilder _ inclusions: (Target.Columns) -> (repeat each I)
  ) -> IncludedOptionalRow<(Target, repeat (each I).LoadedValue), Target, repeat each I> {
    let source = _Source(Target.table)
    let tuple = inclusions(Target.Columns(source))
    return IncludedOptionalRow(includedRows.with(InclusionLevel([source], repeat each tuple)), repeat each tuple)
  }

  /// The same with one nested inclusion.
  @inlinable
  public func with<I: Inclusion>(
    @InclusionBuilder _ inclusion: (Target.Columns) -> I
  ) -> IncludedOptionalRow<(Target, I.LoadedValue), Target, I> {
    // Swift 6.3 can't match a pack of one element with the result of a builder.
    let source = _Source(Target.table)
    let nested = inclusion(Target.Columns(source))
    return IncludedOptionalRow(includedRows.with(InclusionLevel([source], nested)), nested)
  }
}

// To-many relationships as inclusions, '$0.tags', with filtering, sorting and limits.

extension ToMany: Inclusion {
  /// The loaded value for each row.
  public typealias LoadedValue = [Target]

  /// The members.
  public var includedRows: _IncludedRows { _IncludedRows(members) }

  /// Loads the members of each key.
  @inlinable
  public func loadIncluded<DB: ReadTransaction>(for keys: _ParentKeys, in db: DB) throws -> [[Target]] {
    try Target.loadGroups(includedRows, for: keys, in: db)
  }

  /// The members with nested inclusions: `$0.tags.with { $0.items }` loads `[(Tag, [Item])]` instead of `[Tag]`.
  @inlinable
  public func with<each I: Inclusion>(
    @InclusionBuilder _ inclusions: (Target.Columns) -> (repeat each I)
  ) -> IncludedMembers<(Target, repeat (each I).LoadedValue), Target, repeat each I> {
    let source = _Source(Target.table)
    let tuple = inclusions(Target.Columns(source))
    return IncludedMembers(includedRows.with(InclusionLevel([source], repeat each tuple)), repeat each tuple)
  }

  /// The same with one nested inclusion.
  @inlinable
  public func with<I: Inclusion>(
    @InclusionBuilder _ inclusion: (Target.Columns) -> I
  ) -> IncludedMembers<(Target, I.LoadedValue), Target, I> {
    // Swift 6.3 can't match a pack of one element with the result of a builder.
    let source = _Source(Target.table)
    let nested = inclusion(Target.Columns(source))
    return IncludedMembers(includedRows.with(InclusionLevel([source], nested)), nested)
  }
}

extension ToMany {
  /// The members for which `predicate` is true: `$0.tags.where { $0.name != "urgent" }`.
  @inlinable
  public func `where`<P: SQLExpression<Bool>>(@ConditionBuilder _ predicate: (Target.Columns) -> P) -> ToMany<Target> {
    let source = _Source(Target.table)
    return ToMany(members.filtered(by: predicate(Target.Columns(source)).node, of: [source]))
  }

  /// The members sorted by these terms; each term breaks the ties of the previous ones: `$0.steps.order { $0.text }`.
  @inlinable
  public func order(@OrderBuilder _ terms: (Target.Columns) -> some _OrderTerms) -> ToMany<Target> {
    let source = _Source(Target.table)
    return ToMany(members.ordered(by: terms(Target.Columns(source))._orderings, of: [source]))
  }

  /// At most `count` members of each row, after skipping `offset`: `$0.steps.limit(3)`. Without
  /// an order, the database decides which rows come first. In `with`, it must be the last clause.
  @inlinable
  public func limit(_ count: Int?, offset: Int = 0) -> ToMany<Target> {
    ToMany(members.paged(limit: count, offset: offset))
  }
}

extension ToMany where Target: SoftDeletable {
  /// The members, including deleted ones.
  @inlinable
  public func withDeleted() -> ToMany<Target> { ToMany(members.seeing(.included)) }

  /// Only the deleted members.
  @inlinable
  public func onlyDeleted() -> ToMany<Target> { ToMany(members.seeing(.only)) }
}
