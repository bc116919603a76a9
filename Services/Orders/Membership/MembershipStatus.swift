import Kernel
import Messaging
import OrdersKit
import ServiceKit

extension Unkept: AnswerShape {
    package func reply() throws -> Reply { Reply(status: 200, body: try JSON.encode(body), cacheControl: "no-store") }
}

/// Am I covered, until when? Answers everybody who is signed in, also without a single row.
package struct MembershipStatus: Query {
    package static let type: MessageType = "orders.membership-status.v1"
    package func answer(in view: OrdersView) throws -> Unkept {
        let user = try view.user()
        let memberships = view.memberships
        return Unkept(body: try MembershipAnswers(memberships)
            .status(memberships.coverage(of: user.userID), language: memberships.language(of: memberships.caller(user))))
    }
}

/// My periods, newest first.
package struct MembershipHistory: Query {
    package static let type: MessageType = "orders.membership-history.v1"
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<JSONValue> {
        let user = try view.user()
        let memberships = view.memberships
        let request = try PageRequest(page: page, perPage: perPage)
        let coverage = try memberships.coverage(of: user.userID)
        let language = memberships.language(of: try memberships.caller(user))
        let rows = coverage.periods.reversed().dropFirst(request.offset).prefix(request.perPage)
        return Page(try rows.map { try MembershipAnswers(memberships).subscription($0, in: coverage, language: language) }, request,
                    total: coverage.periods.count)
    }
}

/// What a membership costs.
package struct Plans: Query {
    package static let type: MessageType = "orders.plans.v1"
    package let page: Int?
    package let perPage: Int?
    package func answer(in view: OrdersView) throws -> Page<JSONValue> {
        let settings = try view.memberships.settings()
        let plans: [JSONValue] = settings.plans.map { plan in
            let full = settings.pricePerMonth * plan.months
            return ["months": .int(plan.months), "price": MembershipAnswers.money(view.memberships.price(plan.price)),
                    "pricePerMonth": MembershipAnswers.money(view.memberships.price(plan.price / plan.months)),
                    "savingPercent": .int(full == 0 ? 0 : max(0, 100 * (full - plan.price) / full))]
        }
        let request = try PageRequest(page: page, perPage: perPage)
        return Page(Array(plans.dropFirst(request.offset).prefix(request.perPage)), request, total: plans.count)
    }
}
