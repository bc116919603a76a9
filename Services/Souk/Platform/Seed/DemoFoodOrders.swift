import Contracts
import Kernel
import ServiceKit

/// `food-orders.yml`: orders of food that ended before the demo begins, at restaurants of `restaurants.yml`.
public struct DemoFoodOrders: DemoReader {
    public static let file = "food-orders.yml"
    public static let keys = ["foodRestaurants", "foodOrders"]

    struct Place {
        let n: Int
        let owner: Int
        let names: [String: String]
        let location: GeoPoint
        let address: String
        let phone: String
    }
    struct Line {
        let item: Int
        let names: [String: String]
        let quantity: Int
        /// Minor units, of one.
        let price: Int
    }
    struct Order {
        let n: Int
        let restaurant: Int
        let customer: Int
        /// Nil: the customer cancelled it.
        let courier: Int?
        let placed: Timestamp
        let minutes: Int
        let lines: [Line]
        let deliveryFee: Int
        let tip: Int
        let stars: Int?
        let courierStars: Int?
        let comment: String?
    }
    let places: [Int: Place]
    let orders: [Order]

    public init(_ form: DemoForm) {
        let found = form.list("foodRestaurants", in: form.root).map { Self.place($0, form) }
        places = Dictionary(found.map { ($0.n, $0) }) { first, _ in first }
        orders = form.list("foodOrders", in: form.root).map { Self.order($0, form) }
    }

    private static func place(_ value: YAMLFile.Value, _ form: DemoForm) -> Place {
        form.allow(["n", "owner", "names", "latitude", "longitude", "address", "phone"], in: value, what: "a restaurant")
        return Place(n: form.number("n", in: value), owner: form.reference("owner", to: .account, in: value),
                     names: texts("names", value, form),
                     location: GeoPoint(lat: form.decimal("latitude", in: value), lng: form.decimal("longitude", in: value)),
                     address: form.text("address", in: value), phone: form.text("phone", in: value))
    }
    private static func order(_ value: YAMLFile.Value, _ form: DemoForm) -> Order {
        form.allow(["n", "restaurant", "customer", "courier", "placed", "minutes", "items", "fee", "tip", "stars", "courierStars",
                    "comment"], in: value, what: "an order of food")
        return Order(
            n: form.number("n", in: value), restaurant: form.number("restaurant", in: value),
            customer: form.reference("customer", to: .account, in: value),
            courier: value["courier"] == nil ? nil : form.reference("courier", to: .account, in: value),
            placed: form.requiredTime("placed", in: value), minutes: form.number("minutes", in: value),
            lines: form.list("items", in: value).map { line($0, form) }, deliveryFee: amount("fee", value, form),
            tip: value["tip"] == nil ? 0 : amount("tip", value, form), stars: form.optionalNumber("stars", in: value),
            courierStars: form.optionalNumber("courierStars", in: value), comment: form.optionalText("comment", in: value))
    }
    private static func line(_ value: YAMLFile.Value, _ form: DemoForm) -> Line {
        form.allow(["item", "names", "quantity", "price"], in: value, what: "a line")
        return Line(item: form.number("item", in: value), names: texts("names", value, form),
                    quantity: form.number("quantity", in: value, default: 1), price: amount("price", value, form))
    }
    private static func texts(_ key: String, _ value: YAMLFile.Value, _ form: DemoForm) -> [String: String] {
        let named = value[key] ?? value
        return Dictionary(["ar", "en"].compactMap { language in form.optionalText(language, in: named).map { (language, $0) } }) { $1 }
    }
    /// Minor units of an amount with two decimals.
    private static func amount(_ key: String, _ value: YAMLFile.Value, _ form: DemoForm) -> Int {
        Int((form.decimal(key, in: value) * 100).rounded())
    }

    public func messages(in content: DemoContent) -> [DemoMessage] {
        orders.compactMap { order in
            places[order.restaurant].map { DemoMessage("food-order/\(order.n)", .purchases, order.message(at: $0, in: content)) }
        }
    }
}

extension DemoFoodOrders.Order {
    private static let home = GeoPoint(lat: 24.7040, lng: 46.6890)
    private static let serviceFee = 200
    /// Ids as `restaurants.yml` has them: a prefix, and digits.
    private static func id(_ prefix: String, _ numbers: (n: Int, width: Int)...) -> String {
        numbers.reduce("00000000-0000-4000-8000-" + prefix) { text, number in
            let digits = String(number.n)
            return text + String(repeating: "0", count: max(0, number.width - digits.count)) + digits
        }
    }

    fileprivate func message(at place: DemoFoodOrders.Place, in content: DemoContent) -> ImportFoodOrder {
        let ended = placed + .minutes(minutes)
        return ImportFoodOrder(
            orderId: OrderID(Self.id("0000bf", (n, 6))), customerId: content.user(customer),
            customerName: content.name(of: customer), courierId: courier.map(content.user),
            restaurant: .init(id: RestaurantID(Self.id("0000b1", (place.n, 6))), ownerId: content.user(place.owner), names: place.names,
                              location: place.location, addressLine: place.address, phone: place.phone, prepMinutes: 20, extraMinutes: 0,
                              commissionBasisPoints: 1500),
            content: cart(place, content.currency), addressLine: "شارع الأمير سلطان ٧", placedAt: placed, endedAt: ended,
            rating: stars.map { .init(restaurantStars: $0, courierStars: courierStars, comment: comment, ratedAt: ended + .minutes(30)) })
    }

    private func cart(_ place: DemoFoodOrders.Place, _ currency: Currency) -> QuoteContent {
        func money(_ amount: Int) -> Money { Money(amount, currency) }
        let subtotal = lines.reduce(0) { $0 + $1.price * $1.quantity }
        let untipped = subtotal + deliveryFee + Self.serviceFee
        return QuoteContent(
            lines: lines.map {
                .init(menuItemId: MenuItemID(Self.id("0000b3", (place.n, 3), ($0.item, 3))), names: $0.names, quantity: $0.quantity,
                      unitPrice: money($0.price), options: [], note: nil, lineTotal: money($0.price * $0.quantity))
            },
            totals: .init(subtotal: money(subtotal), deliveryFee: money(deliveryFee), serviceFee: money(Self.serviceFee), tip: money(tip),
                          total: money(untipped + tip), taxIncluded: money((untipped * 30 + 115) / 230)),
            zone: .init(id: Self.id("0000b7", (place.n, 6)), name: "قريب"), etaMinutes: .init(min: 31, max: 41), location: Self.home,
            distanceMeters: 1748)
    }
}
