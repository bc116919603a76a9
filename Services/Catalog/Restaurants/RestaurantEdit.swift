import CatalogKit
import Contracts
import Kernel

/// What somebody sends of a restaurant: a new one, or changes. Sent fields replace, null takes an optional one away, others stay.
package struct RestaurantEdit: Codable, Sendable, Equatable {
    package var names: PatchField<JSONValue> = .absent
    package var descriptions: PatchField<JSONValue> = .absent
    package var slug: PatchField<String> = .absent
    package var cuisines: PatchField<[String]> = .absent
    package var phone: PatchField<String> = .absent
    package var location: PatchField<JSONValue> = .absent
    package var addressLine: PatchField<String> = .absent
    package var logoId: PatchField<String> = .absent
    package var coverId: PatchField<String> = .absent
    package var prepMinutes: PatchField<Int> = .absent
    package var maxActiveOrders: PatchField<Int> = .absent
    package var freeDeliveryAbove: PatchField<JSONValue> = .absent
    package var hours: PatchField<JSONValue> = .absent
    package var exceptions: PatchField<JSONValue> = .absent
    package var zones: PatchField<JSONValue> = .absent
    package init() {}
}

/// An edit whose form is right.
struct RestaurantFields {
    var names: [String: String]?
    var descriptions: [String: String]?
    var slug: String?
    var cuisines: [String]?
    var phone: String?
    var location: Coordinates?
    var addressLine: String?
    var logoId: PatchField<String> = .absent
    var coverId: PatchField<String> = .absent
    var prepMinutes: Int?
    var maxActiveOrders: PatchField<Int> = .absent
    var freeDeliveryAbove: PatchField<Int> = .absent
    var week: [Int: [OpeningPeriod]]?
    var exceptions: [CalendarDate: [OpeningPeriod]]?
    var zones: DeliveryZones?

    /// A subtotal, in minor units: more than any order comes to.
    private static let freeDeliveryMax = 100_000_000

    /// Names everything that is wrong with the form at once. Throws 422.
    /// - Parameter isNew: what every restaurant has must be there.
    init(_ edit: RestaurantEdit, _ definition: TenantDefinition, isNew: Bool, newID: () -> String) throws {
        var check = Validation()
        texts(edit, definition, isNew, &check)
        let settings = try RestaurantSettings.of(definition)
        try place(edit, definition, isNew, &check)
        kitchen(edit, definition, settings, isNew, &check)
        (logoId, coverId) = (edit.logoId, edit.coverId)
        switch edit.hours {
        case .absent: break
        case .null: week = [:]
        case .value(let value): week = HoursForm.week(value, &check)
        }
        switch edit.exceptions {
        case .absent: break
        case .null: exceptions = [:]
        case .value(let value): exceptions = HoursForm.exceptions(value, &check)
        }
        switch edit.zones {
        case .absent: break
        case .null: zones = DeliveryZones([])
        case .value(let value):
            // A new restaurant may come without zones.
            zones = isNew && value.array?.isEmpty == true ? DeliveryZones([]) : ZonesForm.read(value, definition, &check, newID: newID)
        }
        try check.check()
    }

