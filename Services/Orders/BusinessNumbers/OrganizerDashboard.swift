import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// `GET /organizer/dashboard`: the business of the organizer who asks.
package struct OrganizerDashboard: Query {
    package static let type: MessageType = "orders.organizer-dashboard.v1"
    let from: String?
    let to: String?

    package func answer(in view: OrdersView) throws -> JSONBody {
        let document = BusinessDocument(report: try view.dashboard(from: from, to: to), currency: view.definition.currency)
        return JSONBody(capacity: 4096) { (writer: inout JSONWriter) in document.members(to: &writer) }
    }
}

/// `GET /events/{eventId}/analytics`: one event, for its organizer.
package struct EventAnalytics: Query {
    package static let type: MessageType = "orders.event-analytics.v1"
    let eventId: EventID
    let from: String?
    let to: String?

    package func answer(in view: OrdersView) throws -> JSONBody {
        let document = BusinessDocument(report: try view.analytics(of: eventId, from: from, to: to), currency: view.definition.currency)
        return JSONBody(capacity: 4096) { (writer: inout JSONWriter) in
            document.members(to: &writer)
            document.eventMembers(to: &writer)
        }
    }
}

extension OrdersView {
    /// The numbers of the caller's business. Throws 422 for a period that is none.
    func dashboard(from: String?, to: String?) throws -> BusinessReport {
        let organizer = try user().userID
        let period = try businessPeriod(from, to)
        return try BusinessReport(of: .organizer(organizer), events: try businessEvents.events(of: organizer),
                                  draftCount: try drafts.count(of: organizer), in: period, self)
    }
    /// The numbers of an event of the caller. Throws 422, 404 or 403, in this order.
    func analytics(of id: EventID, from: String?, to: String?) throws -> BusinessReport {
        let period = try businessPeriod(from, to)
        let event = try ownEvent(id)
        return try BusinessReport(of: .event(id, of: event.organizer), events: [event], draftCount: event.isOpenDraft ? 1 : 0, in: period,
                                  self)
    }
    private func businessPeriod(_ from: String?, _ to: String?) throws -> LocalPeriod {
        var check = Validation()
        let period = LocalPeriod(from: from, to: to, in: try TimeZoneRules.named(definition.timezone), check: &check)
        try check.check()
        return period
    }
}
