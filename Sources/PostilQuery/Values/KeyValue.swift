/// What identifies a row: one column value, or the several of a composite key, in the order in which the model declares them.
public protocol KeyValue: Hashable, StoredValue {}
