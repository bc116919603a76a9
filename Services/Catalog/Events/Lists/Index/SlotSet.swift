/// A set of small numbers, one bit each: what lists are cut out of.
struct SlotSet: Sendable, Equatable {
    private(set) var words: [UInt64]

    /// Empty, with room for so many numbers.
    init(capacity: Int = 0) { words = Array(repeating: 0, count: (capacity + 63) / 64) }

    var count: Int {
        words.withUnsafeBufferPointer { words in
            var count = 0
            for word in words { count &+= word.nonzeroBitCount }
            return count
        }
    }
    var bytes: Int { words.count * 8 }

    @inline(__always) func contains(_ slot: Int) -> Bool {
        let at = slot >> 6
        return at < words.count && words[at] & (1 << UInt64(slot & 63)) != 0
    }
    mutating func insert(_ slot: Int) {
        let at = slot >> 6
        if at >= words.count { words += Array(repeating: 0, count: at + 1 - words.count) }
        words[at] |= 1 << UInt64(slot & 63)
    }
    mutating func remove(_ slot: Int) {
        let at = slot >> 6
        if at < words.count { words[at] &= ~(1 << UInt64(slot & 63)) }
    }
    mutating func insert(_ slots: ArraySlice<Int32>) { for slot in slots { insert(Int(slot)) } }
    mutating func remove(_ slots: ArraySlice<Int32>) { for slot in slots { remove(Int(slot)) } }

    mutating func formUnion(_ other: SlotSet) {
        if other.words.count > words.count { words += Array(repeating: 0, count: other.words.count - words.count) }
        combine(other) { $0 | $1 }
    }
    mutating func formIntersection(_ other: SlotSet) {
        if words.count > other.words.count { words.removeLast(words.count - other.words.count) }
        combine(other) { $0 & $1 }
    }
    mutating func subtract(_ other: SlotSet) { combine(other) { $0 & ~$1 } }

    private mutating func combine(_ other: SlotSet, _ operation: (UInt64, UInt64) -> UInt64) {
        let shared = min(words.count, other.words.count)
        words.withUnsafeMutableBufferPointer { mine in
            other.words.withUnsafeBufferPointer { others in for at in 0..<shared { mine[at] = operation(mine[at], others[at]) } }
        }
    }

    /// Its numbers, the least first.
    func forEach(_ body: (Int) -> Void) {
        for at in words.indices {
            var word = words[at]
            while word != 0 {
                body(at << 6 | word.trailingZeroBitCount)
                word &= word - 1
            }
        }
    }
    /// Keeps what the test says yes to.
    mutating func keep(_ isKept: (Int) -> Bool) {
        words.withUnsafeMutableBufferPointer { words in
            for at in words.indices {
                var (rest, kept) = (words[at], words[at])
                while rest != 0 {
                    let bit = rest & (~rest &+ 1)
                    if !isKept(at << 6 | rest.trailingZeroBitCount) { kept &= ~bit }
                    rest &= rest - 1
                }
                words[at] = kept
            }
        }
    }
    /// Keeps, of every 64 neighbours at once, those whose bits the test answers, in runs of words that may have some.
    mutating func keepWords(inRunsOf length: Int, where mayHaveSome: (_ run: Int) -> Bool,
                            kept: (_ word: Int, _ candidates: UInt64) -> UInt64) {
        words.withUnsafeMutableBufferPointer { words in
            for (run, first) in stride(from: 0, to: words.count, by: length).enumerated() {
                let all = first..<min(first + length, words.count), mayStay = mayHaveSome(run)
                for at in all where words[at] != 0 { words[at] &= mayStay ? kept(at, words[at]) : 0 }
            }
        }
    }
    /// The runs of so many words that are not empty.
    func runs(of length: Int) -> [Int] {
        words.withUnsafeBufferPointer { words in
            (0..<(words.count + length - 1) / length).filter { run in
                words[run * length..<min((run + 1) * length, words.count)].contains { $0 != 0 }
            }
        }
    }
    /// The words of a run that are not empty: 64 neighbours at once.
    func forEachWord(inRun run: Int, of length: Int, _ body: (_ word: Int, _ bits: UInt64) -> Void) {
        words.withUnsafeBufferPointer { words in
            for at in run * length..<min((run + 1) * length, words.count) where words[at] != 0 { body(at, words[at]) }
        }
    }
    var slots: [Int32] {
        var slots: [Int32] = []
        forEach { slots.append(Int32(truncatingIfNeeded: $0)) }
        return slots
    }
}

/// Which slots have a value: a short list, or bits once they are many.
struct Posting: Sendable {
    private var few: [Int32] = []
    private var many: SlotSet?
    var bytes: Int { many?.bytes ?? 4 * few.count }
    private static func fewMax(of capacity: Int) -> Int { 64 + capacity / 64 }

    init() {}
    init(_ set: SlotSet, of capacity: Int) { if set.count > Self.fewMax(of: capacity) { many = set } else { few = set.slots } }

    mutating func insert(_ slot: Int, of capacity: Int) {
        if many != nil { many?.insert(slot); return }
        few.append(Int32(truncatingIfNeeded: slot))
        guard few.count > Self.fewMax(of: capacity) else { return }
        var bits = SlotSet(capacity: capacity)
        bits.insert(few[...])
        (few, many) = ([], bits)
    }
    mutating func remove(_ slot: Int) {
        if many != nil { many?.remove(slot); return }
        if let at = few.firstIndex(of: Int32(truncatingIfNeeded: slot)) { few.swapAt(at, few.count - 1); few.removeLast() }
    }
    func add(to set: inout SlotSet) {
        if let many { set.formUnion(many) } else { set.insert(few[...]) }
    }
    /// How many of its slots are in a set.
    func count(in set: SlotSet) -> Int {
        guard let many else { return few.reduce(0) { $0 + (set.contains(Int($1)) ? 1 : 0) } }
        let shared = min(many.words.count, set.words.count)
        return many.words.withUnsafeBufferPointer { mine in
            set.words.withUnsafeBufferPointer { others in
                var count = 0
                for at in 0..<shared { count &+= (mine[at] & others[at]).nonzeroBitCount }
                return count
            }
        }
    }
}
