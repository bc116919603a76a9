/// Which events have the words that people look for. A word is read from its rows when somebody first asks for it.
struct EventTerms: Sendable {
    struct Term: Hashable, Sendable {
        let word: String
        /// The last word of a search is the beginning of one.
        let isPrefix: Bool
        func matches(_ other: some StringProtocol) -> Bool {
            isPrefix ? other >= word && other < word + "\u{10FFFF}" : other == word
        }
    }
    struct Found: Sendable {
        var all: SlotSet
        var inTitle: SlotSet
        fileprivate var usedAt = 0
        init(capacity: Int) { (all, inTitle) = (SlotSet(capacity: capacity), SlotSet(capacity: capacity)) }
    }
    private var found: [Term: Found] = [:]
    private var uses = 0
    /// What all of them may take.
    private static let bytesMax = 16 * 1024 * 1024
    private static let countMin = 64

    var isEmpty: Bool { found.isEmpty }

    mutating func find(_ term: Term) -> Found? {
        uses += 1
        found[term]?.usedAt = uses
        return found[term]
    }
    mutating func remember(_ new: Found, for term: Term) {
        let each = max(1, new.all.bytes + new.inTitle.bytes)
        if found.count >= max(Self.countMin, Self.bytesMax / each), let oldest = found.min(by: { $0.value.usedAt < $1.value.usedAt }) {
            found[oldest.key] = nil
        }
        uses += 1
        found[term] = new
        found[term]?.usedAt = uses
    }
    /// An event has other words now.
    mutating func update(_ slot: Int, _ words: [(word: String, isInTitle: Bool)]) {
        for term in found.keys {
            let matching = words.filter { term.matches($0.word) }
            if matching.isEmpty { found[term]?.all.remove(slot) } else { found[term]?.all.insert(slot) }
            if matching.contains(where: \.isInTitle) { found[term]?.inTitle.insert(slot) } else { found[term]?.inTitle.remove(slot) }
        }
    }
    mutating func forget(_ slot: Int) { update(slot, []) }
}
