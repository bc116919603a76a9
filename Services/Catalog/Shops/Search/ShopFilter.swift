import CatalogKit
import Kernel

/// Which shops somebody wants, and in what order (R5–R10). Everything left out does not narrow the list.
package struct ShopFilter: Sendable {
    package enum Order: String, Sendable, CaseIterable {
        case distance, name, rating, discount, newest
        case recentlyRated = "recently_rated"
    }
    package var categoryID: Int?
    package var neighborhoodID: Int?
    /// Folded; each must occur in one of the names.
    package var words: [String] = []
    package var near: Coordinates?
    package var radiusKm: Double?
    package var isOpenNow = false
    package var order: Order = .name
    package init() {}

    /// Nothing but a place and perhaps a category, the nearest first: what the tree of places answers alone.
    package var isPlain: Bool { near != nil && order == .distance && neighborhoodID == nil && words.isEmpty && !isOpenNow }
}

/// What people write in the query of a list of shops.
package struct ShopSearch: Sendable {
    package var categoryId: Int?
    package var neighborhoodId: Int?
    package var search: String?
    package var latitude: String?
    package var longitude: String?
    package var radius: String?
    package var openNow: Bool?
    package var sort: String?
    package init() {}

    /// - Parameter needsPlace: nearby search: a place is required, and without a radius the usual one counts.
    package func filter(_ limits: ShopSettings.Nearby, needsPlace: Bool, _ check: inout Validation) -> ShopFilter {
        var filter = ShopFilter()
        (filter.categoryID, filter.neighborhoodID, filter.isOpenNow) = (categoryId, neighborhoodId, openNow ?? false)
        if let categoryId { check.require(categoryId > 0, "categoryId", "is not an id") }
        if let neighborhoodId { check.require(neighborhoodId > 0, "neighborhoodId", "is not an id") }
        if let search = check.text("search", search, 0...100, required: false) { filter.words = SearchFolding.words(search) }
        filter.near = Self.place(latitude, longitude, isRequired: needsPlace, &check)
        filter.radiusKm = radius(limits, needsPlace: needsPlace, &check)
        filter.order = order(&check) ?? (filter.near == nil ? .name : .distance)
        return filter
    }

    private func radius(_ limits: ShopSettings.Nearby, needsPlace: Bool, _ check: inout Validation) -> Double? {
        guard let radius else { return needsPlace ? limits.defaultRadiusKm : nil }
        guard let km = Self.decimal(radius), km > 0, km <= limits.maxRadiusKm else {
            check.fail("radius", "must be more than 0 and at most \(limits.maxRadiusKm)")
            return nil
        }
        if !needsPlace { check.require(latitude != nil && longitude != nil, "radius", "needs latitude and longitude") }
        return km
    }

    private func order(_ check: inout Validation) -> ShopFilter.Order? {
        guard let sort else { return nil }
        guard let order = ShopFilter.Order(rawValue: sort.trimmed) else {
            check.fail("sort", "must be one of \(ShopFilter.Order.allCases.map(\.rawValue).joined(separator: ", "))")
            return nil
        }
        if order == .distance { check.require(latitude != nil && longitude != nil, "sort", "distance needs latitude and longitude") }
        return order
    }

    /// Both or none. Nil when there is none, or one that is refused.
    package static func place(_ latitude: String?, _ longitude: String?, isRequired: Bool, _ check: inout Validation) -> Coordinates? {
        if latitude == nil && longitude == nil && !isRequired { return nil }
        check.require(latitude != nil, "latitude", isRequired ? "is required" : "is required with longitude")
        check.require(longitude != nil, "longitude", isRequired ? "is required" : "is required with latitude")
        func degrees(_ field: String, _ text: String?, _ range: ClosedRange<Double>) -> Double? {
            guard let text else { return nil }
            if let value = decimal(text), range.contains(value) { return value }
            check.fail(field, "must be \(Int(range.lowerBound)) to \(Int(range.upperBound))")
            return nil
        }
        // Both are looked at before one is missed: the answer names each that is wrong.
        let (north, east) = (degrees("latitude", latitude, -90...90), degrees("longitude", longitude, -180...180))
        guard let north, let east else { return nil }
        return Coordinates(latitude: north, longitude: east)
    }

    /// Digits with at most one decimal point and a sign: no exponent, no comma, no NaN.
    private static func decimal(_ text: String) -> Double? {
        let text = text.trimmed
        let digits = text.hasPrefix("-") ? text.dropFirst() : Substring(text)
        guard digits.utf8.count <= 40, digits.first != ".", digits.last != ".", !digits.isEmpty,
            digits.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }), digits.utf8.filter({ $0 == 46 }).count <= 1 else { return nil }
        return Double(text)
    }
}
