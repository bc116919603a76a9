import Kernel
import ServiceKit

/// What bodies and answers about menus look like. The service judges what a schema can't: texts by language, and what depends on
/// another field.
enum MenuSchemas {
    /// Texts by language, the app's first one required.
    private static let texts = Schema(["type": "object"])
    static let categoryFields: [String: Schema] = ["names": texts, "position": Schema.integer(MenuLimits.positions).orNull]

    private static let option = Schema.object(
        ["id": .id, "names": texts, "priceDelta": .money, "available": .boolean], required: ["names", "priceDelta"])
    private static let group = Schema.object(
        ["id": .id, "names": texts, "min": .integer(0...30), "max": .integer(1...30), "options": .array(option, MenuLimits.options)],
        required: ["names", "min", "max", "options"])
    static let itemFields: [String: Schema] = [
        "categoryId": .id, "names": texts, "descriptions": texts.orNull, "price": .money, "imageId": Schema.id.orNull,
        "tags": Schema.array(.string(MenuLimits.tag), 0...MenuLimits.tags).orNull, "stock": Schema.integer(MenuLimits.stock).orNull,
        "optionGroups": Schema.array(group, 0...MenuLimits.optionGroups).orNull,
    ]

    // MARK: - Answers

    private static let shownText = Schema.string().orNull
    private static let shownOption = Schema.object([
        "id": .id, "name": shownText, "names": texts, "priceDelta": .money, "available": .boolean,
    ])
    private static let shownGroup = Schema.object([
        "id": .id, "name": shownText, "names": texts, "min": .integer(), "max": .integer(), "options": .array(shownOption),
    ])
    private static let itemMembers: [String: Schema] = [
        "id": .id, "restaurantId": .id, "categoryId": Schema.id.orNull, "name": shownText, "names": texts, "description": shownText,
        "descriptions": texts, "price": .money, "imageId": Schema.id.orNull, "imageUrl": shownText, "tags": .array(.string()),
        "available": .boolean, "availableAgainAt": Schema.time.orNull, "soldOut": .boolean, "optionGroups": .array(shownGroup),
    ]
    static let item = Schema.object(itemMembers)
    static let managedItem = Schema.object(itemMembers.merging(["stock": Schema.integer().orNull]) { own, _ in own })
    private static let categoryMembers: [String: Schema] = [
        "id": .id, "restaurantId": .id, "name": shownText, "names": texts, "position": .integer(),
    ]
    static let category = Schema.object(categoryMembers)
    /// `stock` of an item is only there for those who manage the restaurant.
    static let menu = Schema.object([
        "restaurantId": .id, "menuVersion": .integer(), "currency": .string(3...3),
        "categories": .array(.object(categoryMembers.merging(["items": .array(managedItem)]) { own, _ in own })),
        "items": .array(managedItem),
    ])

    static let example: JSONValue = [
        "categoryId": "0193f0a0-0000-7000-8000-000000000001", "names": ["ar": "كبسة دجاج", "en": "Chicken kabsa"],
        "price": ["amount": 2800, "currency": "SAR"], "tags": ["دجاج"], "stock": 12,
        "optionGroups": [
            ["names": ["ar": "الحجم"], "min": 1, "max": 1,
             "options": [["names": ["ar": "نصف"], "priceDelta": ["amount": 0, "currency": "SAR"]],
                         ["names": ["ar": "كامل"], "priceDelta": ["amount": 2400, "currency": "SAR"]]]],
        ],
    ]
}
