import CatalogKit
import Contracts
import GRDB
import Kernel
import Messaging
import Storage
import Synchronization

/// The index of one tenant's lists, kept between questions.
package final class EventListMemory: Sendable {
    fileprivate let index = Mutex(EventListIndex())
    package init() {}
}

/// Lists of events for questions: the index of the shard's memory says which, rows say what they look like.
package struct EventFinderStore {
    package let database: Database
    package let tenant: TenantID
    private let memory: EventListMemory
    private let mayWait: Bool

    package init(database: Database, tenant: TenantID, memory: EventListMemory, mayWait: Bool = true) {
        (self.database, self.tenant, self.memory, self.mayWait) = (database, tenant, memory, mayWait)
    }
    private var store: EventListIndexStore { EventListIndexStore(database: database, tenant: tenant) }

    /// A page of what the filter lets through, as `user` sees it, and the number of all.
    package func page(_ filter: EventFilter, bands: CatalogSettings.PriceBands, seenBy user: User.ID?, now: Timestamp, limit: Int,
                      offset: Int) throws -> (events: [SeenEvent], total: Int) {
        let question = EventQuestion(filter: filter, bands: bands, now: now)
        let found = try withIndex { index, store -> (page: [Shown], total: Int) in
            try store.read(EventQuestion.terms(filter.words), into: &index)
            let set = question.matches(in: &index)
            let total = set.count
            guard total > offset else { return ([], total) }
            let page = question.page(of: set, total: total, in: &index, limit: limit, offset: offset)
            return (page.compactMap { index.entry($0).map { Shown($0.id, in: &index) } }, total)
        }
        return (try store.seen(try cards(found.page), by: user), found.total)
    }

    /// An organizer's events, newest first. Without a status: all that are not deleted.
    package func own(of user: User.ID, status: OwnStatus?, words: [String], now: Timestamp, limit: Int, offset: Int) throws -> (
        events: [SeenEvent], total: Int) {
        let found = try withIndex { index, store -> (ids: [String], total: Int) in
            let terms = EventQuestion.terms(words)
            try store.read(terms, into: &index)
            let phases = index.phases(at: now.millisecondsSinceEpoch)
            var set = SlotSet(capacity: index.capacity)
            index.postings[.organizer(user.rawValue)]?.add(to: &set)
            var some = SlotSet(capacity: index.capacity)
            for state in ListedEvent.OwnState.of(status) { index.postings[.own(state)]?.add(to: &some) }
            set.formIntersection(some)
            switch status {
            case .published: set.subtract(phases.started)
            case .completed: set.formIntersection(phases.over)
            case .ongoing:
                set.formIntersection(phases.started)
                set.subtract(phases.over)
            case .draft, .cancelled, .archived, nil: break
            }
            for term in terms { set.formIntersection(index.terms.all(term, of: index.capacity)) }
            let total = set.count
            return (index.page(of: set, total: total, by: .created, limit: limit, offset: offset).compactMap { index.entry($0)?.id }, total)
        }
        return (try store.own(found.ids), found.total)
    }

    /// Events that are published or running, per category and per city (as it is written), the most first.
    package func counts(by column: CountedColumn, now: Timestamp) throws -> [(key: String, count: Int)] {
        let counts = try withIndex { index, _ -> [(key: String, count: Int)] in
            let phases = index.phases(at: now.millisecondsSinceEpoch)
            var live = index.published
            live.subtract(phases.over)
            var counts: [(key: String, count: Int)] = []
            switch column {
            case .category:
                for case .category(let category) in index.postings.keys {
                    counts.append((category, index.postings[.category(category)]?.count(in: live) ?? 0))
                }
            case .city:
                for (folded, spellings) in index.spellings {
                    let used = spellings.count == 1 ? spellings.first
                        : spellings.filter { (index.postings[.spelling($0)]?.count(in: live) ?? 0) > 0 }.min()
                    counts.append((used ?? "", index.postings[.city(folded)]?.count(in: live) ?? 0))
                }
            }
            return counts.filter { $0.count > 0 }
        }
        return counts.sorted { $0.count != $1.count ? $0.count > $1.count : $0.key < $1.key }
    }
    package enum CountedColumn: Sendable { case category, city }

    // MARK: - What recommendations choose from

    /// Public events that are not over, the soonest first: not somebody's own, nor those that are `held`: somebody has tickets for them.
    package func soonest(_ limit: Int, notOf organizer: User.ID?, holds held: Set<String>, reachedAges: [(years: Int, from: Timestamp)],
                         now: Timestamp) throws -> [RatedEvent] {
        try withIndex { index, _ in
            var live = index.published
            live.subtract(index.phases(at: now.millisecondsSinceEpoch).over)
            var unwanted = SlotSet(capacity: index.capacity)
            if let organizer { index.postings[.organizer(organizer.rawValue)]?.add(to: &unwanted) }
            for id in held { if let slot = index.slots[id] { unwanted.insert(Int(slot)) } }
            live.subtract(unwanted)
            var events: [RatedEvent] = []
            events.reserveCapacity(min(limit, live.count))
            let bound = (now - EventCondition.lookBack).millisecondsSinceEpoch
            for slot in index.sequence(.start)[index.partition(.start) { $0.start < bound }...] where live.contains(Int(slot)) {
                guard let event = index.entry(slot), !event.isBarred(reachedAges) else { continue }
                events.append(RatedEvent(event, ofOrganizer: index.stars.isEmpty ? nil : index.rating(ofOrganizer: event.organizer)))
                if events.count == limit { break }
            }
            return events
        }
    }

    /// Cards of events, as `user` sees them.
    package func cards(_ ids: [EventID], seenBy user: User.ID?) throws -> [EventID: SeenEvent] {
        let page = try withIndex { index, _ in ids.map { Shown($0.rawValue, in: &index) } }
        return Dictionary(try store.seen(try cards(page), by: user).map { ($0.event.id, $0) }) { first, _ in first }
    }

    /// An event of a page, and its card where the index had it.
    private struct Shown: Sendable {
        let id: String
        let card: Event?
        /// Of the index.
        let revision: Int64
        init(_ id: String, in index: inout EventListIndex) { (self.id, card, revision) = (id, index.shown.find(id), index.revision) }
    }
    /// Reads what the index did not have, outside its lock, and leaves it there for others.
    private func cards(_ page: [Shown]) throws -> [Event] {
        var read: [Event] = []
        let cards = try page.compactMap { shown in
            if let card = shown.card { return card }
            guard let card = try store.card(shown.id) else { return nil as Event? }
            read.append(card)
            return card
        }
        if let revision = page.first?.revision, !read.isEmpty {
            memory.index.withLockIfAvailable { index in
                // What has changed meanwhile is not what was read.
                guard index.revision == revision else { return }
                for card in read { index.shown.remember(card) }
            }
        }
        return cards
    }

    // MARK: - The index

    /// Runs a question on the index as of this snapshot. Throws `QueryMemory.Busy` when another snapshot is newer or
    /// another question holds it: such a question is asked again, by itself.
    private func withIndex<Answer: Sendable>(_ question: (inout EventListIndex, EventListIndexStore) throws -> Answer) throws -> Answer {
        let store = store
        let revision = try store.revision()
        func ask(_ index: inout EventListIndex) throws -> Answer {
            guard index.revision <= revision else { throw QueryMemory.Busy() }
            if index.revision < revision { try store.update(&index) }
            return try question(&index, store)
        }
        if mayWait { return try memory.index.withLock { try ask(&$0) } }
        guard let answer = try memory.index.withLockIfAvailable({ try ask(&$0) }) else { throw QueryMemory.Busy() }
        return answer
    }
}

extension ListedEvent.OwnState {
    /// What an organizer asks for, without the clock.
    fileprivate static func of(_ status: OwnStatus?) -> [ListedEvent.OwnState] {
        switch status {
        case nil: [.draft, .published, .cancelled]
        case .draft: [.draft]
        case .published, .ongoing, .completed: [.published]
        case .cancelled: [.cancelled]
        case .archived: [.archived]
        }
    }
}
