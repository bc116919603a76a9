import Contracts
import Kernel

// What the catalog says about the seats of a ticket order.
extension TicketSale {
    static func claimed(_ seats: ClaimedSeats, _ order: inout TicketOrder, _ now: Timestamp,
        _ settings: TicketSaleSettings) -> [TicketSaleEffect] {
        switch order.status {
        case .pending(let claim):
            guard claim == seats.claim else { return [giveBack(seats)] }
            return seatsHeld(seats, &order, now, settings)
        case .reclaiming(let claim, let payment):
            guard claim == seats.claim else { return [giveBack(seats)] }
            guard seats.total == order.total, seats.fit(order.wanted, currency: order.total.currency) else {
                // A catalog of an earlier release claims at today's price; another price cannot be asked for afterwards.
                return [giveBack(seats)] + returnMoney(payment, order.total, .late, &order)
            }
            order.status = .confirming(claim, payment, late: true)
            return [.confirmClaim(claim)]
        case .preparing(let hold, _), .awaitingPayment(let hold, _):
            return hold.claim == seats.claim ? [] : [giveBack(seats)]  // The same claim again is a repetition.
        case .confirming(let claim, _, _):
            return claim == seats.claim ? [] : [giveBack(seats)]  // As above.
        case .refunded where order.completedAt == nil:
            return [giveBack(seats)]  // The money was refunded before tickets existed.
        case .completed, .partiallyRefunded, .refunded:
            return []  // A duplicate for sold seats; giving them back would take them from their holders.
        case .returning, .refused, .expired, .cancelled:
            return [giveBack(seats)]  // The order ended before the answer arrived: no one will pay.
        }
    }

    /// Releases held seats and returns sold ones. The claim names the return, so that the catalog applies it once.
    private static func giveBack(_ seats: ClaimedSeats) -> TicketSaleEffect {
        seats.isSold ? .returnSeats(name: seats.claim.rawValue) : .releaseClaim(seats.claim)
    }

    private static func seatsHeld(_ seats: ClaimedSeats, _ order: inout TicketOrder, _ now: Timestamp,
        _ settings: TicketSaleSettings) -> [TicketSaleEffect] {
        (order.organizer, order.title, order.attention) = (seats.organizer, seats.title, seats.attention)
        guard seats.fit(order.wanted, currency: order.total.currency) else {
            order.status = .cancelled(.mismatch, nil)
            return [.stopWaiting, giveBack(seats)] + refuse(.notAvailableNow, &order)
                + [.announceCancelled(reason: CancelReason.mismatch.rawValue)]
        }
        order.lines = seats.lines
        order.total = seats.total
        order.fee = seats.total.share(percent: settings.platformFeePercent)
        guard !seats.total.isZero else {
            if seats.isSold { return [.stopWaiting] + complete(nil, &order, now) }
            // A catalog of an earlier release only holds them. No deadline from here: the confirmation is on its way and will be
            // answered, however long the catalog is down.
            order.status = .confirming(seats.claim, nil, late: false)
            return [.stopWaiting, .confirmClaim(seats.claim)]
        }
        let payment = order.newPayment
        order.status = .preparing(Hold(claim: seats.claim, expiresAt: seats.expiresAt), payment)
        order.paymentState = .requiresPaymentMethod
        return [.createIntent(payment, holdExpiresAt: seats.expiresAt), .awaitAnswer(until: now + .seconds(settings.claimAnswerSeconds))]
    }

    static func claimRefused(_ claim: ClaimID, _ refusal: Rejection, _ order: inout TicketOrder) -> [TicketSaleEffect] {
        switch order.status {
        case .pending(claim):
            order.status = .refused
            return [.stopWaiting] + refuse(refusal, &order) + [.announceCancelled(reason: "refused")]
        case .reclaiming(claim, let payment):
            return returnMoney(payment, order.total, .late, &order)
        case .pending, .reclaiming, .preparing, .awaitingPayment, .confirming, .completed, .partiallyRefunded, .returning, .refunded,
            .refused, .expired, .cancelled:
            return []  // A claim is answered once; this is a repetition, or about a claim the order has left behind.
        }
    }

