import CatalogKit
import Contracts
import Kernel

/// All events of a tenant as lists need them, in memory: bits for every question, orders that are kept sorted.
///
/// Numbers of rows cost a scan in SQLite, and every filter of R5 can be joined with every other, so no table of counts
/// answers them. Here a question is a few operations on bits, of which 100,000 events have 12 KiB. Everything follows
/// from rows, by their revisions; nothing of it is written anywhere.
struct EventListIndex: Sendable {
    /// The last revision that it knows.
    private(set) var revision: Int64 = 0
    /// Nil: the place is free.
    private(set) var entries: [ListedEvent?] = []
    /// Start and end of each slot's event, in one array because most questions read both. Far in the future without an event.
    private(set) var times: [(start: Int64, end: Int64)] = []
    private(set) var slots: [String: Int32] = [:]
    private(set) var published = SlotSet()
    private(set) var sequences: [[Int32]] = EventSequence.allCases.map { _ in [] }
    private(set) var postings: [EventFacet: Posting] = [:]
    private(set) var prices = PriceLists()
    /// Of the limits that were asked for last.
    private var bands: PriceBandSets?
    /// How the cities are written, by how they are compared.
    private(set) var spellings: [String: Set<String>] = [:]
    /// Stars of all events of an organizer added up, and how many they are; of those who have some.
    private(set) var stars: [String: (sum: Int, count: Int)] = [:]
    var points = EventPoints()
    var terms = EventTerms()
    var shown = ShownEvents()
    var names = SharedNames()
    /// Public events that began, that are over, at a time.
    private(set) var phases = EventPhases()

    var capacity: Int { entries.count }
    func sequence(_ sequence: EventSequence) -> [Int32] { sequences[sequence.rawValue] }
    /// Only for slots that are in a set of this index.
    @inline(__always) func entry(_ slot: Int32) -> ListedEvent? { entries[Int(slot)] }

    /// An event as it is now; without `event`: it is gone.
    struct Change: Sendable {
        let revision: Int64
        let id: String
        let event: ListedEvent?
    }

    /// Beyond so many, orders are merged in one go.
    private static let fewChanges = 16

    /// The state of a first reading, which goes along the ids: the revision as it began, and how far it is.
    private(set) var reading: (since: Int64, after: String)? = (0, "")
    /// What a first reading found so far.
    private var unsorted: [ListedEvent] = []
    /// So many slots are neighbours where their events are; what came later stands behind them as it came.
    private var arranged = 0

    /// Takes in what a first reading found.
    mutating func take(_ events: [ListedEvent], since: Int64) {
        unsorted += events
        reading = (since, events.last?.id ?? reading?.after ?? "")
    }
    /// Nothing is left to read; what changed since the beginning comes as changes.
    mutating func finishReading() {
        let since = reading?.since ?? revision
        self = EventListIndex(arranging: unsorted, revision: since, names)
    }

    init() {}

    /// Slots along a curve through the places: a circle then takes or leaves most neighbours together.
    private init(arranging events: [ListedEvent], revision: Int64, _ names: SharedNames) {
        (self.revision, self.names) = (revision, names)
        reading = nil
        let coded = events.map { (code: $0.place.map { GeoCell(GridPlace($0)).code } ?? -1, event: $0) }
        let sorted = coded.sorted { $0.code != $1.code ? $0.code < $1.code : EventSequence.start.isBefore($0.event, $1.event) }
        arranged = sorted.count
        entries = Array(repeating: nil, count: arranged)
        for (slot, (_, event)) in sorted.enumerated() {
            slots[event.id] = Int32(truncatingIfNeeded: slot)
            set(event, at: slot)
            join(slot)
        }
        merge(sorted.indices.map { Int32(truncatingIfNeeded: $0) })
    }

    /// So many may stand behind those that are arranged, and half as many as these.
    private static let unarrangedMax = 4096
    private mutating func arrangeAgain() {
        guard entries.count > arranged + arranged / 2 + Self.unarrangedMax else { return }
        // Words and cards are read again when somebody looks for them.
        self = EventListIndex(arranging: entries.compactMap(\.self), revision: revision, names)
    }

    private mutating func set(_ event: ListedEvent?, at slot: Int) {
        entries[slot] = event
        while times.count < entries.count { times.append((.max, .max)) }
        times[slot] = (event?.start ?? .max, event?.end ?? .max)
    }

    mutating func apply(_ changes: [Change]) {
        guard let last = changes.last?.revision else { return }
        let touched = changes.compactMap { slots[$0.id] }
        for change in changes { shown.forget(change.id) }
        let isFew = changes.count <= Self.fewChanges
        for slot in touched { leave(Int(slot), sequencesToo: isFew) }
        if !isFew { forget(touched) }
        var new: [Int32] = []
        for change in changes {
            guard let event = change.event else {
                if let slot = slots.removeValue(forKey: change.id) { set(nil, at: Int(slot)) }
                continue
            }
            let slot = slots[event.id] ?? Int32(truncatingIfNeeded: entries.count)
            if Int(slot) == entries.count { entries.append(nil) }
            slots[event.id] = slot
            set(event, at: Int(slot))
            new.append(slot)
        }
        for slot in new { join(Int(slot)) }
        if isFew { for slot in new { place(slot) } } else { merge(new) }
        if !isFew { phases = EventPhases() }
        revision = last
        arrangeAgain()
    }

    // MARK: - One event

