/// Events as they were shown last. In a large file each card lies on a page of its own, which would have to be read for
/// each list. SQLite's own memory of pages does not help, because every commit empties it.
///
/// Two generations: when the present one is full it becomes the one before, and what nobody asked for meanwhile is forgotten.
struct ShownEvents: Sendable {
    /// An event takes about a KiB, so both generations 16 MiB at most; the index itself has some 50 MiB for 100,000 events.
    private static let generationMax = 8192
    private var present: [String: Event] = [:]
    private var before: [String: Event] = [:]

    mutating func find(_ id: String) -> Event? {
        if let event = present[id] { return event }
        guard let event = before.removeValue(forKey: id) else { return nil }
        remember(event)
        return event
    }
    mutating func remember(_ event: Event) {
        if present.count >= Self.generationMax { (before, present) = (present, [:]) }
        present[event.id.rawValue] = event
    }
    /// It has changed.
    mutating func forget(_ id: String) {
        present[id] = nil
        before[id] = nil
    }
}
