import CatalogRestaurants
import Kernel
import ServiceKit

/// Pricing a cart.
enum QuoteRoutes {
    private static let plugin = RestaurantPlugin.name
    private static let location = Schema.object(["lat": .number(-90...90), "lng": .number(-180...180)], required: ["lat", "lng"])
    private static let line = Schema.object(
        ["menuItemId": .id, "quantity": .integer(Cart.quantities),
         "options": Schema.array(.string(1...64), 0...Cart.optionsMax).orNull, "note": Schema.string(0...Cart.noteMax).orNull],
        required: ["menuItemId", "quantity"])
    private static let body = Schema.object(
        ["restaurantId": .id, "items": .array(line, 1...Cart.linesMax), "location": location, "tip": Schema.money.orNull],
        required: ["restaurantId", "items", "location"])

    private static let shownLine = Schema.object([
        "menuItemId": .id, "name": .string(), "quantity": .integer(), "unitPrice": .money,
        "options": .array(.object(["id": .id, "group": .string(), "name": .string(), "priceDelta": .money])),
        "note": Schema.string().orNull, "lineTotal": .money,
    ])
    private static let answer = Schema.object([
        "id": .id, "restaurantId": .id, "createdAt": .time, "expiresAt": .time, "orderable": .boolean,
        "problems": .array(.object(["code": .oneOf(CartProblem.Code.allCases.map(\.rawValue)), "message": .string(),
                                    "itemIndex": .integer(), "data": .any])),
        "lines": .array(shownLine), "zone": Schema.object(["id": .id, "name": .string()]).orNull, "distanceMeters": .integer(),
        "etaMinutes": Schema.object(["min": .integer(), "max": .integer()]).orNull, "minimumOrder": Schema.money.orNull,
        "totals": .object(["subtotal": .money, "deliveryFee": .money, "serviceFee": .money, "tip": .money, "total": .money,
                           "taxIncluded": .money]),
    ])
    private static let example: JSONValue = [
        "restaurantId": "0193f0a0-0000-7000-8000-000000000001",
        "items": [["menuItemId": "0193f0a0-0000-7000-8000-000000000002", "quantity": 1, "options": [], "note": "بدون بصل"]],
        "location": ["lat": 24.704, "lng": 46.689], "tip": ["amount": 500, "currency": "SAR"],
    ]

    static let all: [Route] = [
        .command("POST", "/quotes", MakeQuote.self, access: .user, plugin: plugin, body: body, headers: ["accept-language"],
                 summary: "Price a cart, and name everything that stands against ordering it", success: 201, answer: answer,
                 example: example).alsoCheckedByHandler(),
        .get("/quotes/{quoteId}", QuoteDetails.self, access: .user, plugin: plugin, headers: ["accept-language"],
             summary: "One's own quote, for a day", answer: answer),
    ]
}
