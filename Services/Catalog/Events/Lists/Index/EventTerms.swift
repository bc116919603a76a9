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
        fileprivate var all: Posting, inTitle: Posting
        fileprivate var usedAt = 0
        init(all: SlotSet, inTitle: SlotSet, of capacity: Int) {
            (self.all, self.inTitle) = (Posting(all, of: capacity), Posting(inTitle, of: capacity))
        }
        fileprivate var bytes: Int { 200 + all.bytes + inTitle.bytes }
    }
    private var found: [Term: Found] = [:]
    private var uses = 0
    private var bytes = 0
    /// What all of them may take.
    private static let bytesMax = 16 * 1024 * 1024

    var isEmpty: Bool { found.isEmpty }

    /// Whether it was read before.
    mutating func has(_ term: Term) -> Bool {
        uses += 1
        found[term]?.usedAt = uses
        return found[term] != nil
    }
    func all(_ term: Term, of capacity: Int) -> SlotSet { Self.set(found[term]?.all, capacity) }
    func inTitle(_ term: Term, of capacity: Int) -> SlotSet { Self.set(found[term]?.inTitle, capacity) }
    private static func set(_ posting: Posting?, _ capacity: Int) -> SlotSet {
        var set = SlotSet(capacity: capacity)
        posting?.add(to: &set)
        return set
    }

    mutating func remember(_ new: Found, for term: Term) {
        while bytes + new.bytes > Self.bytesMax, let oldest = found.min(by: { $0.value.usedAt < $1.value.usedAt }) {
            bytes -= oldest.value.bytes
            found[oldest.key] = nil
        }
        uses += 1
        found[term] = new
        found[term]?.usedAt = uses
        bytes += new.bytes
    }
    /// An event has other words now.
    mutating func update(_ slot: Int, _ words: [(word: String, isInTitle: Bool)], of capacity: Int) {
        for (term, old) in found {
            let matching = words.filter { term.matches($0.word) }
            var new = old
            new.all.remove(slot)
            new.inTitle.remove(slot)
            if !matching.isEmpty { new.all.insert(slot, of: capacity) }
            if matching.contains(where: \.isInTitle) { new.inTitle.insert(slot, of: capacity) }
            bytes += new.bytes - old.bytes
            found[term] = new
        }
    }
    mutating func forget(_ slot: Int) { update(slot, [], of: 0) }
}
