import Contracts
import Kernel
import SchedulingKit

/// The money of an appointment: intent, success, refund. What payments says comes in by reactions.
struct DepositSaga {
    let tx: SchedulingTransaction

    /// As payments knows what is paid for.
    static func order(_ appointment: Int) -> OrderID { OrderID("appointment/\(appointment)") }

    static func payer(_ appointment: Int) -> User.ID { User.ID("guest:\(appointment)") }

    /// Asks for the money of a fresh, pending appointment.
    func start(_ appointment: Appointment) throws {
        guard let deposit = appointment.deposit else { return }  // Nothing to pay.
        let sandbox = tx.definition.sandbox ? tx.context.envelope.attributes[CreateIntent.sandboxHeader] : nil
        var intent = CreateIntent(paymentId: deposit.paymentId, orderId: Self.order(appointment.id), userId: Self.payer(appointment.id),
                                  amount: deposit.amount.amount, currency: deposit.amount.currency, holdExpiresAt: deposit.dueAt,
                                  sandbox: sandbox)
        intent.clientSecretHash = ClientSecret.hash(deposit.clientSecret)
        intent.returnUrl = appointment.manageURL
        try tx.send(intent)
        try tx.schedule(ExpireDeposit.timerID(appointment.id), at: deposit.dueAt, ExpireDeposit(appointmentId: appointment.id))
    }

    /// The row is written by whoever cancels.
    func appointmentCancelled(_ appointment: inout Appointment) throws {
        guard let deposit = appointment.deposit else { return }
        switch deposit.status {
        case .preparing, .due:
            appointment.deposit?.status = .canceled
            try tx.send(CancelIntent(paymentId: deposit.paymentId, orderId: Self.order(appointment.id)))
        case .paid: try refund(&appointment, reason: "cancelled")
        case .refunding, .refunded, .refundFailed, .canceled: break  // On its way back, or never came.
        }
    }

    /// Refunds the rest: part of it may have been refunded by hand before.
    private func refund(_ appointment: inout Appointment, reason: String) throws {
        guard let deposit = appointment.deposit else { return }
        appointment.deposit?.status = .refunding
        try tx.send(RefundPayment(refundId: tx.newID(), paymentId: deposit.paymentId, orderId: Self.order(appointment.id),
                                  amount: deposit.left.amount, currency: deposit.left.currency, reason: reason))
    }

    /// The deposit was not paid by `dueAt`: frees the slot, and the link can be used again.
    /// - Parameter isTold: false if the same step may still confirm it.
    func expire(_ appointment: inout Appointment, isTold: Bool = true) throws {
        try reactivateLink(of: appointment)
        try AppointmentLife(tx: tx).cancel(&appointment, because: .depositExpired, isTold: isTold)
    }

    /// Ends a booking that was not paid in time, if its timer has not fired yet.
    func settle(_ appointment: inout Appointment) throws {
        if appointment.isUnpaid(at: tx.now) { try expire(&appointment) }
    }

    /// The link's current state: if its booking was not paid in time, the link can be used again before the booking's
    /// timer fires.
    func settled(_ link: BookingLink) throws -> BookingLink {
        guard link.state == .used, let id = link.appointmentId, var appointment = try tx.appointments.find(id),
              appointment.isUnpaid(at: tx.now)
        else { return link }
        try expire(&appointment)
        return try tx.links.find(link.id) ?? link
    }

    /// An unpaid booking gives its link back, unless the link's time is over.
    private func reactivateLink(of appointment: Appointment) throws {
        guard let id = appointment.linkId, var link = try tx.links.find(id), link.appointmentId == appointment.id else { return }
        link.state = .active
        link.appointmentId = nil
        try tx.links.update(link)
        try tx.photos.moveBack(from: appointment.id, to: link.id)
        // The link was returned but has expired.
        guard tx.now < link.expiresAt else { return try CustomerErasure(tx: tx).scheduleErasure(of: link) }
        try tx.schedule(ExpireLink.timerID(link.id), at: link.expiresAt, ExpireLink(linkId: link.id))
        try tx.publish(BookingLinkReactivated(linkId: link.publicID, providerId: link.providerId, durationMinutes: link.durationMinutes,
                                              expiresAt: link.expiresAt))
    }

    // MARK: - What payments says

    func intentCreated(_ payment: PaymentID) throws {
        // Somebody else's, or over.
        guard var appointment = try tx.appointments.find(payment: payment), appointment.deposit?.status == .preparing else { return }
        appointment.deposit?.status = .due
        appointment.updatedAt = tx.now
        try tx.appointments.update(appointment)
    }

