/// Values by id, each with the time at which it wants to be looked at. Looking costs what is due, not what there is.
///
/// Ids are filed under the tick of their time. A value that changes is filed anew only when it wants to be looked at sooner; one that wants it later, or is gone
/// meanwhile, is found out when its old tick comes. The tick of the present is looked at each time, so a time counts to the millisecond.
package struct DueTable<Value> {
    package static var tickMilliseconds: Int64 { 50 }

    private var values: [String: (value: Value, tick: Int64)] = [:]
    private var ticks: [Int64: [String]] = [:]
    /// The first tick that may hold something.
    private var next: Int64 = .min
    private let due: @Sendable (Value) -> Int64
    /// Values that were looked at so far, due or not.
    package private(set) var looks = 0

    /// - Parameter due: when a value wants to be looked at, in milliseconds.
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

    /// Ids of the values whose time has come. Each is told once, unless it is set again.
    package mutating func takeDue(now: Int64) -> [String] {
        let last = now / Self.tickMilliseconds
        defer { next = last }
        // After a long sleep there are fewer ticks with something in them than ticks.
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
