/// One line about an item.
public func summary(of item: Item) -> String { item.done ? "\(item.title) (done)" : item.title }
