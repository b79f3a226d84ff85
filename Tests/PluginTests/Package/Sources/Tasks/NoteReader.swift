/// Reads notes.
public func length(of note: Nöte) -> Int { note.text.count }