    static func claimConfirmed(_ claim: ClaimID, _ order: inout TicketOrder, _ now: Timestamp) -> [TicketSaleEffect] {
        switch order.status {
        case .confirming(claim, let payment, _):
            return complete(payment, &order, now)
        case .reclaiming(claim, let payment):
            return complete(payment, &order, now)  // The catalog sold the late seats in one step.
        case .returning:
            // The money is going back already, so the seats must not stay sold. Named by the claim: twice is once.
            return [.returnSeats(name: claim.rawValue)]
        case .pending, .preparing, .awaitingPayment, .confirming, .reclaiming:
            return []  // Confirmed without being asked, or a claim left behind: the catalog confirms only what this order asked for.
        case .refunded where order.completedAt == nil:
            return [.returnSeats(name: claim.rawValue)]  // As above: the money was refunded, and no tickets exist.
        case .completed, .partiallyRefunded, .refunded:
            return []  // A duplicate: the tickets exist.
        case .cancelled:
            return [.returnSeats(name: claim.rawValue)]  // Free seats whose order ended during the sale.
        case .refused, .expired:
            return []  // These orders never asked for a confirmation.
        }
    }

    private static func complete(_ payment: PaymentID?, _ order: inout TicketOrder, _ now: Timestamp) -> [TicketSaleEffect] {
        order.status = .completed(payment)
        order.completedAt = now
        let earlier: [TicketSaleEffect] = payment == nil ? [] : [.countEarlierRefunds]
        return [.issueTickets, .announceCompleted(payment)] + earlier + answer(&order)
    }

    static func claimConfirmRefused(_ claim: ClaimID, _ slug: String, _ order: inout TicketOrder) -> [TicketSaleEffect] {
        switch order.status {
        case .confirming(claim, let payment?, late: false):
            // The hold ended while the money came: the same as a late payment, so the seats are asked for once more.
            order.status = .reclaiming(order.lateClaim, payment)
            return [.claimAgain(order.lateClaim)]
        case .confirming(claim, let payment?, late: true), .reclaiming(claim, let payment):
            return returnMoney(payment, order.total, .late, &order)
        case .confirming(claim, nil, _):
            order.status = .refused
            return refuse(Rejection(409, slug, "The tickets were taken back before they were yours."), &order)
                + [.announceCancelled(reason: "refused")]
        case .confirming, .reclaiming, .pending, .preparing, .awaitingPayment, .completed, .partiallyRefunded, .returning, .refunded,
            .refused, .expired, .cancelled:
            return []  // About a claim the order has left behind, or a repetition.
        }
    }

    static func claimExpired(_ claim: ClaimID, _ order: inout TicketOrder) -> [TicketSaleEffect] {
        switch order.status {
        case .pending(claim):
            // The answer to the claim was lost on the way; the hold is over, and nobody paid.
            return abandon(.timeout, nil, &order)
        case .preparing(let hold, let payment) where hold.claim == claim:
            order.status = .expired(payment)
            return [.stopWaiting, .cancelIntent(payment)] + refuse(.notAvailableNow, &order) + [.announceExpired]
        case .awaitingPayment(let hold, let payment) where hold.claim == claim:
            order.status = .expired(payment)
            return [.cancelIntent(payment), .announceExpired]
        case .confirming(claim, _, _):
            return []  // The catalog answers the confirmation, too; that answer decides.
        case .reclaiming(claim, let payment):
            return returnMoney(payment, order.total, .late, &order)
        case .pending, .preparing, .awaitingPayment, .confirming, .reclaiming, .completed, .partiallyRefunded, .returning, .refunded,
            .refused, .expired, .cancelled:
            return []  // About a claim the order has left behind, or a repetition.
        }
    }

    /// Either our own release, or the catalog took the seats back because the event is off.
    static func claimReleased(_ claim: ClaimID, _ order: inout TicketOrder) -> [TicketSaleEffect] {
        switch order.status {
        case .pending(claim):
            return abandon(.eventCancelled, nil, &order)
        case .preparing(let hold, let payment) where hold.claim == claim:
            return [.cancelIntent(payment)] + abandon(.eventCancelled, payment, &order)
        case .awaitingPayment(let hold, let payment) where hold.claim == claim:
            return [.cancelIntent(payment)] + abandon(.eventCancelled, payment, &order)
        case .confirming(claim, _, _):
            return []  // The catalog answers the confirmation, too; that answer decides.
        case .reclaiming(claim, let payment):
            return returnMoney(payment, order.total, .late, &order)
        case .pending, .preparing, .awaitingPayment, .confirming, .reclaiming, .completed, .partiallyRefunded, .returning, .refunded,
            .refused, .expired, .cancelled:
            return []  // Our own release, answered; or about a claim the order has left behind.
        }
    }
}