    private mutating func leave(_ slot: Int, sequencesToo: Bool) {
        guard let event = entries[slot] else { return }
        for facet in event.facets { postings[facet]?.remove(slot) }
        for price in event.prices { prices.remove(slot, at: price) }
        bands?.remove(slot)
        if event.ratingCount > 0, let all = stars[event.organizer] {
            let rest = (sum: all.sum - event.ratingSum, count: all.count - event.ratingCount)
            stars[event.organizer] = rest.count > 0 ? rest : nil
        }
        published.remove(slot)
        points.remove(slot)
        guard sequencesToo else { return }
        phases.leave(slot)
        for sequence in EventSequence.allCases where sequence.has(event) {
            let at = position(of: event, in: sequence)
            if at < sequences[sequence.rawValue].count, sequences[sequence.rawValue][at] == slot {
                sequences[sequence.rawValue].remove(at: at)
            }
        }
    }

    private mutating func join(_ slot: Int) {
        guard let event = entries[slot] else { return }
        for facet in event.facets { postings[facet, default: Posting()].insert(slot, of: capacity) }
        for price in event.prices { prices.insert(slot, at: price, of: capacity) }
        bands?.insert(slot, event)
        if let folded = event.cityFolded, let city = event.city { spellings[folded, default: []].insert(city) }
        if event.ratingCount > 0 {
            let others = stars[event.organizer] ?? (0, 0)
            stars[event.organizer] = (others.sum + event.ratingSum, others.count + event.ratingCount)
        }
        if event.isPublic { published.insert(slot) }
        points.insert(slot, event.place)
    }

    /// The mean stars over all of somebody's events; nil: none is rated.
    func rating(ofOrganizer organizer: String) -> Double? { stars[organizer].flatMap { Stars.average(sum: $0.sum, count: $0.count) } }

    /// The events of a band that is not free. Limits are settings of the tenant and change with them.
    mutating func events(in band: PriceBand, _ limits: CatalogSettings.PriceBands) -> SlotSet {
        if let bands, bands.limits == limits { return bands[band] }
        var bands = PriceBandSets(limits: limits, capacity: capacity)
        for (slot, event) in entries.enumerated() { if let event { bands.insert(slot, event) } }
        self.bands = bands
        return bands[band]
    }

    // MARK: - Orders

    private mutating func place(_ slot: Int32) {
        guard let event = entry(slot) else { return }
        for sequence in EventSequence.allCases where sequence.has(event) {
            sequences[sequence.rawValue].insert(slot, at: position(of: event, in: sequence))
        }
        if event.isPublic { phases.join(Int(slot), event) }
    }

    /// Where it stands, or would.
    private func position(of event: ListedEvent, in sequence: EventSequence) -> Int {
        partition(sequence) { sequence.isBefore($0, event) }
    }
    /// The number of events at the head of an order for which the condition holds.
    func partition(_ sequence: EventSequence, where isIn: (ListedEvent) -> Bool) -> Int {
        let order = sequences[sequence.rawValue]
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if let event = entries[Int(order[middle])], isIn(event) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func forget(_ gone: [Int32]) {
        guard !gone.isEmpty else { return }
        var marks = SlotSet(capacity: capacity)
        marks.insert(gone[...])
        for at in sequences.indices { sequences[at].removeAll { marks.contains(Int($0)) } }
    }

    private mutating func merge(_ new: [Int32]) {
        for sequence in EventSequence.allCases {
            let entries = entries
            func isBefore(_ a: Int32, _ b: Int32) -> Bool {
                guard let a = entries[Int(a)], let b = entries[Int(b)] else { return false }
                return sequence.isBefore(a, b)
            }
            let added = new.filter { entries[Int($0)].map(sequence.has) ?? false }.sorted(by: isBefore)
            let old = sequences[sequence.rawValue]
            var merged: [Int32] = []
            merged.reserveCapacity(old.count + added.count)
            var (i, j) = (0, 0)
            while i < old.count || j < added.count {
                if j == added.count || (i < old.count && isBefore(old[i], added[j])) {
                    merged.append(old[i])
                    i += 1
                } else {
                    merged.append(added[j])
                    j += 1
                }
            }
            sequences[sequence.rawValue] = merged
        }
    }

    /// The phases of public events at a time: computed from the last ones, since clocks go on a little at a time.
    mutating func phases(at now: Int64) -> EventPhases {
        var phases = phases
        self.phases = EventPhases()
        phases.move(to: now, in: self)
        self.phases = phases
        return phases
    }
}

/// Which public events have begun and which are over.
struct EventPhases: Sendable {
    private(set) var started = SlotSet()
    private(set) var over = SlotSet()
    private(set) var startedCount = 0
    private var overCount = 0
    private var time = Int64.min

    fileprivate mutating func leave(_ slot: Int) {
        if started.contains(slot) { started.remove(slot); startedCount -= 1 }
        if over.contains(slot) { over.remove(slot); overCount -= 1 }
    }
    fileprivate mutating func join(_ slot: Int, _ event: ListedEvent) {
        if event.start <= time { started.insert(slot); startedCount += 1 }
        if event.end <= time { over.insert(slot); overCount += 1 }
    }

    fileprivate mutating func move(to now: Int64, in index: EventListIndex) {
        guard now != time else { return }
        let begun = index.partition(.start) { $0.start <= now }, ended = index.partition(.end) { $0.end <= now }
        Self.move(&started, &startedCount, to: begun, index.sequence(.start))
        Self.move(&over, &overCount, to: ended, index.sequence(.end))
        time = now
    }
    private static func move(_ set: inout SlotSet, _ count: inout Int, to target: Int, _ order: [Int32]) {
        if target > count { set.insert(order[count..<target]) } else { set.remove(order[target..<count]) }
        count = target
    }
}
