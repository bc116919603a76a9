import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Restaurants as they are shown to the one who asks: in their language, from where they stand, at this moment.
struct RestaurantPresenter {
    let languages: [String]
    let viewer: RestaurantViewer
    let now: Timestamp
    private let store: RestaurantStore
    private var definition: TenantDefinition { store.definition }

    init(_ scope: some CatalogScope) {
        (store, viewer, now) = (scope.restaurants, RestaurantViewer(scope), scope.now)
        let all = scope.definition.languages
        languages = [LanguageSelection(acceptLanguage: scope.context.acceptLanguage, locale: nil, languages: all).language] + all
    }

    func text(_ texts: [String: String]) -> String? { languages.lazy.compactMap { texts[$0] }.first }

    /// Throws 404.
    func body(of id: RestaurantID, status: Int = 200, location: String? = nil, showsCommission: Bool = false) throws -> JSONBody {
        let restaurant = try store.require(id)
        let zones = viewer.seesSettings(of: restaurant) ? try store.zones(of: id) : nil
        return JSONBody(status: status, location: location, capacity: 2048) { (writer: inout JSONWriter) in
            members(of: restaurant, to: &writer)
            if let zones {
                settings(of: restaurant, zones, to: &writer)
            } else if showsCommission {
                writer.member("commissionBasisPoints", restaurant.commissionBasisPoints)
            }
        }
    }
    /// With the settings of those whose settings the caller may see.
    func page(_ restaurants: [Restaurant], _ request: PageRequest, total: Int) throws -> JSONBody {
        let zones = try restaurants.map { viewer.seesSettings(of: $0) ? try store.zones(of: $0.id) : nil }
        return JSONBody(capacity: 128 + restaurants.count * 1500) { (writer: inout JSONWriter) in
            writer.member("data", array: zip(restaurants, zones)) { writer, entry in
                writer.object { writer in
                    members(of: entry.0, to: &writer)
                    if let zones = entry.1 { settings(of: entry.0, zones, to: &writer) }
                }
            }
            writer.pageMeta(request, total: total)
        }
    }

    // MARK: - Cards

    /// As lists show it.
    /// - Parameter near: adds how far it is and what a delivery to there costs.
    func card(_ restaurant: Restaurant, near: Coordinates?, to writer: inout JSONWriter) throws {
        members(of: restaurant, to: &writer)
        guard let near else { return }
        let match = try store.zones(of: restaurant.id).best(for: near, restaurantLocation: restaurant.location)
        writer.member("distanceMeters", Int(restaurant.location.meters(to: near).rounded()))
        writer.member("deliverable", match != nil)
        money("deliveryFee", match?.fee, to: &writer)
        money("minimumOrder", match?.zone.minimumOrder, to: &writer)
    }

    func members(of restaurant: Restaurant, to writer: inout JSONWriter) {
        let opening = restaurant.opening(at: now)
        writer.member("id", restaurant.id)
        writer.member("slug", restaurant.slug)
        texts("name", "names", restaurant.names, to: &writer)
        texts("description", "descriptions", restaurant.descriptions, to: &writer)
        writer.member("cuisines", array: restaurant.cuisines) { $0.value($1) }
        writer.member("status", restaurant.status.rawValue)
        writer.member("open", opening.open)
        writer.member("mode", opening.mode.rawValue)
        writer.member("opensAt", opening.opensAt?.wholeSecondsUp)
        writer.member("closesAt", opening.closesAt)
        place("location", restaurant.location, to: &writer)
        writer.member("addressLine", restaurant.addressLine)
        writer.member("logoUrl", restaurant.logoId.map(url))
        writer.member("coverUrl", restaurant.coverId.map(url))
        writer.member("prepMinutes", restaurant.prepMinutes)
        writer.member("rating", restaurant.rating)
        writer.member("ratingCount", restaurant.ratingCount)
        money("freeDeliveryAbove", restaurant.freeDeliveryAbove, to: &writer)
        writer.member("featured", restaurant.featured != nil)
    }

    private func settings(of restaurant: Restaurant, _ zones: DeliveryZones, to writer: inout JSONWriter) {
        let mode = restaurant.mode(at: now)
        writer.member("ownerId", restaurant.ownerId)
        writer.member("phone", restaurant.phone)
        let hours = restaurant.calendar.week.sorted { $0.key < $1.key }.flatMap { day in day.value.map { (day.key, $0) } }
        writer.member("hours", array: hours) { writer, entry in
            writer.object { writer in
                writer.member("dayOfWeek", entry.0)
                period(entry.1, to: &writer)
            }
        }
        writer.member("exceptions", array: restaurant.calendar.exceptions.sorted { $0.key < $1.key }) { writer, entry in
            writer.object { writer in
                writer.member("date", entry.key.description)
                if entry.value.isEmpty {
                    writer.member("closed", true)
                } else {
                    writer.member("periods", array: entry.value) { writer, one in writer.object { period(one, to: &$0) } }
                }
            }
        }
        writer.member("zones", array: zones.zones) { writer, zone in writer.object { members(of: zone, to: &$0) } }
        writer.member("maxActiveOrders", restaurant.maxActiveOrders)
        writer.member("commissionBasisPoints", restaurant.commissionBasisPoints)
        writer.member("extraMinutes", mode == .busy ? restaurant.availability.addedMinutes : nil)
        writer.member("until", mode == .normal ? nil : restaurant.availability.until?.wholeSecondsUp)
        writer.member("logoId", restaurant.logoId)
        writer.member("coverId", restaurant.coverId)
    }
    private func period(_ period: OpeningPeriod, to writer: inout JSONWriter) {
        writer.member("opens", period.opensText)
        writer.member("closes", period.closesText)
    }

    private func members(of zone: DeliveryZone, to writer: inout JSONWriter) {
        writer.member("id", zone.id)
        writer.member("name", zone.name)
        writer.member("shape") { writer in
            switch zone.shape {
            case .circle(let center, let radius):
                writer.member("type", "Circle")
                place("center", center, to: &writer)
                writer.member("radiusMeters", radius)
            case .polygon(let polygon):
                writer.member("type", "Polygon")
                writer.member("coordinates", array: polygon.rings) { writer, ring in
                    writer.array(ring) { writer, point in writer.array([point.x, point.y]) { $0.value($1) } }
                }
            }
        }
        money("fee", zone.fee, to: &writer)
        money("feePerKm", zone.feePerKm, to: &writer)
        writer.member("includedMeters", zone.includedMeters)
        money("minimumOrder", zone.minimumOrder, to: &writer)
    }

    // MARK: - Parts

    /// The text in the caller's language, and all of them.
    func texts(_ name: StaticString, _ all: StaticString, _ texts: [String: String], to writer: inout JSONWriter) {
        writer.member(name, text(texts))
        writer.member(all) { writer in
            for (language, text) in texts.sorted(by: { $0.key < $1.key }) {
                writer.key(data: language)
                writer.value(text)
            }
        }
    }
    private func place(_ name: StaticString, _ place: Coordinates, to writer: inout JSONWriter) {
        writer.member(name) { writer in
            writer.member("lat", place.latitude)
            writer.member("lng", place.longitude)
        }
    }
    private func money(_ name: StaticString, _ amount: Int?, to writer: inout JSONWriter) {
        writer.key(name)
        guard let amount else { return writer.null() }
        writer.object { writer in
            writer.member("amount", amount)
            writer.member("currency", definition.currency.code)
        }
    }
    /// Where a picture is.
    func url(_ upload: String) -> String { UploadURL.of(upload, definition) }
}
