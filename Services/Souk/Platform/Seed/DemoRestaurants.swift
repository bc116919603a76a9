import Contracts
import Kernel
import ServiceKit

extension DemoNumber.Kind {
    public static let restaurant = Self("restaurant")
}

extension DemoID {
    public static func restaurant(_ n: Int) -> String { id("0000b1" + digits(n, 6)) }
    public static func menuCategory(restaurant: Int, _ k: Int) -> String { id("0000b2" + digits(restaurant, 3) + digits(k, 3)) }
    public static func menuItem(restaurant: Int, _ k: Int) -> String { id("0000b3" + digits(restaurant, 3) + digits(k, 3)) }
    /// Option groups are counted per item, options per group.
    public static func optionGroup(restaurant: Int, item: Int, _ k: Int) -> String {
        id("00b4" + digits(restaurant, 3) + digits(item, 3) + digits(k, 2))
    }
    public static func option(restaurant: Int, item: Int, group: Int, _ k: Int) -> String {
        id("0b5" + digits(restaurant, 3) + digits(item, 3) + digits(group, 1) + digits(k, 2))
    }
    public static func banner(_ n: Int) -> String { id("0000b6" + digits(n, 6)) }
}

/// `restaurants.yml`: restaurants with hours, zones and menus, and the banners of the home page.
public struct DemoRestaurants: DemoReader {
    public static let file = "restaurants.yml"
    public static let keys = ["hours", "restaurants", "banners"]

    struct Entry {
        let n: Int
        let owner: Int
        let form: YAMLFile.Value
        let hours: [JSONValue]
    }
    private let entries: [Entry]
    private let menus: [(n: Int, menu: ImportMenu)]
    private let restaurants: [ImportRestaurant]
    private let banners: [ImportBanner]

    public init(_ form: DemoForm) {
        let root = form.root
        let weeks = form.members("hours", in: root).map { ($0.key, Self.hours($0.key, root["hours"] ?? root, form)) }
        let hours = Dictionary(weeks) { first, _ in first }
        entries = form.list("restaurants", in: root).map { value in
            let name = form.text("hours", in: value, default: "always")
            if hours[name] == nil { form.fail(value.line(of: "hours"), "hours '\(name)' are not defined") }
            return Entry(n: form.own(of: .restaurant, in: value), owner: form.reference("owner", to: .account, in: value), form: value,
                         hours: hours[name] ?? [])
        }
        restaurants = entries.map { Self.restaurant($0, form) }
        menus = entries.map { ($0.n, DemoMenu.of($0.n, $0.form, form)) }
        banners = form.list("banners", in: root).map { Self.banner($0, form) }
    }

    /// Number of the restaurant with its id, for orders of the demo.
    public var ids: [Int: RestaurantID] { Dictionary(entries.map { ($0.n, RestaurantID(DemoID.restaurant($0.n))) }) { first, _ in first } }

    static func texts(_ key: String, _ value: YAMLFile.Value, _ form: DemoForm) -> [String: String] {
        Dictionary(form.members(key, in: value).map { ($0.key, form.text($0.key, in: value[key] ?? value)) }) { first, _ in first }
    }
    /// Minor units of an amount with two decimals.
    static func amount(_ key: String, _ value: YAMLFile.Value, _ form: DemoForm) -> Int {
        Int((form.decimal(key, in: value) * 100).rounded())
    }

    /// `[{ days: [0, 1], opens: "12:00", closes: "02:00" }]`.
    private static func hours(_ name: String, _ all: YAMLFile.Value, _ form: DemoForm) -> [JSONValue] {
        form.list(name, in: all).flatMap { value in
            form.allow(["days", "opens", "closes"], in: value, what: "hours")
            return form.numbers("days", in: value).map { day -> JSONValue in
                ["dayOfWeek": .int(day), "opens": .string(form.text("opens", in: value)), "closes": .string(form.text("closes", in: value))]
            }
        }
    }

