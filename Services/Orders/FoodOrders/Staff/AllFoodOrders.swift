import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Orders of all restaurants, for the staff: newest first, or those of a number, or of a phone for staff who see phones.
package struct AllFoodOrders: Query {
    package static let type: MessageType = "orders.all-food-orders.v1"
    package let search: String?
    package let status: String?
    package let from: String?
    package let to: String?
    package let updatedSince: String?
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<JSONValue> {
        let request = try PageRequest(page: page, perPage: perPage)
        var filter = FoodOrderFilter(.everything)
        try filter.read(status: status, from: from, to: to, updatedSince: updatedSince, in: view.localZone())
        if let text = search?.trimmed, !text.isEmpty {
            guard let scope = try Self.scope(of: text, in: view) else { return Page([], request, total: 0) }
            filter.scope = scope
        }
        return try view.foodPage(filter, request)
    }

    /// `SF-100042`, `100042`, or a phone number as people type it. Nil: nothing has such a name.
    private static func scope(of text: String, in view: OrdersView) throws -> FoodOrderFilter.Scope? {
        let digits = text.compactMap { $0.wholeNumberValue.map(String.init) }.joined()
        let isNumber = text.uppercased().hasPrefix(FoodOrder.prefix) || (6...8).contains(digits.count)
        if isNumber, let number = Int(digits) { return .number(number) }
        // An answer would tell the digits that are masked.
        guard try view.foodViewer().has(FoodViewer.Permission.contacts) else { return nil }
        // The `+` of a phone is a space in a query unless it is escaped.
        let country = view.definition.phonePrefix.drop { $0 == "+" }
        let isInternational = !country.isEmpty && digits.hasPrefix(country) && digits.count > 10 && !text.hasPrefix("+")
        guard let phone = try view.definition.phone(isInternational ? "+" + digits : text, readBy: .orders) else { return nil }
        return .phone(phone, holder: try view.people.find(phone: phone))
    }
}
