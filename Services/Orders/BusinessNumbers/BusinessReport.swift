import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The numbers of an organizer or of one event in a period (R11): what the answers and the charts show.
struct BusinessReport: Sendable {
    struct Day: Sendable, Equatable {
        let date: CalendarDate
        let tickets: Int
        let gross: Int
    }
    struct Hour: Sendable, Equatable {
        let start: Timestamp
        let entries: Int
    }
    struct TopEvent: Sendable, Equatable {
        let id: EventID
        let title: String
        let tickets: Int
        let gross: Int
    }
    struct SoldType: Sendable, Equatable {
        let type: BusinessEvent.TicketType
        let sold: Int
        let gross: Int
        let checkedIn: Int
    }
    static let topEventsMax = 5

    let events: [BusinessEvent]
    let draftCount: Int
    let followers: Int
    let now: Timestamp
    let reach: BusinessReach
    let salesByDay: [Day]
    /// First entries.
    let checkInsByHour: [Hour]
    private let tallies: [BusinessNumbersStore.Key: BusinessTally]
    /// Of one event: types with sales that the event has no more. All their tickets were refunded.
    private let endedTypes: [BusinessEvent.TicketType]

    init(of scope: BusinessScope, events: [BusinessEvent], draftCount: Int, in period: LocalPeriod, _ view: OrdersView) throws {
        let store = view.businessNumbers
        (self.events, self.draftCount, now) = (events, draftCount, view.now)
        followers = try view.businessEvents.followers(of: scope.organizer)
        let found = try store.tallies(of: scope, in: period.range)
        tallies = found
        endedTypes = try scope.event.map { try Self.endedTypes(of: $0, among: found, besides: events, store) } ?? []
        reach = try period.isAllTime ? store.reach(of: scope) : store.reach(of: scope, in: period.range)
        salesByDay = try Self.sales(of: scope, in: period.range, zone: try TimeZoneRules.named(view.definition.timezone), store)
        checkInsByHour = try store.tallies(of: scope, [.entry], in: period.range, milliseconds: Self.hour).sorted { $0.key < $1.key }
            .compactMap { hour, found in
                let entries = found[.entry]?.units ?? 0
                return entries > 0 ? Hour(start: Timestamp(millisecondsSinceEpoch: hour * Self.hour), entries: entries) : nil
            }
    }
    private static let hour: Int64 = 3_600_000

    private static func endedTypes(of event: EventID, among tallies: [BusinessNumbersStore.Key: BusinessTally],
                                   besides events: [BusinessEvent],
                                   _ store: BusinessNumbersStore) throws -> [BusinessEvent.TicketType] {
        let known = Set(events.flatMap(\.ticketTypes).map(\.id))
        let ended = Set(tallies.keys.filter { $0.kind == .sold }.map(\.type)).subtracting(known)
        return ended.isEmpty ? [] : try store.soldTypes(of: event).filter { ended.contains($0.id) }
    }

    /// Days of the zone with a sale. Between two changes of the clock its days are equally long.
    private static func sales(of scope: BusinessScope, in range: Range<Int64>, zone: TimeZoneRules,
                              _ store: BusinessNumbersStore) throws -> [Day] {
        guard let sold = try store.salesRange(of: scope) else { return [] }
        let end = min(range.upperBound, sold.upperBound + BusinessSpan.quarter)
        var start = max(range.lowerBound, sold.lowerBound), days: [Int64: [BusinessFactKind: BusinessTally]] = [:]
        while start < end {
            let instant = Timestamp(millisecondsSinceEpoch: start)
            let next = min(end, zone.nextTransition(after: instant)?.at.millisecondsSinceEpoch ?? end)
            let found = try store.tallies(of: scope, [.order, .ticket], in: start..<next, milliseconds: BusinessSpan.day,
                                          offset: Int64(zone.offsetSeconds(at: instant)) * 1000)
            // The clock may change within a day.
            days.merge(found) { day, more in day.merging(more) { a, b in BusinessTally(a, b) } }
            start = next
        }
        return days.sorted { $0.key < $1.key }.compactMap { number, found in
            guard let orders = found[.order], orders.units > 0 else { return nil }
            return Day(date: CalendarDate(daysSinceEpoch: Int(number)), tickets: found[.ticket]?.units ?? 0, gross: orders.amount)
        }
    }

