import Contracts
import Kernel
import OrdersKit
import OrdersTicketSales

/// Every state an order can be in and every fact it can be told, with names for tables.
enum TicketSaleCells {
    static let now = Timestamp("2026-11-21T07:00:00Z") ?? .distantPast
    static let total = Money(100_000, .ugx)
    static let orderID: OrderID = "order-1"
    static let claim = TicketOrder.firstClaim(of: orderID)
    static let blank = TicketOrder(id: orderID, number: "EP-1", buyer: "john", eventId: "event-1",
        wanted: [TicketLine(ticketTypeId: "type-1", quantity: 2)], attendees: [],
                                   ageConfirmed: false, sandbox: nil, placedAt: now, currency: .ugx, request: "request-1")
    static let payment = blank.newPayment
    static let lateClaim = blank.lateClaim
    static let refund = blank.refund(ofUnwanted: payment)
    static let hold = Hold(claim: claim, expiresAt: now + .minutes(15))

    static func order(_ status: OrderStatus) -> TicketOrder {
        var order = blank
        order.status = status
        switch status {
        case .pending, .refused: break
        case .confirming(_, nil, _), .completed(nil), .partiallyRefunded(nil), .refunded(nil), .cancelled(_, nil):
            claimed(&order, isFree: true)
        case .preparing, .awaitingPayment, .confirming, .reclaiming, .completed, .partiallyRefunded, .returning, .refunded, .expired,
            .cancelled: claimed(&order, isFree: false)
        }
        switch status {
        // The buyer's request waits only in these.
        case .pending, .preparing, .confirming(_, nil, _): break
        case .awaitingPayment, .confirming, .reclaiming, .completed, .partiallyRefunded, .returning, .refunded, .refused, .expired,
            .cancelled: order.request = nil
        }
        return order
    }
    private static func claimed(_ order: inout TicketOrder, isFree: Bool) {
        let price = isFree ? 0 : 50_000
        order.lines = [ClaimedLine(ticketTypeId: "type-1", name: "Regular", quantity: 2, unitPrice: Money(price, .ugx))]
        (order.total, order.organizer, order.title) = (Money(2 * price, .ugx), "bob", "Summit")
        if !isFree { order.paymentState = .requiresPaymentMethod }
    }

    static let states: [(name: String, status: OrderStatus)] = [
        ("pending", .pending(claim)),
        ("preparing", .preparing(hold, payment)),
        ("awaiting-payment", .awaitingPayment(hold, payment)),
        ("confirming (free)", .confirming(claim, nil, late: false)),
        ("confirming", .confirming(claim, payment, late: false)),
        ("reclaiming", .reclaiming(lateClaim, payment)),
        ("confirming (late)", .confirming(lateClaim, payment, late: true)),
        ("completed (free)", .completed(nil)),
        ("completed", .completed(payment)),
        ("partially-refunded", .partiallyRefunded(payment)),
        ("returning", .returning(payment, refund, late: true)),
        ("refunded", .refunded(payment)),
        ("refused", .refused),
        ("expired", .expired(payment)),
        ("cancelled (buyer)", .cancelled(.buyer, payment)),
        ("cancelled (timeout)", .cancelled(.timeout, nil)),
    ]

    static func seats(_ claim: ClaimID, price: Int, total: Int? = nil, isSold: Bool = false) -> TicketSaleFact {
        let line = ClaimedLine(ticketTypeId: "type-1", name: "Regular", quantity: 2, unitPrice: Money(price, .ugx))
        return .claimed(ClaimedSeats(claim: claim, lines: [line], total: Money(total ?? 2 * price, .ugx), expiresAt: now + .minutes(15),
            organizer: "bob", title: "Summit", isSold: isSold))
    }

