/// Values by id, each with the time at which it is due. A look costs the number of due values, not of all values.
///
/// The table files each id under the tick of its time. It files a changed value again only if the value is due sooner;
/// a value that is due later or was removed is found when its old tick comes. Every look includes the present tick, so
/// times are exact to the millisecond.
package struct DueTable<Value> {
    package static var tickMilliseconds: Int64 { 50 }

    private var values: [String: (value: Value, tick: Int64)] = [:]
    private var ticks: [Int64: [String]] = [:]
    /// The first tick that may contain ids.
    private var next: Int64 = .min
    private let due: @Sendable (Value) -> Int64
    /// How many values were checked so far, due or not.
    package private(set) var looks = 0

    /// - Parameter due: when a value is due, in milliseconds.
    package init(due: @escaping @Sendable (Value) -> Int64) { self.due = due }

    package var count: Int { values.count }
    package var keys: [String] { Array(values.keys) }
    package mutating func reserveCapacity(_ count: Int) { values.reserveCapacity(count) }

    package subscript(id: String) -> Value? {
        get { values[id]?.value }
        set {
            guard let newValue else { return values[id] = nil }
            file(newValue, id, known: values[id]?.tick)
        }
    }
    package mutating func removeValue(forKey id: String) -> Value? { values.removeValue(forKey: id)?.value }

    private mutating func file(_ value: Value, _ id: String, known: Int64?) {
        let time = due(value)
        let tick = time == .max ? .max : max(next, time / Self.tickMilliseconds)
        if let known, known <= tick { return values[id] = (value, known) }
        values[id] = (value, tick)
        if tick != .max { ticks[tick, default: []].append(id) }
    }

    /// Ids of the due values. Each id is returned once, unless it is set again.
    package mutating func takeDue(now: Int64) -> [String] {
        let last = now / Self.tickMilliseconds
        defer { next = last }
        // After a long sleep more ticks have passed than are filled.
        let isFew = next != .min && last - next < Int64(ticks.count)
        guard next <= last, !ticks.isEmpty else { return [] }
        let passed = isFew ? Array(next...last) : ticks.keys.filter { $0 <= last }.sorted()
        next = last
        var found: [String] = []
        for tick in passed {
            for id in ticks.removeValue(forKey: tick) ?? [] {
                guard let filed = values[id], filed.tick == tick else { continue }
                looks += 1
                let isDue = due(filed.value) <= now
                values[id]?.tick = .max
                if isDue { found.append(id) } else { file(filed.value, id, known: nil) }
            }
        }
        return found
    }
}
