import Contracts
import Kernel

/// The money of an appointment: intent, success, refund. What payments says comes in by reactions.
struct DepositSaga {
    let tx: SchedulingTransaction

    /// As payments knows what is paid for.
    static func order(_ appointment: Int) -> OrderID { OrderID("appointment/\(appointment)") }

    /// Asks for the money of a fresh, pending appointment.
    func start(_ appointment: Appointment) throws {
        guard let deposit = appointment.deposit else { return }  // Nothing to pay.
        var intent = CreateIntent(paymentId: deposit.paymentId, orderId: Self.order(appointment.id), userId: User.ID("guest:\(appointment.id)"), amount: deposit.amount.amount,
                                  currency: deposit.amount.currency, holdExpiresAt: deposit.dueAt)
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

    private func refund(_ appointment: inout Appointment, reason: String) throws {
        guard let deposit = appointment.deposit else { return }
        appointment.deposit?.status = .refunding
        try tx.send(RefundPayment(refundId: tx.newID(), paymentId: deposit.paymentId, orderId: Self.order(appointment.id), amount: deposit.amount.amount,
                                  currency: deposit.amount.currency, reason: reason))
    }

    /// An unpaid booking gives its link back, unless the link's time is over.
    func reactivateLink(of appointment: Appointment) throws {
        guard let id = appointment.linkId, var link = try tx.links.find(id), link.appointmentId == appointment.id else { return }
        link.state = .active
        link.appointmentId = nil
        try tx.links.update(link)
        guard tx.now < link.expiresAt else { return }  // Given back, but expired by the clock.
        try tx.schedule(ExpireLink.timerID(link.id), at: link.expiresAt, ExpireLink(linkId: link.id))
        try tx.publish(BookingLinkReactivated(linkId: link.publicID, artistId: link.artistId, durationMinutes: link.durationMinutes, expiresAt: link.expiresAt))
    }

    // MARK: - What payments says

    func intentCreated(_ payment: PaymentID) throws {
        guard var appointment = try tx.appointments.find(payment: payment), appointment.deposit?.status == .preparing else { return }  // Somebody else's, or over.
        appointment.deposit?.status = .due
        appointment.updatedAt = tx.now
        try tx.appointments.update(appointment)
    }

    func succeeded(_ payment: PaymentID, _ amount: Money) throws {
        guard var appointment = try tx.appointments.find(payment: payment), let deposit = appointment.deposit else { return }  // Not a deposit.
        switch deposit.status {
        case .paid, .refunding, .refunded, .refundFailed: return  // Heard before.
        case .preparing, .due, .canceled: break
        }
        guard amount == deposit.amount else { return try refundAll(appointment, amount) }
        appointment.deposit?.status = .paid
        switch appointment.status {
        case .pending:
            tx.cancelTimer(ExpireDeposit.timerID(appointment.id))
            try AppointmentLife(tx: tx).confirm(&appointment)
        case .cancelled(.system, "deposit-expired") where try revive(appointment):
            try AppointmentLife(tx: tx).confirm(&appointment)
        case .cancelled, .confirmed, .completed, .noShow:
            try refundAll(appointment, amount)
        }
    }

    /// Late money: the slot is taken again where it is still free and the link was not used for another appointment.
    private func revive(_ appointment: Appointment) throws -> Bool {
        guard appointment.slot.start > tx.now, let id = appointment.linkId, var link = try tx.links.find(id), link.state == .active else { return false }
        let holds = try tx.links.liveHolds(of: link.id)
        let busy = appointment.slot.widened(by: appointment.buffers)
        let own = Set(holds.map { ClaimStore.holder(hold: $0.id) })
        let places = try tx.reading.calendar(of: appointment.artistId).places(at: appointment.slot.start)
        guard try tx.claims.claim(appointment.artistId, busy, places: places, holder: ClaimStore.holder(appointment: appointment.id), expiresAt: nil, ignoring: own,
                                  at: tx.now)
        else { return false }
        for hold in holds { try SlotHolding(tx: tx).release(hold, as: .released) }
        (link.state, link.appointmentId) = (.used, appointment.id)
        try tx.links.update(link)
        tx.cancelTimer(ExpireLink.timerID(link.id))
        try WaitlistRun(tx: tx).end(of: link, as: .ended)
        return true
    }

    private func refundAll(_ appointment: Appointment, _ amount: Money) throws {
        var appointment = appointment
        appointment.deposit?.status = .refunding
        appointment.updatedAt = tx.now
        try tx.appointments.update(appointment)
        guard let payment = appointment.deposit?.paymentId else { return }
        try tx.send(RefundPayment(refundId: tx.newID(), paymentId: payment, orderId: Self.order(appointment.id), amount: amount.amount, currency: amount.currency,
                                  reason: "late"))
    }

    func refunded(_ payment: PaymentID) throws {
        guard var appointment = try tx.appointments.find(payment: payment), appointment.deposit?.status != .refunded else { return }
        appointment.deposit?.status = .refunded
        appointment.updatedAt = tx.now
        try tx.appointments.update(appointment)
        let messages = ClientMessages(tx: tx)
        try messages.tell(appointment, .depositRefunded)
        try messages.tellArtist(of: appointment, .depositRefunded)
    }

    func refundFailed(_ payment: PaymentID) throws {
        guard var appointment = try tx.appointments.find(payment: payment), appointment.deposit?.status == .refunding else { return }
        appointment.deposit?.status = .refundFailed
        appointment.updatedAt = tx.now
        try tx.appointments.update(appointment)
        try ClientMessages(tx: tx).tellArtist(of: appointment, .refundFailed)
    }
}