    static let facts: [(name: String, fact: TicketSaleFact)] = [
        ("claimed", seats(claim, price: 50_000)),
        ("claimed for free", seats(claim, price: 0)),
        ("sold for free", seats(claim, price: 0, isSold: true)),
        ("sold for free, sum wrong", seats(claim, price: 0, total: 90_000, isSold: true)),
        ("sold for free by a foreign claim", seats("claim-x", price: 0, isSold: true)),
        ("claimed, sum wrong", seats(claim, price: 50_000, total: 90_000)),
        ("claimed late", seats(lateClaim, price: 50_000)),
        ("claimed late, dearer", seats(lateClaim, price: 60_000)),
        ("claimed by a foreign claim", seats("claim-x", price: 50_000)),
        ("claim refused", .claimRefused(claim, Rejection(409, "sold-out", "Sold out."))),
        ("late claim refused", .claimRefused(lateClaim, Rejection(409, "sold-out", "Sold out."))),
        ("claim confirmed", .claimConfirmed(claim)),
        ("late claim confirmed", .claimConfirmed(lateClaim)),
        ("confirm refused", .claimConfirmRefused(claim, slug: "sold-out")),
        ("late confirm refused", .claimConfirmRefused(lateClaim, slug: "sold-out")),
        ("claim expired", .claimExpired(claim)),
        ("late claim expired", .claimExpired(lateClaim)),
        ("claim released", .claimReleased(claim)),
        ("late claim released", .claimReleased(lateClaim)),
        ("answer overdue", .answerOverdue),
        ("intent created", .payment(.intentCreated(PaymentNotice(payment, total)))),
        ("intent of another sum", .payment(.intentCreated(PaymentNotice(payment, Money(1, .ugx))))),
        ("foreign intent", .payment(.intentCreated(PaymentNotice("payment-x", total)))),
        ("payment started", .payment(.started(PaymentNotice(payment, total), deadline: now + .minutes(15)))),
        ("payment needs action", .payment(.requiresAction(PaymentNotice(payment, total)))),
        ("payment succeeded", .payment(.succeeded(PaymentNotice(payment, total)))),
        ("payment of another sum", .payment(.succeeded(PaymentNotice(payment, Money(90_000, .ugx))))),
        ("payment in euros", .payment(.succeeded(PaymentNotice(payment, Money(100_000, .eur))))),
        ("foreign payment", .payment(.succeeded(PaymentNotice("payment-x", total)))),
        ("payment failed", .payment(.failed(PaymentNotice(payment, total)))),
        ("payment canceled", .payment(.canceled(PaymentNotice(payment, total)))),
        ("part refunded", .refundSettled("refund-x", amount: Money(50_000, .ugx), refundedSoFar: Money(50_000, .ugx), ticketsLeft: 1,
                                         byHand: false)),
        ("all refunded", .refundSettled(refund, amount: total, refundedSoFar: total, ticketsLeft: 0, byHand: false)),
        ("all refunded, free tickets left", .refundSettled(refund, amount: total, refundedSoFar: total, ticketsLeft: 1, byHand: false)),
        ("all refunded by hand", .refundSettled("refund-y", amount: total, refundedSoFar: total, ticketsLeft: 2, byHand: true)),
        ("payment refunded", .payment(.refunded(PaymentNotice(payment, total), reason: "Wrong date"))),
        ("refund failed", .refundFailed(refund)),
        ("buyer cancels", .buyerCancels),
        ("event cancelled", .eventCancelled(refundable: total)),
        ("buyer erased", .buyerErased),
    ]

    /// What a fact does to an order, in words.
    static func outcome(_ fact: TicketSaleFact, _ status: OrderStatus) -> String {
        var order = order(status)
        let before = order
        do throws(Rejection) {
            let effects = try TicketSale.step(&order, on: fact, at: now, settings: TicketSaleSettings())
            if effects.isEmpty && order == before { return "nothing" }
            let moved = order.status == before.status ? "stays" : name(of: order.status)
            return ([moved] + effects.map(word)).joined(separator: " · ")
        } catch {
            return "refuses \(error.slug)"
        }
    }

    static func name(of status: OrderStatus) -> String {
        switch status {
        case .pending: "pending"
        case .preparing(let hold, _): hold.isExtended ? "preparing, extended" : "preparing"
        case .awaitingPayment(let hold, _): hold.isExtended ? "awaiting-payment, extended" : "awaiting-payment"
        case .confirming(_, _, let late): late ? "confirming (late)" : "confirming"
        case .reclaiming: "reclaiming"
        case .completed: "completed"
        case .partiallyRefunded: "partially-refunded"
        case .returning(_, _, let late): late ? "returning (late)" : "returning"
        case .refunded: "refunded"
        case .refused: "refused"
        case .expired: "expired"
        case .cancelled(let reason, _): "cancelled (\(reason.rawValue))"
        }
    }

    private static func word(_ effect: TicketSaleEffect) -> String {
        func which(_ id: ClaimID) -> String { id == claim ? "" : id == lateClaim ? " late" : " foreign" }
        return switch effect {
        case .confirmClaim(let id): "confirm-claim\(which(id))"
        case .extendClaim(let id, _): "extend-claim\(which(id))"
        case .releaseClaim(let id): "release-claim\(which(id))"
        case .claimAgain(let id): "claim-tickets\(which(id))"
        case .returnSeats: "return-stock"
        case .createIntent: "create-intent"
        case .cancelIntent: "cancel-intent"
        case .refund(_, _, let money, let cause): "refund \(money) \(cause.rawValue)"
        case .awaitAnswer: "set timer"
        case .stopWaiting: "clear timer"
        case .answer: "answer 201"
        case .refuse(_, let rejection): "answer \(rejection.status) \(rejection.slug)"
        case .issueTickets: "issue tickets"
        case .countEarlierRefunds: "count earlier refunds"
        case .withdrawTickets: "withdraw tickets"
        case .refundTickets: "refund tickets"
        case .announceAwaitingPayment: "say awaiting-payment"
        case .announceCompleted: "say completed"
        case .announceExpired: "say expired"
        case .announceCancelled(let reason): "say cancelled \(reason)"
        case .announceRefunded(_, let money, let late): "say refunded \(money)\(late ? " late" : "")"
        case .reportMismatch(_, let refund): refund == nil ? "report" : "report with refund"
        }
    }

    /// The whole table: per state one line per fact that does something, and one with all that do nothing.
    static func table() -> String {
        states.map { state in
            let outcomes = facts.map { (fact: $0.name, outcome: outcome($0.fact, state.status)) }
            let silent = outcomes.filter { $0.outcome == "nothing" }.map(\.fact)
            let speaking = outcomes.filter { $0.outcome != "nothing" }.map { "  \($0.fact): \($0.outcome)" }
            return ([state.name] + speaking + (silent.isEmpty ? [] : ["  nothing: \(silent.joined(separator: ", "))"]))
                .joined(separator: "\n")
        }.joined(separator: "\n") + "\n"
    }
}
