import CatalogKit
import Contracts
import Kernel

/// What a filter asks of the index: which events, and in which order.
struct EventQuestion {
    let filter: EventFilter
    let bands: CatalogSettings.PriceBands
    let now: Timestamp

    /// The events that the filter lets through. The words must have been read before.
    func matches(in index: inout EventListIndex) -> SlotSet {
        let phases = index.phases(at: now.millisecondsSinceEpoch)
        var set = inStatus(index, phases)
        narrow(&set, filter.categories.map { .category($0) }, index)
        if let city = filter.city { narrow(&set, [.city(city.folded)], index) }
        if let organizer = filter.organizer { narrow(&set, [.organizer(organizer.rawValue)], index) }
        for term in Self.terms(filter.words) { set.formIntersection(index.terms.all(term, of: index.capacity)) }
        narrowPrices(&set, &index)
        // Late, because it looks at each of a few.
        if let window = filter.window { narrow(&set, to: window, phases, index) }
        barAges(&set, index)
        if let near = filter.near, let radius = filter.radiusKm { index.points.keep(&set, within: radius, of: near) }
        if let box = filter.box { index.points.keep(&set, in: box) }
        return set
    }

    /// All words must match, the last one as a beginning.
    static func terms(_ words: [String]) -> [EventTerms.Term] {
        words.indices.map { EventTerms.Term(word: words[$0], isPrefix: $0 == words.count - 1) }
    }

    private func inStatus(_ index: EventListIndex, _ phases: EventPhases) -> SlotSet {
        var set = index.published
        let has = filter.statuses.contains
        switch (has(.published), has(.ongoing), has(.completed)) {
        case (true, true, true): break
        case (true, true, false): set.subtract(phases.over)
        case (true, false, false): set.subtract(phases.started)
        case (false, true, true): set.formIntersection(phases.started)
        case (false, false, true): set.formIntersection(phases.over)
        case (false, true, false):
            set.formIntersection(phases.started)
            set.subtract(phases.over)
        case (true, false, true):
            var running = phases.started
            running.subtract(phases.over)
            set.subtract(running)
        case (false, false, false): set = SlotSet()
        }
        return set
    }

    private func narrow(_ set: inout SlotSet, _ facets: [EventFacet], _ index: EventListIndex) {
        guard !facets.isEmpty else { return }
        var some = SlotSet(capacity: index.capacity)
        for facet in facets { index.postings[facet]?.add(to: &some) }
        set.formIntersection(some)
    }

    /// R5: it starts before the window ends and ends after it starts; what is over counts only where completed events are asked for.
    private func narrow(_ set: inout SlotSet, to window: TimeWindow, _ phases: EventPhases, _ index: EventListIndex) {
        let isOver = filter.statuses.contains(.completed)
        let bound = (isOver ? window.start : max(window.start, now)).millisecondsSinceEpoch
        let end = window.end.millisecondsSinceEpoch
        let order = index.sequence(.start)
        let first = index.partition(.start) { $0.start < bound }, last = index.partition(.start) { $0.start < end }
        if set.count < (last - first) / 2 {
            // So few are left that each is looked at.
            return index.times.withUnsafeBufferPointer { times in set.keep { times[$0].start < end && times[$0].end > bound } }
        }
        var some = SlotSet(capacity: index.capacity)
        // What starts in the window, by whichever are fewer: those that do or those that do not.
        if first < last, last - first <= order.count / 2 {
            some.insert(order[first..<last])
        } else if first < last {
            some = index.published
            some.remove(order[..<first])
            some.remove(order[last...])
        }
        addRunning(to: &some, at: bound, end, phases, index)
        set.formIntersection(some)
    }

    /// What began before a window and ends in it or after it.
    private func addRunning(to set: inout SlotSet, at bound: Int64, _ end: Int64, _ phases: EventPhases, _ index: EventListIndex) {
        if bound == now.millisecondsSinceEpoch, bound < end {
            // Those that start right now have just been added.
            var running = phases.started
            running.subtract(phases.over)
            return set.formUnion(running)
        }
        // Most events end within a day; no event is longer than the second.
        let lengths = [(EventSequence.start, EventSequence.usualLength), (.long, EventCondition.lookBack.wholeMilliseconds)]
        for (sequence, length) in lengths {
            let first = index.partition(sequence) { $0.start < bound - length }
            let last = index.partition(sequence) { $0.start < min(bound, end) }
            guard first < last else { continue }
            let times = index.times
            for slot in index.sequence(sequence)[first..<last] where times[Int(slot)].end > bound { set.insert(Int(slot)) }
        }
    }

    private func narrowPrices(_ set: inout SlotSet, _ index: inout EventListIndex) {
        if !filter.bands.isEmpty {
            var some = SlotSet(capacity: index.capacity)
            for band in filter.bands {
                if band == .free { index.postings[.free]?.add(to: &some) } else { some.formUnion(index.events(in: band, bands)) }
            }
            set.formIntersection(some)
        }
        guard filter.priceMin != nil || filter.priceMax != nil else { return }
        let (low, high) = (filter.priceMin ?? 0, filter.priceMax ?? .max)
        var some = SlotSet(capacity: index.capacity)
        if low <= high { index.prices.add(low...high, to: &some) }
        set.formIntersection(some)
    }

