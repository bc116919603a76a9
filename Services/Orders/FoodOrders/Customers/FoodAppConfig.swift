import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// What the app shows of statuses, reasons and cuisines, and what orders cost besides the food.
package struct FoodAppConfig: Query {
    package static let type: MessageType = "orders.food-app-config.v1"

    package func answer(in view: OrdersView) throws -> JSONValue {
        let definition = view.definition
        let languages = view.foodPresenter().languages
        let terms = try definition.shared(QuoteTerms.self, in: .orders)
        let cuisines = try definition.shared(Cuisines.self, in: .orders).all
        func money(_ amount: Int) -> JSONValue { Money(amount, definition.currency).json }
        return .object([
            "currency": .string(definition.currency.code), "timezone": .string(definition.timezone),
            "languages": .array(definition.languages.map { .string($0) }), "serviceFee": money(terms.serviceFee),
            "cashLimit": terms.cashLimit.map(money) ?? .null,
            "statuses": .array(FoodOrderStatus.allCases.map { status in
                .object([
                    "status": .string(status.rawValue), "label": .string(status.label(languages)), "icon": .string(status.look.icon),
                    "color": .string(status.look.color), "final": .bool(status.isFinal),
                ])
            }),
            "cancelReasons": .array(FoodCancelReason.allCases.map { reason in
                .object([
                    "code": .string(reason.rawValue), "label": .string(FoodLanguages.text(reason.labels, languages)),
                    "actors": .array(reason.actors.map { .string($0.rawValue) }),
                ])
            }),
            "cuisines": .array(cuisines.map { cuisine in
                .object(["code": .string(cuisine.code), "label": .string(FoodLanguages.text(cuisine.names, languages))])
            }),
        ])
    }
}