    private static func restaurant(_ entry: Entry, _ form: DemoForm) -> ImportRestaurant {
        let value = entry.form
        form.allow(["n", "slug", "owner", "status", "names", "descriptions", "cuisines", "phone", "latitude", "longitude", "address",
                    "prep", "maxActiveOrders", "freeDeliveryAbove", "hours", "closed", "zones", "featured", "menu"],
                   in: value, what: "a restaurant")
        return ImportRestaurant(
            restaurantId: RestaurantID(DemoID.restaurant(entry.n)), ownerId: User.ID(""), slug: form.text("slug", in: value),
            status: form.text("status", in: value, default: "active"), names: texts("names", value, form),
            descriptions: texts("descriptions", value, form), cuisines: form.texts("cuisines", in: value).map(\.text),
            phone: form.text("phone", in: value),
            location: GeoPoint(lat: form.decimal("latitude", in: value), lng: form.decimal("longitude", in: value)),
            addressLine: form.text("address", in: value), prepMinutes: form.number("prep", in: value, default: 20),
            maxActiveOrders: form.optionalNumber("maxActiveOrders", in: value),
            freeDeliveryAbove: value["freeDeliveryAbove"] == nil ? nil : Money(amount("freeDeliveryAbove", value, form), .eur),
            commissionBasisPoints: nil, hours: entry.hours,
            exceptions: form.texts("closed", in: value).map { ["date": .string($0.text), "closed": true] },
            zones: form.list("zones", in: value).map { zone($0, form) }, featured: form.optionalNumber("featured", in: value),
            createdAt: form.time.seededAt.wholeSeconds - .days(400) + .hours(entry.n))
    }

    /// A circle around the restaurant (`radius`) or around `latitude`, `longitude`; or a `polygon` of corners, longitude first.
    private static func zone(_ value: YAMLFile.Value, _ form: DemoForm) -> JSONValue {
        form.allow(["name", "radius", "latitude", "longitude", "polygon", "fee", "minimum"], in: value, what: "a zone")
        let shape: JSONValue
        if let corners = value["polygon"]?.json.array {
            shape = ["type": "Polygon", "coordinates": [.array(corners + corners.prefix(1))]]
        } else {
            shape = ["type": "Circle", "radiusMeters": .int(form.number("radius", in: value)),
                     "center": ["lat": .double(form.decimal("latitude", in: value)), "lng": .double(form.decimal("longitude", in: value))]]
        }
        return ["name": .string(form.text("name", in: value)), "shape": shape, "fee": .int(amount("fee", value, form)),
                "minimumOrder": .int(amount("minimum", value, form))]
    }

    private static func banner(_ value: YAMLFile.Value, _ form: DemoForm) -> ImportBanner {
        form.allow(["n", "titles", "link", "start", "end", "position"], in: value, what: "a banner")
        return ImportBanner(bannerId: DemoID.banner(form.number("n", in: value)), titles: texts("titles", value, form),
                            deepLink: form.optionalText("link", in: value), startsAt: form.optionalTime("start", in: value),
                            endsAt: form.optionalTime("end", in: value), position: form.number("position", in: value, default: 0))
    }

    // MARK: - Messages

    public func messages(in content: DemoContent) throws -> [DemoMessage] {
        let own = zip(restaurants, entries).map { restaurant, entry in
            DemoMessage("restaurant/\(entry.n)", .offers, restaurant.owned(by: content.user(entry.owner), in: content.currency))
        }
        // A menu names its restaurant, so it comes after it.
        return own + menus.map { DemoMessage("menu/\($0.n)", .offers, $0.menu) }
            + banners.map { DemoMessage("banner/\($0.bannerId)", .offers, $0) }
    }
}

extension ImportRestaurant {
    /// With its owner, and with amounts in the tenant's currency.
    fileprivate func owned(by owner: User.ID, in currency: Currency) -> ImportRestaurant {
        func money(_ amount: JSONValue?) -> JSONValue { ["amount": amount ?? 0, "currency": .string(currency.code)] }
        let zones = zones.map { zone in
            var members = zone.object ?? [:]
            for name in ["fee", "minimumOrder"] { members[name] = money(members[name]) }
            return JSONValue.object(members)
        }
        return ImportRestaurant(
            restaurantId: restaurantId, ownerId: owner, slug: slug, status: status, names: names, descriptions: descriptions,
            cuisines: cuisines, phone: phone, location: location, addressLine: addressLine, prepMinutes: prepMinutes,
            maxActiveOrders: maxActiveOrders, freeDeliveryAbove: freeDeliveryAbove.map { Money($0.amount, currency) },
            commissionBasisPoints: commissionBasisPoints, hours: hours, exceptions: exceptions, zones: zones, featured: featured,
            createdAt: createdAt)
    }
}
