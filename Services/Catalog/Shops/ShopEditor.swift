import CatalogKit
import Contracts
import Kernel

/// Applies what was sent to a shop, or makes a new one of it, and names everything that is wrong at once.
package struct ShopEditor {
    private let settings: ShopSettings
    private let definition: TenantDefinition
    private let strangers: Set<String>
    private var check = Validation()
    package static let vendorsMax = 50

    /// - Parameter strangers: the sent ids that belong to no account.
    package init(_ settings: ShopSettings, of definition: TenantDefinition, strangers: Set<String> = []) {
        (self.settings, self.definition, self.strangers) = (settings, definition, strangers)
    }

    /// A new shop, a draft. Throws 422.
    package mutating func make(_ edit: ShopEdit, id: Int, at now: Timestamp) throws(Rejection) -> Shop {
        let required: [(String, Bool)] = [
            ("categoryId", edit.categoryId.over(nil) != nil), ("neighborhoodId", edit.neighborhoodId.over(nil) != nil),
            ("discountPercent", edit.discountPercent.over(nil) != nil), ("phone", edit.phone.over(nil) != nil),
            ("address", edit.address.over(nil) != nil),
            ("latitude", edit.latitude.over(nil) != nil), ("longitude", edit.longitude.over(nil) != nil),
        ]
        for (field, isThere) in required { check.require(isThere, field, "is required") }
        if let first = definition.languages.first, edit.names[first] == nil, !edit.languagesWithoutText.contains(first) {
            check.fail(LanguageSelection.field("name", first), "is required")
        }
        let place = Coordinates(latitude: edit.latitude.over(nil) ?? 0, longitude: edit.longitude.over(nil) ?? 0)
        var shop = Self.blank(id, at: place, now)
        try apply(edit, to: &shop)
        return shop
    }

    /// Throws 422 for fields that are wrong in any shop. Half a place is looked at as if the shop stood in the middle of the town.
    package mutating func checkForm(_ edit: ShopEdit) throws(Rejection) {
        let middle = Coordinates(latitude: settings.area?.latitude ?? 0, longitude: settings.area?.longitude ?? 0)
        var shop = Self.blank(0, at: middle, .distantPast)
        try apply(edit, to: &shop)
    }

    private static func blank(_ id: Int, at place: Coordinates, _ now: Timestamp) -> Shop {
        Shop(id: id, state: .draft, names: [:], categoryID: 0, neighborhoodID: 0, discountBasisPoints: 0, phone: "", address: "",
             place: place, hours: nil, specialDays: [], vendors: [], createdAt: now, publishedAt: nil)
    }

    /// Throws 422; the shop is as it was then.
    package mutating func apply(_ edit: ShopEdit, to shop: inout Shop) throws(Rejection) {
        var changed = shop
        names(edit, &changed)
        if let id = edit.categoryId.over(nil) {
            check.require(settings.category(id) != nil, "categoryId", "is not known")
            changed.categoryID = id
        }
        if let id = edit.neighborhoodId.over(nil) {
            check.require(settings.neighborhood(id) != nil, "neighborhoodId", "is not known")
            changed.neighborhoodID = id
        }
        if let percent = edit.discountPercent.over(nil) { changed.discountBasisPoints = discount(percent) }
        if let phone = edit.phone.over(nil) {
            let normal = settings.phone.normal(phone, prefix: definition.phonePrefix)
            if let normal { changed.phone = normal } else { check.fail("phone", "must be a phone number of this country") }
        }
        if let address = edit.address.over(nil) { changed.address = check.text("address", address, 5...200) ?? "" }
        place(edit, &changed)
        hours(edit, &changed)
        if case .value(let ids) = edit.vendorUserIds { vendors(ids, &changed) }
        try check.check()
        shop = changed
    }

    private mutating func names(_ edit: ShopEdit, _ shop: inout Shop) {
        for (index, language) in definition.languages.enumerated() {
            let field = LanguageSelection.field("name", language)
            if edit.languagesWithoutText.contains(language) { check.fail(field, "must be text") }
            guard let sent = edit.names[language] else { continue }
            if index > 0, sent.trimmed.isEmpty {
                shop.names[language] = nil
            } else if let name = check.text(field, sent, index == 0 ? 2...80 : 1...80) {
                shop.names[language] = name
            }
        }
    }

    /// Hundredths of a percent; at most one decimal of a percent.
    private mutating func discount(_ percent: Double) -> Int {
        let range = settings.discount
        guard percent >= range.minPercent, percent <= range.maxPercent else {
            check.fail("discountPercent", "must be \(range.minPercent) to \(range.maxPercent)")
            return 0
        }
        let tenths = (percent * 10).rounded()
        check.require(abs(percent * 10 - tenths) < 1e-9, "discountPercent", "has at most one decimal")
        return Int(tenths) * 10
    }

    private mutating func place(_ edit: ShopEdit, _ shop: inout Shop) {
        guard edit.latitude.over(nil) != nil || edit.longitude.over(nil) != nil else { return }
        let latitude = edit.latitude.over(shop.place.latitude) ?? shop.place.latitude
        let longitude = edit.longitude.over(shop.place.longitude) ?? shop.place.longitude
        check.require((-90...90).contains(latitude), "latitude", "must be -90 to 90")
        check.require((-180...180).contains(longitude), "longitude", "must be -180 to 180")
        shop.place = Coordinates(latitude: latitude, longitude: longitude)
        guard let area = settings.area, check.errors["latitude"] == nil, check.errors["longitude"] == nil else { return }
        // Catches swapped coordinates, too.
        let away = ShopDistance.km(Coordinates(latitude: area.latitude, longitude: area.longitude), shop.place)
        check.require(away <= area.radiusKm, "latitude", "is not within \(Int(area.radiusKm)) km of the town")
        check.require(away <= area.radiusKm, "longitude", "is not within \(Int(area.radiusKm)) km of the town")
    }

    private mutating func hours(_ edit: ShopEdit, _ shop: inout Shop) {
        switch edit.openingHours {
        case .absent: break  // Stays as it is.
        case .null: shop.hours = nil
        case .value(let json): if let hours = OpeningHours.read(json, "openingHours", &check) { shop.hours = hours }
        }
        switch edit.specialDays {
        case .absent: break  // Stays as it is.
        case .null: shop.specialDays = []
        case .value(let json): if let days = OpeningHours.readSpecialDays(json, "specialDays", &check) { shop.specialDays = days }
        }
    }

    private mutating func vendors(_ ids: [String], _ shop: inout Shop) {
        check.require(ids.count <= Self.vendorsMax, "vendorUserIds", "must have at most \(Self.vendorsMax) entries")
        for (index, id) in ids.enumerated() {
            let isID = (1...64).contains(id.utf8.count) && id.utf8.allSatisfy { $0 > 32 && $0 < 127 }
            let field = "vendorUserIds.\(index)"
            if !isID {
                check.fail(field, "is not an id")
            } else if strangers.contains(id) {
                check.fail(field, "is not known")
            }
        }
        shop.vendors = Set(ids).sorted().map { User.ID($0) }
    }
}
