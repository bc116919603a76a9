import Contracts
import Kernel
import OrdersTicketSales
import Testing

/// One test per question that `RefundRules` answers; `RefundTests` has what follows from the answers.
@Suite("Which refunds are allowed")
struct RefundRulesTests {
    private static let start = Timestamp("2026-11-26T07:00:00Z") ?? .distantPast
    private static let payment: PaymentID = "payment-1"

    private func order(_ status: OrderStatus = .completed(payment), total: Int = 150_000, fee: Int = 7500) -> TicketOrder {
        var order = TicketOrder(id: "order-1", number: "EP-1", buyer: "john", eventId: "event-1", wanted: [], attendees: [],
                                ageConfirmed: false,
                                sandbox: nil, placedAt: Self.start, status: status, total: Money(total, .ugx), fee: Money(fee, .ugx))
        order.organizer = "bob"
        return order
    }
    private func ticket(_ id: TicketID, _ status: TicketStatus = .valid, price: Int = 50_000) -> Ticket {
        Ticket(id: id, orderId: "order-1", eventId: "event-1", type: "regular", typeName: "Regular", price: Money(price, .ugx),
               holder: "john", attendeeName: nil, serial: "EP-\(id)", status: status, attention: nil, purchasedAt: Self.start)
    }
    private func event(_ policy: TicketEvent.RefundPolicy, openUntil: Timestamp? = nil) -> EventProjection {
        let event = TicketEvent(
            eventId: "event-1", organizerId: "bob", organizerName: "Bob", title: "Summit", category: "technology", status: "published",
            startDate: Self.start, endDate: Self.start + .hours(8),
            venue: Venue(name: "Hall", address: "Road", city: "Kampala", latitude: 0, longitude: 0), posterUrl: nil, ageRestriction: nil,
            ticketTypes: [], refundPolicy: policy, transferable: true, reEntry: false, doorsOpenMinutes: 180, version: 1)
        return EventProjection(event: event, isCancelled: false, refundOpenUntil: openUntil)
    }
    private static let dayBefore = TicketEvent.RefundPolicy(type: "until", hoursBefore: 24)
    private static let never = TicketEvent.RefundPolicy(type: "none", hoursBefore: nil)

    @Test("The buyer, the organizer and whoever has the permission may request one; for others the order does not exist")
    func who() {
        func requester(_ user: User.ID, _ permissions: Set<String> = [], _ status: OrderStatus = .completed(Self.payment),
                       roles: [String] = ["attendee", "organizer"]) -> RefundRules.Requester? {
            RefundRules.requester(user, roles: roles, permissions: permissions, of: order(status))
        }
        #expect(requester("john") == .buyer)
        #expect(requester("bob") == .authority)
        #expect(requester("bob", roles: ["attendee"]) == nil, "no organizer any more")
        #expect(requester("mod", [RefundRules.permission]) == .authority)
        #expect(requester("john", [RefundRules.permission]) == .authority)
        #expect(requester("jane", ["users:manage"]) == nil)
        #expect(requester("bob", [RefundRules.permission], .refused) == nil)
    }

    @Test("The policy's hours include the last second; a change of the event keeps the window open until the later of the two")
    func when() {
        let policyEnd = Self.start - .hours(24)
        #expect(RefundRules.isOpen(event(Self.dayBefore), at: policyEnd))
        #expect(RefundRules.isOpen(event(Self.dayBefore), at: policyEnd + .milliseconds(999)))
        #expect(!RefundRules.isOpen(event(Self.dayBefore), at: policyEnd + .seconds(1)))
        #expect(RefundRules.lastInstant(of: event(Self.never)) == nil && !RefundRules.isOpen(event(Self.never), at: .distantPast))
        #expect(RefundRules.lastInstant(of: event(Self.never, openUntil: Self.start)) == Self.start)
        #expect(RefundRules.lastInstant(of: event(Self.dayBefore, openUntil: policyEnd - .hours(1))) == policyEnd)
        #expect(!RefundRules.isOpen(nil, at: .distantPast))
    }

    @Test("A change that holders are told of opens the window until the time they were told, else for the tenant's hours")
    func change() {
        let known = event(Self.never).event
        func window(_ notifies: Bool, _ until: Timestamp?) -> Timestamp? {
            let change = EventUpdated(eventId: "event-1", event: known, changed: ["startDate"], notifyHolders: notifies, refundUntil: until)
            return RefundRules.window(after: change, at: Self.start, changeRefundHours: 48)
        }
        #expect(window(false, Self.start + .hours(1)) == nil)
        #expect(window(true, Self.start + .hours(1)) == Self.start + .hours(1))
        #expect(window(true, nil) == Self.start + .hours(48))
    }

