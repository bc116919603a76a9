import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `POST /events/{eventId}/quote`: what an order would cost and what would stand against it. Holds nothing.
package struct TicketQuote: Query {
    package static let type: MessageType = "catalog.ticket-quote.v1"
    let eventId: EventID
    let items: [TicketLine]

    package func answer(in view: CatalogView) throws -> JSONBody {
        let user = view.principal?.userID
        let seen = try view.events.require(eventId, seenBy: user)
        try ViewerContext(view).refuseIfBarred(seen)
        let bought = try user.map { try view.claims.units(of: $0, in: eventId.rawValue) } ?? 0
        let sale = TicketSaleRules(
            event: seen.event, types: try view.ticketTypes.of(eventId), lines: items,
            buyer: TicketSaleRules.Buyer(id: user, birthDate: seen.viewerBirthDate, tickets: bought), ageConfirmed: false,
            expectedTotal: nil,
            currency: view.definition.currency, maxTicketsPerOrder: try view.settings().maxTicketsPerOrder, zone: try view.zone(),
            now: view.now)
        for rule in [TicketSaleRules.Rule.knownTypes, .perOrder] { try sale.check(rule) }
        var problems: [String] = []
        // Stock keeps what a cancelled event had sold. Those tickets ended with it: nobody has them, and they are not missing.
        let counts: [TicketSaleRules.Rule] = seen.event.isCancelled ? [] : [.perUser, .stock]
        for rule in [.salesOpen, .notSuspended, .age, .typesOnSale] + counts {
            do throws(Rejection) { try sale.check(rule) } catch { if !problems.contains(error.slug) { problems.append(error.slug) } }
        }
        let priced = try sale.priced()
        let lines = try priced.lines.map { ($0, try $0.unitPrice.times($0.quantity)) }
        // That somebody still has to confirm an age is asked for in the order, it does not stop it.
        let isAvailable = problems.allSatisfy { $0 == "age-confirmation-required" }
        return JSONBody { (writer: inout JSONWriter) in
            writer.member("items", array: lines) { writer, line in
                writer.object { writer in
                    writer.member("ticketTypeId", line.0.ticketTypeId)
                    writer.member("name", line.0.name)
                    writer.member("quantity", line.0.quantity)
                    writer.member("unitPrice", line.0.unitPrice)
                    writer.member("subtotal", line.1)
                }
            }
            writer.member("total", priced.total)
            writer.member("available", isAvailable)
            writer.member("problems", array: problems) { $0.value($1) }
            writer.member("salesCloseAt", seen.event.isTicketSalesOpen(at: view.now) ? seen.event.startDate?.wholeSeconds : nil)
            writer.member("timeUntilSalesClose", seen.event.secondsUntilSalesClose(at: view.now))
        }
    }
}