    private mutating func texts(_ edit: RestaurantEdit, _ definition: TenantDefinition, _ isNew: Bool, _ check: inout Validation) {
        switch edit.names {
        case .absent: if isNew { check.fail("names", "is required") }
        case .null: check.fail("names", "is required")
        case .value(let value): names = check.texts("names", value, 2...80, definition)
        }
        switch edit.descriptions {
        case .absent: break
        case .null: descriptions = [:]
        case .value(let value): descriptions = check.texts("descriptions", value, 1...500, definition, multiline: true)
        }
        switch edit.slug {
        case .absent, .null: break  // One is made, or the old one stays.
        case .value(let text):
            if RestaurantSlug.isOne(text) { slug = text } else { check.fail("slug", "does not have the right form") }
        }
    }
    private mutating func place(_ edit: RestaurantEdit, _ definition: TenantDefinition, _ isNew: Bool,
                                _ check: inout Validation) throws {
        switch edit.location {
        case .absent: if isNew { check.fail("location", "is required") }
        case .null: check.fail("location", "is required")
        case .value(let value): location = check.place("location", value)
        }
        if isNew || edit.addressLine.isPresent { addressLine = check.text("addressLine", edit.addressLine.over(nil), 3...200) }
        guard isNew || edit.phone.isPresent else { return }
        guard let sent = edit.phone.over(nil) else { return check.fail("phone", "is required") }
        phone = try definition.phone(sent, readBy: .catalog)
        if phone == nil { check.fail("phone", "is not a phone number") }
    }
    private mutating func kitchen(_ edit: RestaurantEdit, _ definition: TenantDefinition, _ settings: RestaurantSettings, _ isNew: Bool,
                                  _ check: inout Validation) {
        if isNew || edit.cuisines.isPresent {
            let codes = edit.cuisines.over(nil) ?? []
            check.require((1...5).contains(codes.count), "cuisines", "must have 1 to 5 entries")
            for (index, code) in codes.enumerated() {
                check.require(settings.cuisine(code) != nil, "cuisines.\(index)", "is not known")
                check.require(!codes.prefix(index).contains(code), "cuisines.\(index)", "comes twice")
            }
            cuisines = codes
        }
        if case .value(let minutes) = edit.prepMinutes { prepMinutes = check.number("prepMinutes", minutes, 5...120) }
        if edit.prepMinutes == .null { prepMinutes = Self.usualPrepMinutes }
        maxActiveOrders = edit.maxActiveOrders
        if case .value(let count) = edit.maxActiveOrders { check.number("maxActiveOrders", count, 1...500) }
        switch edit.freeDeliveryAbove {
        case .absent: freeDeliveryAbove = .absent
        case .null: freeDeliveryAbove = .null
        case .value(let value):
            let amount = check.amount("freeDeliveryAbove", value, most: Self.freeDeliveryMax, definition)
            freeDeliveryAbove = amount.map { .value($0) } ?? .absent
        }
    }
    static let usualPrepMinutes = 20

    /// Pictures that are not there, and a slug somebody else has: what only the rows know. Throws 422.
    func checkRows(_ tx: CatalogTransaction, _ own: RestaurantID?) throws {
        var check = Validation()
        for (field, image) in [("logoId", logoId.over(nil)), ("coverId", coverId.over(nil))] {
            guard let image else { continue }
            check.require(try tx.uploads.use(image), field, "is not known")
        }
        if let slug, let other = try tx.restaurants.find(slug: slug), other.id != own { check.fail("slug", "is taken") }
        try check.check()
    }

    func apply(to restaurant: inout Restaurant) {
        if let names { restaurant.names = names }
        if let descriptions { restaurant.descriptions = descriptions }
        if let slug { restaurant.slug = slug }
        if let cuisines { restaurant.cuisines = cuisines }
        if let phone { restaurant.phone = phone }
        if let location { restaurant.location = location }
        if let addressLine { restaurant.addressLine = addressLine }
        if let prepMinutes { restaurant.prepMinutes = prepMinutes }
        if let week { restaurant.calendar.week = week }
        if let exceptions { restaurant.calendar.exceptions = exceptions }
        restaurant.logoId = logoId.over(restaurant.logoId)
        restaurant.coverId = coverId.over(restaurant.coverId)
        restaurant.maxActiveOrders = maxActiveOrders.over(restaurant.maxActiveOrders)
        restaurant.freeDeliveryAbove = freeDeliveryAbove.over(restaurant.freeDeliveryAbove)
    }
}

/// A restaurant's name in addresses.
enum RestaurantSlug {
    static func isOne(_ text: String) -> Bool {
        (3...40).contains(text.utf8.count) && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }

    /// One that nobody has, of its Latin name if it has one.
    static func make(_ names: [String: String], _ id: RestaurantID, in store: RestaurantStore) throws -> String {
        let latin = names.sorted { $0.key < $1.key }.map { words($0.value) }.first { $0.utf8.count >= 3 } ?? "restaurant"
        if try store.find(slug: latin) == nil { return latin }
        // Ids differ, so one of these is free.
        let digits = id.rawValue.lowercased().filter { $0 != "-" }
        for length in [6, 12, 18] {
            let slug = String(latin.prefix(39 - length)) + "-" + digits.suffix(length)
            if isOne(slug), try store.find(slug: slug) == nil { return slug }
        }
        return String(digits.prefix(40))
    }
    private static func words(_ name: String) -> String {
        let words = name.folded.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        return String(words.joined(separator: "-").prefix(40))
    }
}
