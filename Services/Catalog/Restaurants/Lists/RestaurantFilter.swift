import CatalogKit
import Contracts
import Kernel

/// Which restaurants somebody wants, and in what order. Everything left out does not narrow the list.
struct RestaurantFilter: Sendable {
    enum Order: String, Sendable, CaseIterable { case recommended, distance, rating, fee, name }
    /// Folded; each must occur in a name, a cuisine or a dish. Nil: no search.
    var words: [String]?
    var cuisine: String?
    var isOpen = false
    var near: Coordinates?
    var isDeliverable = false
    var slug: String?
    var order = Order.recommended
}

/// What people write in the query of the list.
struct RestaurantSearch: Decodable {
    let search: String?
    let cuisine: String?
    let open: Bool?
    let near: String?
    let deliverable: Bool?
    let slug: String?
    let sort: String?

    func filter(_ settings: RestaurantSettings, _ check: inout Validation) -> RestaurantFilter {
        var filter = RestaurantFilter()
        if let search = check.text("search", search, 0...100, required: false), !search.isEmpty { filter.words = WordEnds.sought(search) }
        if let cuisine {
            check.require(settings.cuisine(cuisine) != nil, "cuisine", "is not known")
            filter.cuisine = cuisine
        }
        (filter.isOpen, filter.isDeliverable, filter.slug) = (open ?? false, deliverable ?? false, slug)
        filter.near = near.flatMap { Self.place($0, &check) }
        if let sort {
            if let order = RestaurantFilter.Order(rawValue: sort) { filter.order = order } else {
                check.fail("sort", "must be one of \(RestaurantFilter.Order.allCases.map(\.rawValue).joined(separator: ", "))")
            }
        }
        if near == nil {
            check.require(!filter.isDeliverable, "deliverable", "needs near")
            switch filter.order {
            case .distance, .fee: check.fail("sort", "needs near")
            case .recommended, .rating, .name: break
            }
        }
        return filter
    }

    /// `24.7136,46.6753`.
    static func place(_ text: String, _ check: inout Validation) -> Coordinates? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { decimal(String($0).trimmed) }
        guard parts.count == 2, let lat = parts[0], let lng = parts[1], abs(lat) <= 90, abs(lng) <= 180 else {
            check.fail("near", "must be a latitude and a longitude, such as 24.7136,46.6753")
            return nil
        }
        return Coordinates(latitude: lat, longitude: lng)
    }
    /// Digits with at most one decimal point and a sign: no exponent, no NaN.
    private static func decimal(_ text: String) -> Double? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : Substring(text)
        guard (1...40).contains(digits.utf8.count), digits.first != ".", digits.last != ".",
              digits.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }), digits.utf8.filter({ $0 == 46 }).count <= 1
        else { return nil }
        return Double(text)
    }
}
