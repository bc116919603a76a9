import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /events`: cards of what is published and running, by search, place, time, price (R5).
package struct BrowseEvents: Query {
    package static let type: MessageType = "catalog.browse-events.v1"
    let search: String?
    let category: String?
    let city: String?
    let latitude: Double?
    let longitude: Double?
    let radius: Double?
    let bbox: String?
    let when: String?
    let from: String?
    let to: String?
    let price: String?
    let priceMin: Int?
    let priceMax: Int?
    let organizerId: User.ID?
    let status: String?
    let sort: String?
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let settings = try view.settings()
        var (filter, problems) = try filter(settings, view)
        let request = pageRequest(&problems)
        try problems.check()
        guard let request else { throw Rejection.invalid(["page": ["is out of range"]]) }
        filter.reachedAges = try ViewerContext(view).reachedAges()
        let found = try view.finder.page(filter, bands: settings.priceBands, seenBy: view.principal?.userID, now: view.now,
            limit: request.perPage, offset: request.offset)
        return EventCards.page(found, request,
                               EventDocument(settings: settings, currency: view.definition.currency, now: view.now, near: filter.near))
    }

    /// Nil when it is refused: the reasons are among the problems then.
    private func pageRequest(_ problems: inout Validation) -> PageRequest? {
        do { return try PageRequest(page: page, perPage: perPage) } catch {
            problems.take((error as? Rejection)?.errors ?? [:])
            return nil
        }
    }

    private func filter(_ settings: CatalogSettings, _ view: CatalogView) throws -> (EventFilter, Validation) {
        var check = Validation()
        var filter = EventFilter()
        if let search, check.text("search", search, 1...100) != nil {
            filter.words = Self.eachOnce(SearchDocument.words(searched: search))
        }
        filter.categories = list("category", category, among: settings.categories.map(\.slug), &check)
        filter.city = check.text("city", city, 1...80, required: false)
        filter.bands = list("price", price, among: PriceBand.allCases.map(\.rawValue), &check).compactMap { PriceBand(rawValue: $0) }
        filter.priceMin = check.number("priceMin", priceMin, Self.prices, required: false)
        filter.priceMax = check.number("priceMax", priceMax, Self.prices, required: false)
        filter.organizer = organizerId
        let statuses = list("status", status, among: ["published", "ongoing", "completed"], &check).compactMap { EventStatus(rawValue: $0) }
        if !statuses.isEmpty { filter.statuses = statuses }
        filter.order = search == nil ? .startDate : .relevance
        if let sort = list("sort", sort, among: EventFilter.Order.allCases.map(\.rawValue), single: true,
            &check).first { filter.order = .init(rawValue: sort) ?? .startDate }
        readPlace(&filter, &check)
        try readWindow(&filter, &check, view)
        return (filter, check)
    }
    private static let prices = 0...1_000_000_000

    /// The last word stays last, also if it stands before: it may be the beginning of another one.
    private static func eachOnce(_ words: [String]) -> [String] {
        var seen: Set<String> = []
        return words.dropLast().filter { seen.insert($0).inserted } + words.suffix(1)
    }

    private func list(_ field: String, _ text: String?, among known: [String], single: Bool = false, _ check: inout Validation) -> [
        String] {
        guard let text else { return [] }
        let values = single ? [text] : text.split(separator: ",").map { String($0).trimmed }
        let unknown = values.filter { !known.contains($0) }
        check.require(unknown.isEmpty && !values.isEmpty, field, "must be \(single ? "one" : "some") of \(known.joined(separator: ", "))")
        return unknown.isEmpty ? values : []
    }

    private func readPlace(_ filter: inout EventFilter, _ check: inout Validation) {
        do throws(Rejection) { filter.near = try ViewerContext.coordinates(latitude, longitude) } catch {
            check.take(error.errors)
        }
        if let radius {
            check.require((0.1...500).contains(radius), "radius", "must be 0.1 to 500")
            check.require(latitude != nil && longitude != nil, "radius", "needs latitude and longitude")
            filter.radiusKm = radius
        }
        if filter.order == .distance { check.require(latitude != nil && longitude != nil, "sort", "distance needs latitude and longitude") }
        guard let bbox else { return }
        let sides = bbox.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard sides.count == 4, let west = sides[0], let south = sides[1], let east = sides[2], let north = sides[3],
            (-180...180).contains(west), (-180...180).contains(east), (-90...90).contains(south), (-90...90).contains(north), south <= north
        else { return check.fail("bbox", "must be minLng,minLat,maxLng,maxLat") }
        filter.box = EventFilter.Box(west: west, south: south, east: east, north: north)
    }

    private func readWindow(_ filter: inout EventFilter, _ check: inout Validation, _ view: CatalogView) throws {
        func time(_ field: String, _ text: String?) -> Timestamp? {
            guard let text else { return nil }
            guard let time = Timestamp(text) else {
                check.fail(field, "must be an RFC 3339 time")
                return nil
            }
            return time
        }
        let (start, end) = (time("from", from), time("to", to))
        if let start, let end { check.require(start < end, "to", "must be after from") }
        if from != nil || to != nil { filter.window = TimeWindow(start: start ?? .distantPast, end: end ?? .distantFuture) }
        guard let name = list("when", when, among: NamedWindow.allCases.map(\.rawValue), single: true, &check).first,
            let named = NamedWindow(rawValue: name) else { return }
        let window = named.window(at: view.now, in: try view.zone())
        filter.window = filter.window.map { TimeWindow(start: max($0.start, window.start), end: min($0.end, window.end)) } ?? window
    }
}

/// Pages of event cards.
package enum EventCards {
    package static func page(_ found: (events: [SeenEvent], total: Int), _ request: PageRequest, _ document: EventDocument) -> JSONBody {
        JSONBody(capacity: 256 + found.events.count * 1100) { (writer: inout JSONWriter) in
            writer.member("data", array: found.events) { document.card($1, to: &$0) }
            writer.pageMeta(request, total: found.total)
        }
    }
}