    func succeeded(_ payment: PaymentID, _ amount: Money) throws {
        // Not a deposit.
        guard var appointment = try tx.appointments.find(payment: payment), let deposit = appointment.deposit else { return }
        switch deposit.status {
        case .paid, .refunding, .refunded, .refundFailed: return  // Heard before.
        case .preparing, .due, .canceled: break
        }
        guard amount == deposit.amount else { return try refundAll(appointment, amount) }
        let life = AppointmentLife(tx: tx)
        // The deadline counts, not its timer: another guest may already have the time of an expired claim.
        let expiresNow = try appointment.status == .pending && !keepTime(of: appointment)
        if expiresNow { try expire(&appointment, isTold: false) }
        appointment.deposit?.status = .paid
        switch appointment.status {
        case .pending:
            tx.cancelTimer(ExpireDeposit.timerID(appointment.id))
            try life.confirm(&appointment)
        case .cancelled(.system, "deposit-expired") where try revive(appointment):
            try life.confirm(&appointment)
        case .cancelled, .confirmed, .completed, .noShow:
            if expiresNow { try life.notifyCancelled(appointment, because: .depositExpired) }
            try refundAll(appointment, amount)
        }
    }

    private func keepTime(of appointment: Appointment) throws -> Bool {
        try tx.claims.makePermanent(appointment.providerId, holder: SlotClaimStore.holder(appointment: appointment.id), at: tx.now)
    }

    /// Late payment: takes the slot again if it is free and the link is usable. The link is not usable if it was used
    /// for another appointment, revoked or expired.
    private func revive(_ appointment: Appointment) throws -> Bool {
        guard !appointment.isErased, appointment.slot.start > tx.now, let id = appointment.linkId, var link = try tx.links.find(id),
              link.status(at: tx.now) == .active else { return false }
        let holds = try tx.links.liveHolds(of: link.id)
        let busy = appointment.slot.widened(by: appointment.buffers)
        let own = Set(holds.map { SlotClaimStore.holder(hold: $0.id) })
        let places = try tx.reading.calendar(of: appointment.providerId).places(at: appointment.slot.start)
        guard try tx.claims.claim(appointment.providerId, busy, places: places, holder: SlotClaimStore.holder(appointment: appointment.id),
                                  expiresAt: nil, ignoring: own, at: tx.now)
        else { return false }
        for hold in holds { try SlotHolding(tx: tx).release(hold, as: .released) }
        (link.state, link.appointmentId) = (.used, appointment.id)
        try tx.links.update(link)
        try tx.photos.move(from: link.id, to: appointment.id)
        tx.cancelTimer(ExpireLink.timerID(link.id))
        try WaitlistRun(tx: tx).end(of: link, as: .ended)
        return true
    }

    private func refundAll(_ appointment: Appointment, _ amount: Money) throws {
        var appointment = appointment
        appointment.deposit?.status = .refunding
        appointment.deposit?.received = amount.amount
        appointment.updatedAt = tx.now
        try tx.appointments.update(appointment)
        guard let payment = appointment.deposit?.paymentId else { return }
        try tx.send(RefundPayment(refundId: tx.newID(), paymentId: payment, orderId: Self.order(appointment.id), amount: amount.amount,
                                  currency: amount.currency, reason: "late"))
    }

    /// Part of the money was refunded, by this service or by a person in payments.
    /// - Parameter total: how much of the payment is refunded so far.
    func refunded(_ payment: PaymentID, _ amount: Int, total: Int?) throws {
        guard var appointment = try tx.appointments.find(payment: payment), var deposit = appointment.deposit,
              deposit.noteRefund(amount, total: total)
        else { return }
        appointment.deposit = deposit
        appointment.updatedAt = tx.now
        // The refund of a cancelled appointment failed because this part was in progress: refund the rest now.
        if deposit.status == .refundFailed, case .cancelled = appointment.status { try refund(&appointment, reason: "cancelled") }
        try tx.appointments.update(appointment)
        guard deposit.status == .refunded else { return }  // A partial refund does not change the deposit's status.
        let messages = AppointmentMessages(tx: tx)
        try messages.notifyCustomer(appointment, .depositRefunded)
        try messages.notifyProvider(of: appointment, .depositRefunded)
    }

    func refundFailed(_ payment: PaymentID) throws {
        guard var appointment = try tx.appointments.find(payment: payment), appointment.deposit?.status == .refunding else { return }
        appointment.deposit?.status = .refundFailed
        appointment.updatedAt = tx.now
        try tx.appointments.update(appointment)
        try AppointmentMessages(tx: tx).notifyProvider(of: appointment, .refundFailed)
    }
}
