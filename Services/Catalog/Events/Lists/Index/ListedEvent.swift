import CatalogKit
import Contracts
import Kernel
import Storage

/// What lists and recommendations know of an event. An object, so that sorting moves references.
///
/// What recommendations read of a thousand events stands first and together: of a hundred thousand, most have to come from memory.
package final class ListedEvent: Sendable {
    /// Far in the future: it is a draft that has none.
    let start: Int64
    let end: Int64
    let publishedAt: Int64
    package let organizer: String
    package let category: String?
    /// Sold of capacity; below zero: it has no ticket types.
    let soldRatio: Double
    let ratingCount: Int
    package let place: Coordinates?
    /// Published and not deleted: on the lists of everybody, once its time is right.
    package let isPublic: Bool
    package let isFree: Bool
    let ownStatus: OwnState
    package let cityFolded: String?
    let priceLowestPaid: Int?
    /// Stars of all ratings added up.
    let ratingSum: Int
    let ageRestriction: Int?
    package let favorites: Int
    package let id: String
    /// Of the ticket types that are not paused.
    let priceLowest: Int?
    let createdAt: Int64
    let city: String?
    /// Of all ticket types, each price once.
    let prices: [Int]

    /// What an organizer sees of it, without the clock.
    enum OwnState: Sendable, Hashable { case draft, published, cancelled, archived }

    static let columns = """
        e.organizer_id, e.life, e.deleted_at IS NOT NULL, e.category, e.venue_city, e.city_folded, e.start_at, e.end_at, \
        e.published_at, e.created_at, e.latitude, e.longitude, e.age_restriction, e.price_min, e.price_lowest_paid, e.is_free, \
        e.favorite_count, e.rating_count, e.rating_sum
        """
    static let columnCount = 19
    /// - Parameters:
    ///   - row: two numbers of a revision with the id between them, then `columns`.
    ///   - names: what many events have in common is kept once.
    init(_ row: StoredRow, types: [StoredRow], _ names: inout SharedNames) {
        (id, organizer) = (row[1], names.shared(row[3]))
        let life: String = row[4]
        let isDeleted: Bool = row[5]
        isPublic = life == "published" && !isDeleted
        ownStatus = isDeleted ? .archived : life == "published" ? .published : life == "cancelled" ? .cancelled : .draft
        (category, city, cityFolded) = (names.shared(row[6]), names.shared(row[7]), names.shared(row[8]))
        (start, end) = (row[9] ?? .max, row[10] ?? .max)
        (publishedAt, createdAt) = (row[11] ?? .min, row[12])
        let latitude: Double? = row[13], longitude: Double? = row[14]
        place = latitude.flatMap { latitude in longitude.map { Coordinates(latitude: latitude, longitude: $0) } }
        (ageRestriction, priceLowest, priceLowestPaid) = (row[15], row[16], row[17])
        (isFree, favorites, ratingCount, ratingSum) = (row[18], row[19], row[20], row[21])
        prices = Set(types.map { $0[0] as Int }).sorted()
        let sold = types.reduce(0) { $0 + ($1[1] as Int) }, quantity = types.reduce(0) { $0 + ($1[2] as Int) }
        soldRatio = types.isEmpty ? -1 : Double(sold) / Double(max(quantity, 1))
    }
}

// What recommendations ask of it.
extension ListedEvent {
    package var eventID: EventID { EventID(id) }
    package var startDate: Timestamp? { start == .max ? nil : Timestamp(millisecondsSinceEpoch: start) }
    package var endDate: Timestamp? { end == .max ? nil : Timestamp(millisecondsSinceEpoch: end) }
    package var publicSince: Timestamp? { publishedAt == .min ? nil : Timestamp(millisecondsSinceEpoch: publishedAt) }
    /// 0 without ticket types.
    package var soldShare: Double { max(0, soldRatio) }
    package var ratingAverage: Double? { Stars.average(sum: ratingSum, count: ratingCount) }
    package func isRunning(at now: Timestamp) -> Bool {
        isPublic && start <= now.millisecondsSinceEpoch && now.millisecondsSinceEpoch < end
    }
    package func startsBefore(_ other: ListedEvent) -> Bool { EventSequence.start.isBefore(self, other) }
    /// R3. Without ages nothing is barred.
    func isBarred(_ reachedAges: [(years: Int, from: Timestamp)]) -> Bool {
        guard let ageRestriction, !reachedAges.isEmpty else { return false }
        return !reachedAges.contains { ageRestriction <= $0.years && start >= $0.from.millisecondsSinceEpoch }
    }
}

/// An event with its own mean stars, else those over all events of its organizer; nil: none is rated.
package struct RatedEvent: Sendable {
    package let event: ListedEvent
    package let rating: Double?
    init(_ event: ListedEvent, ofOrganizer organizerRating: @autoclosure () -> Double?) {
        self.event = event
        rating = event.ratingCount > 0 ? event.ratingAverage : organizerRating()
    }
}

/// Texts that many events have in common, each kept once: an organizer of a thousand events is one piece of memory, and comparing a
/// text to itself is comparing two addresses.
struct SharedNames: Sendable {
    private var names: Set<String> = []
    mutating func shared(_ name: String) -> String { names.insert(name).memberAfterInsert }
    mutating func shared(_ name: String?) -> String? { name.map { shared($0) } }
}

extension PriceBand {
    /// Nil: there are no prices yet.
    package init?(_ event: ListedEvent, _ bands: CatalogSettings.PriceBands) {
        self.init(Event.PriceSummary(lowestPaid: event.priceLowestPaid, isFree: event.isFree), bands)
    }
}

/// What an event has and others have, too: its slot stands in the posting of each.
enum EventFacet: Hashable, Sendable {
    case category(String), city(String), spelling(String), organizer(String), age(Int), own(ListedEvent.OwnState)
    case free
}

extension ListedEvent {
    var facets: [EventFacet] {
        var facets: [EventFacet] = [.organizer(organizer), .own(ownStatus)]
        if let category { facets.append(.category(category)) }
        if let cityFolded { facets.append(.city(cityFolded)) }
        if let city { facets.append(.spelling(city)) }
        if let ageRestriction { facets.append(.age(ageRestriction)) }
        if isFree { facets.append(.free) }
        return facets
    }
}

/// In which order a list shows its events.
enum EventSequence: Int, CaseIterable, Sendable {
    /// Public events.
    case start, end, price, newest, popular
    /// Public events that are longer than most, by their start.
    case long
    /// All events.
    case created

    /// What ends later than this after its start is long.
    static let usualLength: Int64 = 24 * 60 * 60 * 1000

    func has(_ event: ListedEvent) -> Bool {
        switch self {
        case .created: true
        case .long: event.isPublic && event.end - event.start > Self.usualLength
        case .start, .end, .price, .newest, .popular: event.isPublic
        }
    }

    func isBefore(_ a: ListedEvent, _ b: ListedEvent) -> Bool {
        switch self {
        case .start, .long: break
        case .end: if a.end != b.end { return a.end < b.end }
        case .price:
            if a.priceLowest != b.priceLowest { return (a.priceLowest ?? .max) < (b.priceLowest ?? .max) }
        case .newest: if a.publishedAt != b.publishedAt { return a.publishedAt > b.publishedAt }
        case .popular:
            if a.soldRatio != b.soldRatio { return a.soldRatio > b.soldRatio }
            if a.favorites != b.favorites { return a.favorites > b.favorites }
        case .created:
            if a.createdAt != b.createdAt { return a.createdAt > b.createdAt }
            return a.id < b.id
        }
        if a.start != b.start { return a.start < b.start }
        return a.id < b.id
    }
}