    @Test("Only a completed order has tickets to return")
    func states() throws {
        #expect(try RefundRules.payment(of: order()) == Self.payment)
        #expect(try RefundRules.payment(of: order(.partiallyRefunded(nil))) == nil)
        let hold = Hold(claim: "claim-1", expiresAt: Self.start)
        let others: [OrderStatus] = [
            .pending("claim-1"), .preparing(hold, Self.payment), .awaitingPayment(hold, Self.payment),
            .confirming("claim-1", Self.payment, late: false), .reclaiming("claim-1", Self.payment),
            .returning(Self.payment, "refund-1", late: false), .refunded(Self.payment), .refused, .expired(Self.payment),
            .cancelled(.buyer, nil),
        ]
        for status in others {
            let rejection = #expect(throws: Rejection.self) { try RefundRules.payment(of: order(status)) }
            #expect(rejection?.slug == "order-state")
        }
    }

    @Test("Without names every valid ticket is returned; a named one that cannot be returned says why")
    func tickets() throws {
        let used = ticket("t-2", .used(firstEntry: Self.start, inside: true))
        let all = [ticket("t-1"), used, ticket("t-3", .transferred), ticket("t-4", .refunded), ticket("t-5", .cancelled)]
        #expect(try RefundRules.returned(nil, of: all).map(\.id) == ["t-1"])
        #expect(try RefundRules.returned(["t-1"], of: all).map(\.id) == ["t-1"])
        let slugs: [TicketID: String] = [
            "t-2": "ticket-used", "t-3": "ticket-transferred", "t-4": "ticket-not-active", "t-5": "ticket-not-active",
            "t-6": "validation-failed",
        ]
        for (id, slug) in slugs {
            let rejection = #expect(throws: Rejection.self) { try RefundRules.returned(["t-1", id], of: all) }
            #expect(rejection?.slug == slug, "\(id)")
        }
        let rejection = #expect(throws: Rejection.self) { try RefundRules.returned(nil, of: [used]) }
        #expect(rejection?.slug == "ticket-used" && rejection?.members["currentStatus"] == "used")
        #expect(throws: Rejection.self) { try RefundRules.returned(nil, of: []) }
    }

    @Test("Of several tickets that cannot be returned, used ones are named first, then those of others, then what is gone")
    func several() throws {
        let used = ticket("t-3", .used(firstEntry: Self.start, inside: true))
        let all = [ticket("t-1", .refunded), ticket("t-2", .transferred), used, ticket("t-4")]
        func slug(_ named: [TicketID]?) -> String? {
            #expect(throws: Rejection.self) { try RefundRules.returned(named, of: all) }?.slug
        }
        #expect(slug(["t-1", "t-2", "t-3", "t-4"]) == "ticket-used")
        #expect(slug(["t-1", "t-2", "t-4"]) == "ticket-transferred")
        #expect(slug(["t-1", "t-4"]) == "ticket-not-active")
    }

    @Test("Of an erased account future tickets are refunded within the window and cancelled after it; past ones stay")
    func erased() {
        let known = event(Self.dayBefore)
        #expect(RefundRules.erased(known, at: Self.start - .hours(24)) == .refunded)
        #expect(RefundRules.erased(known, at: Self.start) == .cancelled)
        #expect(RefundRules.erased(known, at: known.event.endDate) == .kept)
        #expect(RefundRules.erased(nil, at: .distantPast) == .kept)
    }

    @Test("Face value and its share of the fee go back; the last refund takes the rest, by the percentage of the sale", arguments: [
        // Tickets returned, money and fees that are promised already, percent today: money, fee.
        (1, 0, 0, 5, 50_000, 2500), (2, 50_000, 2500, 5, 100_000, 5000), (2, 70_000, 0, 5, 80_000, 7500),
        (1, 0, 0, 20, 50_000, 2500), (1, 50_000, 7500, 20, 50_000, 0), (1, 150_000, 7500, 5, 0, 0), (1, 160_000, 9000, 5, 0, 0),
    ])
    func amounts(count: Int, money: Int, fees: Int, percent: Int, expected: Int, fee: Int) throws {
        let returned = (0..<count).map { ticket(TicketID("t-\($0)")) }
        let share = try RefundRules.share(of: returned, in: order(), promised: .init(money: money, fees: fees), feePercent: percent)
        #expect((share.money.amount, share.fee.amount) == (expected, fee))
    }

    @Test("Once all the money is back, tickets end with it only if a refund named none of them")
    func extent() {
        func extent(_ refunded: Int, byHand: Bool) -> RefundRules.Extent {
            RefundRules.extent(Money(refunded, .ugx), of: order(), ticketsLeft: 1, byHand: byHand)
        }
        #expect(extent(149_999, byHand: true) == .part)
        #expect(extent(150_000, byHand: false) == .money(ticketsLeft: 1))
        #expect(extent(150_000, byHand: true) == .everything)
    }

    @Test("A cancelled event returns all that is left")
    func left() {
        let left = RefundRules.left(of: order(), promised: .init(money: 50_000, fees: 2500))
        #expect((left.money.amount, left.fee.amount) == (100_000, 5000))
    }
}
