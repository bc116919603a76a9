import Kernel
import OrdersKit
import ServiceKit

/// A shop's sales of memberships, newest first.
package struct ActivationsOfShop: Query {
    package static let type: MessageType = "orders.activations-of-shop.v1"
    package let shopId: Int?
    /// Local days, both inclusive.
    package let from: CalendarDate?
    package let to: CalendarDate?
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Listed {
        let memberships = view.memberships
        let shop = try memberships.shop(shopId, of: try view.user())
        let request = try PageRequest(page: page, perPage: perPage)
        let span = try memberships.span(from, to)
        let found = try memberships.activations.page(shop: shop.id, from: span.from, to: span.to, limit: request.perPage,
                                                     offset: request.offset)
        return Listed(page: Page(try found.sales.map { try MembershipAnswers(memberships).activation($0) }, request, total: found.total),
                      summary: ["count": .int(found.count), "total": MembershipAnswers.money(memberships.price(found.sum))])
    }
}

/// The visits at a shop, newest first; `total` is what was bought.
package struct RedemptionsOfShop: Query {
    package static let type: MessageType = "orders.redemptions-of-shop.v1"
    package let shopId: Int?
    /// Local days, both inclusive.
    package let from: CalendarDate?
    package let to: CalendarDate?
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Listed {
        let memberships = view.memberships
        let shop = try memberships.shop(shopId, of: try view.user())
        let request = try PageRequest(page: page, perPage: perPage)
        let span = try memberships.span(from, to)
        let filter = RedemptionStore.Filter(shop: shop.id, from: span.from, to: span.to)
        let (all, sums) = try memberships.redemptions.sums(filter)
        let rows = try memberships.redemptions.page(filter, limit: request.perPage, offset: request.offset).map {
            try MembershipAnswers(memberships).redemption($0, for: .vendor)
        }
        return Listed(page: Page(rows, request, total: all), summary: [
            "count": .int(sums.visits), "total": MembershipAnswers.money(memberships.price(sums.purchases)),
            "savings": MembershipAnswers.money(memberships.price(sums.savings)),
        ])
    }
}