    // MARK: - Sums

    private func tally(_ kind: BusinessFactKind, of event: EventID? = nil, type: TicketTypeID? = nil) -> BusinessTally {
        tallies.reduce(into: BusinessTally()) { sum, entry in
            let key = entry.key
            if key.kind == kind, event == nil || key.event == event, type == nil || key.type == type { sum.add(entry.value) }
        }
    }
    var gross: Int { tally(.order).amount }
    var refunds: Int { tally(.refund).amount }
    var refundCount: Int { tally(.refund).units }
    /// Of sales, less what refunds reversed; negative where the period has the refunds of earlier sales.
    var fees: Int { tally(.order).fee - tally(.refund).fee }
    var net: Int { gross - refunds - fees }
    var ticketsSold: Int { tally(.ticket).units }
    var views: Int { tally(.view).units }

    // MARK: - Of now

    var activeCount: Int { events.filter { $0.isActive(at: now) }.count }
    var capacity: Int { events.reduce(0) { $0 + $1.capacity } }
    var favorites: Int { events.reduce(0) { $0 + $1.counts.favorites } }
    var waiting: Int { events.reduce(0) { $0 + $1.counts.waiting } }
    var rating: (stars: Int, count: Int) { (events.reduce(0) { $0 + $1.counts.stars }, events.reduce(0) { $0 + $1.counts.ratings }) }

    // MARK: - Rates

    var conversionRate: Double? { Self.rate(reach.buyers, of: reach.prospects) }
    var sellThrough: Double? { Self.rate(ticketsSold, of: capacity) }
    /// Over events whose doors have opened.
    var checkInRate: Double? {
        let opened = Set(events.filter { $0.hasOpenedDoors(at: now) }.map(\.id))
        var tickets = 0, used = 0
        for (key, tally) in tallies where opened.contains(key.event) {
            if key.kind == .ticket { tickets += tally.units }
            if key.kind == .used { used += tally.units }
        }
        return Self.rate(used, of: tickets)
    }
    /// Four decimals, half up; nil: there is nothing to compare with.
    static func rate(_ part: Int, of whole: Int) -> Double? {
        guard whole > 0, part >= 0 else { return nil }
        let (product, overflow) = part.multipliedReportingOverflow(by: 20_000)
        guard !overflow else { return nil }
        return Double((product / whole + 1) / 2) / 10_000
    }
}

extension BusinessTally {
    init(_ a: BusinessTally, _ b: BusinessTally) {
        self = a
        add(b)
    }
}

// MARK: - Lists

extension BusinessReport {
    /// Events with a ticket sold: most money first, then most tickets, then the earlier one.
    var topEvents: [TopEvent] {
        let starts = Dictionary(events.map { ($0.id, $0.start) }) { first, _ in first }
        return events.map { event in
            TopEvent(id: event.id, title: event.title, tickets: tally(.ticket, of: event.id).units,
                     gross: tally(.order, of: event.id).amount)
        }
            .filter { $0.tickets > 0 }
            .sorted { a, b in
                if a.gross != b.gross { return a.gross > b.gross }
                if a.tickets != b.tickets { return a.tickets > b.tickets }
                let (first, second) = (starts[a.id] ?? .distantFuture, starts[b.id] ?? .distantFuture)
                return first != second ? first < second : a.id.rawValue < b.id.rawValue
            }
            .prefix(Self.topEventsMax).map { $0 }
    }

    /// The ticket types of the events, in their order, then those that ended.
    var soldTypes: [SoldType] {
        (events.flatMap(\.ticketTypes) + endedTypes).map { type in
            SoldType(type: type, sold: tally(.ticket, type: type.id).units, gross: tally(.sold, type: type.id).amount,
                     checkedIn: tally(.entry, type: type.id).units)
        }
    }
}
