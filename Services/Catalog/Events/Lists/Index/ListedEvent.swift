import CatalogKit
import Contracts
import Kernel
import Storage

/// What lists know of an event. An object, so that sorting moves references.
final class ListedEvent: Sendable {
    let id: String
    let organizer: String
    /// Published and not deleted: on the lists of everybody, once its time is right.
    let isPublic: Bool
    let ownStatus: OwnState
    let category: String?
    let city: String?
    let cityFolded: String?
    let start: Int64
    let end: Int64
    let publishedAt: Int64
    let createdAt: Int64
    let place: Coordinates?
    let ageRestriction: Int?
    /// Of the ticket types that are not paused.
    let priceLowest: Int?
    let priceLowestPaid: Int?
    let isFree: Bool
    /// Of all ticket types, each price once.
    let prices: [Int]
    /// Sold of capacity; below zero: it has no ticket types.
    let soldRatio: Double
    let favorites: Int

    /// What an organizer sees of it, without the clock.
    enum OwnState: Sendable, Hashable { case draft, published, cancelled, archived }

    /// - Parameter row: as `EventListIndexStore` selects it.
    init(_ row: StoredRow, types: [StoredRow]) {
        (id, organizer) = (row[1], row[3])
        let life: String = row[4]
        let isDeleted: Bool = row[5]
        isPublic = life == "published" && !isDeleted
        ownStatus = isDeleted ? .archived : life == "published" ? .published : life == "cancelled" ? .cancelled : .draft
        (category, city, cityFolded) = (row[6], row[7], row[8])
        (start, end) = (row[9] ?? .max, row[10] ?? .max)
        (publishedAt, createdAt) = (row[11] ?? .min, row[12])
        let latitude: Double? = row[13], longitude: Double? = row[14]
        place = latitude.flatMap { latitude in longitude.map { Coordinates(latitude: latitude, longitude: $0) } }
        (ageRestriction, priceLowest, priceLowestPaid) = (row[15], row[16], row[17])
        (isFree, favorites) = (row[18], row[19])
        prices = Set(types.map { $0[0] as Int }).sorted()
        let sold = types.reduce(0) { $0 + ($1[1] as Int) }, quantity = types.reduce(0) { $0 + ($1[2] as Int) }
        soldRatio = types.isEmpty ? -1 : Double(sold) / Double(max(quantity, 1))
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
    /// All events.
    case created

    var isOfAll: Bool { self == .created }

    func isBefore(_ a: ListedEvent, _ b: ListedEvent) -> Bool {
        switch self {
        case .start: break
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