    /// R3: from when on each age is reached is given; events for older people before that are left out.
    private func barAges(_ set: inout SlotSet, _ index: EventListIndex) {
        guard !filter.reachedAges.isEmpty else { return }
        for case .age(let years) in index.postings.keys {
            let from = filter.reachedAges.filter { $0.years >= years }.map(\.from.millisecondsSinceEpoch).min() ?? .max
            var barred = SlotSet(capacity: index.capacity)
            index.postings[.age(years)]?.add(to: &barred)
            barred.formIntersection(set)
            if from <= (now - EventCondition.lookBack).millisecondsSinceEpoch, !filter.statuses.contains(.completed) { continue }
            let times = index.times
            if from < .max { barred.keep { times[$0].start < from } }
            set.subtract(barred)
        }
    }

    // MARK: - The page

    /// A stretch of the events that match, in the order of the filter.
    func page(of set: SlotSet, total: Int, in index: inout EventListIndex, limit: Int, offset: Int) -> [Int32] {
        switch filter.order {
        case .relevance where !filter.words.isEmpty: return byRelevance(set, &index, limit: limit, offset: offset)
        case .relevance, .startDate: return byStart(set, total: total, index, limit: limit, offset: offset)
        case .price: return index.page(of: set, total: total, by: .price, limit: limit, offset: offset)
        case .newest: return index.page(of: set, total: total, by: .newest, limit: limit, offset: offset)
        case .popular: return index.page(of: set, total: total, by: .popular, limit: limit, offset: offset)
        case .distance:
            guard let near = filter.near else { return index.page(of: set, total: total, by: .start, limit: limit, offset: offset) }
            return byDistance(set, from: near, index, limit: limit, offset: offset)
        }
    }

    /// What is over stands before everything else, and most lists leave it out; so does what ends before a window begins.
    private func byStart(_ set: SlotSet, total: Int, _ index: EventListIndex, limit: Int, offset: Int) -> [Int32] {
        let ends = [filter.statuses.contains(.completed) ? nil : now, filter.window?.start].compactMap { $0?.millisecondsSinceEpoch }
        let bound = ends.max().map { $0 - EventCondition.lookBack.wholeMilliseconds }
        let first = bound.map { bound in index.partition(.start) { $0.start < bound } } ?? 0
        return index.page(of: set, total: total, by: .start, limit: limit, offset: offset, first: first)
    }

    /// Most words in the title first.
    private func byRelevance(_ set: SlotSet, _ index: inout EventListIndex, limit: Int, offset: Int) -> [Int32] {
        let titles = Self.terms(filter.words).map { index.terms.inTitle($0, of: index.capacity) }
        // Sets of those with at least so many words in the title.
        var atLeast = [set] + titles.map { _ in SlotSet() }
        for (number, title) in titles.enumerated() {
            for count in stride(from: number + 1, through: 1, by: -1) {
                var more = atLeast[count - 1]
                more.formIntersection(title)
                atLeast[count].formUnion(more)
            }
        }
        var (page, skip): ([Int32], Int) = ([], offset)
        for count in stride(from: titles.count, through: 0, by: -1) where page.count < limit {
            var exactly = atLeast[count]
            if count < titles.count { exactly.subtract(atLeast[count + 1]) }
            let size = exactly.count
            if skip >= size { skip -= size; continue }
            page += byStart(exactly, total: size, index, limit: limit - page.count, offset: skip)
            skip = 0
        }
        return page
    }

    private func byDistance(_ set: SlotSet, from place: Coordinates, _ index: EventListIndex, limit: Int, offset: Int) -> [Int32] {
        let near = index.points.nearest(set, from: place, count: offset + limit)
        let times = index.times
        // Events of one hall are neighbours, equally far, and most of them start at different times.
        let page = zip(near, index.points.km(near, from: place)).smallest(offset + limit) { a, b in
            if a.1 != b.1 { return a.1 < b.1 }
            let (start, other) = (times[Int(a.0)].start, times[Int(b.0)].start)
            if start != other { return start < other }
            guard let first = index.entry(a.0), let second = index.entry(b.0) else { return false }
            return EventSequence.start.isBefore(first, second)
        }
        return page.dropFirst(offset).map(\.0)
    }
}

extension EventListIndex {
    /// Up to so many are sorted by themselves; an order is walked along for more.
    private static let sortedMax = 128

    /// - Parameter first: where in the order to begin, because nothing of the set stands before.
    func page(of set: SlotSet, total: Int, by sequence: EventSequence, limit: Int, offset: Int, first: Int = 0) -> [Int32] {
        guard offset < total, limit > 0 else { return [] }
        if total <= Self.sortedMax {
            let found = set.slots.compactMap { slot in entry(slot).map { (slot, $0) } }
            return found.smallest(offset + limit) { sequence.isBefore($0.1, $1.1) }.dropFirst(offset).map(\.0)
        }
        var (page, skip): ([Int32], Int) = ([], offset)
        for slot in self.sequence(sequence)[first...] where set.contains(Int(slot)) {
            if skip > 0 { skip -= 1; continue }
            page.append(slot)
            if page.count == limit { break }
        }
        return page
    }
}
