import Kernel
import OrdersKit
import ServiceKit

/// Is it paying off? A calendar month of the tenant's clock; visits taken back do not count.
package struct HomeStats: Query {
    package static let type: MessageType = "orders.home-stats.v1"

    package func answer(in view: OrdersView) throws -> Unkept {
        let user = try view.user()
        let memberships = view.memberships
        let member = try memberships.caller(user)
        let coverage = try memberships.coverage(of: user.userID)
        let first = coverage.today.firstOfMonth
        let span = try memberships.span(first, first.adding(months: 1).adding(days: -1))
        let month = try memberships.redemptions.sums(.init(member: user.userID, from: span.from, to: span.to)).1
        let ever = try memberships.redemptions.sums(.init(member: user.userID)).1
        let fee = coverage.coveredThisMonth ? try memberships.settings().pricePerMonth : 0
        func money(_ amount: Int) -> JSONValue { MembershipAnswers.money(memberships.price(amount)) }
        let inNeighborhood = MembershipAnswers.number(try member.neighborhoodID.map { try memberships.partners.count(neighborhood: $0) })
        return Unkept(body: [
            "month": .string(first.monthText), "neighborhoodId": MembershipAnswers.number(member.neighborhoodID),
            "shopsInNeighborhood": inNeighborhood,
            "shopsTotal": .int(try memberships.partners.count(neighborhood: nil)), "savingsThisMonth": money(month.savings),
            "visitsThisMonth": .int(month.visits),
            "savingsTotal": money(ever.savings), "shopsVisited": .int(ever.shops), "feeThisMonth": money(fee),
            "netSavingsThisMonth": money(month.savings - fee),
        ])
    }
}

/// My visits, newest first, with what they saved.
package struct RedemptionsOfMember: Query {
    package static let type: MessageType = "orders.redemptions-of-member.v1"
    /// `2026-11`, local.
    package let month: String?
    package let shopId: Int?
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Listed {
        let user = try view.user()
        let memberships = view.memberships
        let request = try PageRequest(page: page, perPage: perPage)
        var filter = RedemptionStore.Filter(member: user.userID, shop: shopId)
        if let month {
            guard let first = CalendarDate(month + "-01") else { throw Rejection.invalid(["month": ["must be a month (YYYY-MM)"]]) }
            (filter.from, filter.to) = try memberships.span(first, first.adding(months: 1).adding(days: -1))
        }
        let (all, sums) = try memberships.redemptions.sums(filter)
        let language = memberships.language(of: try memberships.caller(user))
        let rows = try memberships.redemptions.page(filter, limit: request.perPage, offset: request.offset)
            .map { try MembershipAnswers(memberships).redemption($0, for: .member(language: language)) }
        return Listed(page: Page(rows, request, total: all),
                      summary: ["visits": .int(sums.visits), "savings": MembershipAnswers.money(memberships.price(sums.savings))])
    }
}

/// A page and what the whole list comes to.
package struct Listed: Encodable, Sendable {
    let page: Page<JSONValue>
    let summary: JSONValue
    private enum Key: String, CodingKey { case summary }
    package func encode(to encoder: any Encoder) throws {
        try page.encode(to: encoder)
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(summary, forKey: .summary)
    }
}
