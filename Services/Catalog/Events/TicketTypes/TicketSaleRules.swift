import CatalogKit
import Contracts
import Kernel

/// R4: may these tickets be sold to this person now? The rules, in the order in which they refuse.
package struct TicketSaleRules: Sendable {
    package struct Buyer: Sendable {
        package let id: User.ID?
        package let birthDate: CalendarDate?
        /// Holds that live and tickets bought and not given back, for this event.
        package let tickets: Int
        package init(id: User.ID?, birthDate: CalendarDate?, tickets: Int) {
            (self.id, self.birthDate, self.tickets) = (id, birthDate, tickets)
        }
    }
    package let event: Event
    package let types: [TicketType]
    /// Added up per type.
    package let lines: [TicketLine]
    package let buyer: Buyer
    package let ageConfirmed: Bool
    package let expectedTotal: Money?
    package let currency: Currency
    package let maxTicketsPerOrder: Int
    package let zone: TimeZoneRules
    package let now: Timestamp
    /// Units kept for this buyer by an accepted offer, per type.
    package let offered: [TicketTypeID: Int]

    package init(event: Event, types: [TicketType], lines: [TicketLine], buyer: Buyer, ageConfirmed: Bool, expectedTotal: Money?,
                 currency: Currency, maxTicketsPerOrder: Int, zone: TimeZoneRules, now: Timestamp, offered: [TicketTypeID: Int] = [:]) {
        self.event = event
        self.types = types
        self.lines = Demand(lines.map { Claim.Line(subject: $0.ticketTypeId.rawValue, unit: TicketLine.unit, quantity: $0.quantity) }).lines
            .map { TicketLine(ticketTypeId: TicketTypeID($0.subject), quantity: $0.quantity) }
        (self.buyer, self.ageConfirmed, self.expectedTotal, self.currency) = (buyer, ageConfirmed, expectedTotal, currency)
        (self.maxTicketsPerOrder, self.zone, self.now, self.offered) = (maxTicketsPerOrder, zone, now, offered)
    }

    package enum Rule: CaseIterable, Sendable {
        case visible, salesOpen, notSuspended, age, knownTypes, typesOnSale, perOrder, perUser, price, stock
    }

    /// Throws the first refusal in the order of R4.
    package func check() throws(Rejection) { for rule in Rule.allCases { try check(rule) } }

    /// A payment that came after its hold: only that the event is still to come and seats are left counts.
    package func checkLate() throws(Rejection) { for rule in [Rule.visible, .salesOpen, .knownTypes, .stock] { try check(rule) } }

    package func check(_ rule: Rule) throws(Rejection) {
        switch rule {
        case .visible: if !event.isVisible(to: buyer.id) { throw .notFound }
        case .salesOpen: try checkSalesOpen()
        case .notSuspended: if event.isOrganizerSuspended { throw Self.closed("suspended") }
        case .age: try checkAge()
        case .knownTypes: try checkKnownTypes()
        case .typesOnSale: try checkTypesOnSale()
        case .perOrder: try checkPerOrder()
        case .perUser: try checkPerUser()
        case .price: try checkPrice()
        case .stock: try checkStock()
        }
    }

    package func type(_ id: TicketTypeID) -> TicketType? { types.first { $0.id == id } }
    package var quantity: Int { lines.reduce(0) { $0 &+ $1.quantity } }

    /// The lines with names and prices of now, and their sum.
    package func priced() throws(Rejection) -> (lines: [ClaimedLine], total: Money) {
        var total = Money.zero(currency)
        var out: [ClaimedLine] = []
        for line in lines {
            guard let type = type(line.ticketTypeId) else { continue }
            let unit = Money(type.price, currency)
            total = try total.adding(try unit.times(line.quantity))
            out.append(ClaimedLine(ticketTypeId: type.id, name: type.name, quantity: line.quantity, unitPrice: unit))
        }
        return (out, total)
    }

    private func checkSalesOpen() throws(Rejection) {
        if event.deletedAt != nil { throw Self.closed("cancelled") }
        switch event.status(at: now) {
        case .published: return
        case .draft: throw Self.closed("not-published")
        case .cancelled: throw Self.closed("cancelled")
        case .ongoing: throw Self.closed("started")
        case .completed: throw Self.closed("ended")
        }
    }
    private static func closed(_ reason: String) -> Rejection {
        .conflict("sales-closed", "Tickets for this event are not on sale.", ["reason": .string(reason)])
    }

    private func checkAge() throws(Rejection) {
        guard let restriction = event.ageRestriction else { return }
        if AgeRule.isBarred(restriction, startDate: event.startDate, birthDate: buyer.birthDate, zone: zone) {
            throw AgeRule.refusal(restriction)
        }
        if buyer.birthDate == nil && !ageConfirmed {
            throw .conflict("age-confirmation-required", "Please confirm that everybody is at least \(restriction) years old.",
                ["minimumAge": .int(restriction)])
        }
    }

    private func checkKnownTypes() throws(Rejection) {
        let isKnown = Dictionary(types.map { ($0.id, true) }) { first, _ in first }
        if lines.isEmpty { throw .invalid(["items": ["is required"]]) }
        if lines.contains(where: { isKnown[$0.ticketTypeId] == nil }) {
            throw .invalid(["items": ["names a ticket type that this event does not have"]])
        }
    }

    private func checkTypesOnSale() throws(Rejection) {
        for line in lines where type(line.ticketTypeId)?.isOnSale(at: now, of: event) == false {
            throw .conflict("sales-closed", "This ticket type is not on sale.", ["reason": "type-not-on-sale",
                "ticketTypeId": .string(line.ticketTypeId.rawValue)])
        }
    }

    private func checkPerOrder() throws(Rejection) {
        var validation = Validation()
        for line in lines {
            guard let type = type(line.ticketTypeId) else { continue }
            validation.require((type.minPerOrder...type.maxPerOrder).contains(line.quantity), "items",
                               "\(type.name): \(type.minPerOrder) to \(type.maxPerOrder) tickets per order")
        }
        validation.require(quantity <= maxTicketsPerOrder && quantity > 0, "items", "at most \(maxTicketsPerOrder) tickets per order")
        try validation.check()
    }

    private func checkPerUser() throws(Rejection) {
        let limit = event.terms.maxTicketsPerUser
        guard buyer.tickets + quantity > limit else { return }
        throw .conflict("ticket-limit-reached", "At most \(limit) tickets per person for this event.",
                        ["limit": .int(limit), "yours": .int(buyer.tickets)])
    }

    private func checkPrice() throws(Rejection) {
        guard let expectedTotal else { return }
        let total = try priced().total
        guard expectedTotal != total else { return }
        throw .conflict("price-changed", "The price has changed.",
                        ["total": ["amount": .int(total.amount), "currency": .string(total.currency.code)]])
    }

    private func checkStock() throws(Rejection) {
        for line in lines {
            guard let type = type(line.ticketTypeId) else { continue }
            let available = type.stock.available + (offered[type.id] ?? 0)
            if available >= line.quantity { continue }
            let members: [String: JSONValue] = ["available": .int(available), "ticketTypeId": .string(type.id.rawValue)]
            if available == 0 { throw .conflict("sold-out", "There are no tickets left.", members) }
            let left = available == 1 ? "1 ticket is" : "\(available) tickets are"
            throw .conflict("not-enough-tickets", "Only \(left) left.", members)
        }
    }
}
