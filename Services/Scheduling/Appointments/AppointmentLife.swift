import Contracts
import Kernel
import SchedulingKit

/// The steps of an appointment's life with everything that hangs on them: claim, row, history, timers, events,
/// messages. Whether a step is allowed was checked before.
package struct AppointmentLife {
    let tx: SchedulingTransaction
    package init(tx: SchedulingTransaction) { self.tx = tx }
    private var messages: AppointmentMessages { AppointmentMessages(tx: tx) }

    // MARK: - Steps

    /// A new row whose time is claimed. Confirmed at once, or waiting for its deposit.
    func begin(_ appointment: Appointment, by party: Appointment.Party) throws {
        try tx.appointments.insert(appointment)
        try tx.appointments.record(AppointmentHistory(at: tx.now, by: party, what: .booked), of: appointment.id)
        try tx.publish(AppointmentBooked(facts(appointment)))
        if case .pending = appointment.status {
            try messages.notifyCustomer(appointment, .depositRequested)
        } else {
            try announce(appointment, notifiesProvider: party != .provider)
        }
    }

    /// The deposit was paid, and the appointment's claim is permanent.
    func confirm(_ appointment: inout Appointment) throws {
        appointment.status = .confirmed
        appointment.updatedAt = tx.now
        appointment.wasConfirmed = true
        try tx.appointments.update(appointment)
        try tx.appointments.record(AppointmentHistory(at: tx.now, by: .customer, what: .confirmed), of: appointment.id)
        try announce(appointment, notifiesProvider: true)
    }

    private func announce(_ appointment: Appointment, notifiesProvider: Bool) throws {
        try tx.publish(AppointmentConfirmed(facts(appointment)))
        try setTimers(appointment)
        try messages.notifyCustomer(appointment, .confirmed, invite: .request)
        if notifiesProvider { try messages.notifyProvider(of: appointment, appointment.source == .waitlist ? .waitlistBooked : .booked) }
    }

    /// Another time, already claimed.
    func move(_ appointment: inout Appointment, to slot: Interval, calendar: ProviderCalendar, by party: Appointment.Party) throws {
        let before = appointment
        appointment.slot = slot
        (appointment.timezone, appointment.buffers, appointment.reminderMinutes) =
            (calendar.timezone, calendar.buffers, calendar.settings.reminderMinutes)
        appointment.sequence += 1
        appointment.rescheduleCount += 1
        if party == .customer { appointment.customerReschedules += 1 }
        appointment.updatedAt = tx.now
        try tx.appointments.update(appointment)
        let step = AppointmentHistory(at: tx.now, by: party, what: .rescheduled, from: before.slot.start, to: slot.start)
        try tx.appointments.record(step, of: appointment.id)
        try tx.publish(AppointmentRescheduled(facts(appointment), previousStartsAt: before.slot.start, by: party.name))
        try cancelTimers(before)
        try setTimers(appointment)
        try messages.notifyCustomer(appointment, .rescheduled, invite: .request)
        if party == .customer { try messages.notifyProvider(of: appointment, .rescheduled) }
        try WaitlistRun(tx: tx).freed(before.slot.widened(by: before.buffers), of: appointment.providerId)
    }

    static let providerErased = "provider-erased"

    /// Why an appointment does not take place.
    package enum Reason {
        case stated(String?, by: Appointment.Party)
        case depositExpired
        case providerErased

        var party: Appointment.Party {
            switch self {
            case .stated(_, let party): party
            case .depositExpired, .providerErased: .system
            }
        }
        var text: String? {
            switch self {
            case .stated(let text, _): text
            case .depositExpired: code
            case .providerErased: code
            }
        }
        var code: String {
            switch self {
            case .stated(_, let party): party.name
            case .depositExpired: "deposit-expired"
            case .providerErased: AppointmentLife.providerErased
            }
        }
    }

    /// - Parameter isTold: false: the caller notifies people, or no one needs a notification.
    package func cancel(_ appointment: inout Appointment, because reason: Reason, isTold: Bool = true) throws {
        let wasConfirmed = appointment.status == .confirmed
        let hadDeposit = appointment.deposit?.status == .paid
        appointment.status = .cancelled(by: reason.party, reason: reason.text)
        if wasConfirmed { appointment.sequence += 1 }
        appointment.updatedAt = tx.now
        try tx.claims.release(appointment.providerId, holder: SlotClaimStore.holder(appointment: appointment.id))
        try DepositSaga(tx: tx).appointmentCancelled(&appointment)
        try tx.appointments.update(appointment)
        try tx.appointments.record(AppointmentHistory(at: tx.now, by: reason.party, what: .cancelled), of: appointment.id)
        let fact = AppointmentCancelled(facts(appointment), by: reason.party.name, reasonCode: reason.code, hadDeposit: hadDeposit)
        try tx.publish(fact)
        try cancelTimers(appointment)
        try scheduleErasure(appointment)
        if isTold { try notifyCancelled(appointment, because: reason) }
        if case .providerErased = reason { return }  // No waitlist for a deleted calendar.
        try WaitlistRun(tx: tx).freed(appointment.slot.widened(by: appointment.buffers), of: appointment.providerId)
    }

    func notifyCancelled(_ appointment: Appointment, because reason: Reason) throws {
        switch reason {
        case .depositExpired:
            try messages.notifyCustomer(appointment, .depositExpired)
            try messages.notifyProvider(of: appointment, .depositExpired)
        case .stated, .providerErased:
            // Who never got an invitation gets no cancellation of it.
            try messages.notifyCustomer(appointment, .cancelled, invite: appointment.wasConfirmed ? .cancel : nil)
            if reason.party == .customer { try messages.notifyProvider(of: appointment, .cancelled) }
        }
    }

    /// It took place, or nobody came.
    package func finish(_ appointment: inout Appointment, as outcome: Appointment.Outcome, by party: Appointment.Party) throws {
        let id = AppointmentID(String(appointment.id))
        appointment.updatedAt = tx.now
        switch outcome {
        case .completed:
            appointment.status = .completed
            try tx.publish(AppointmentCompleted(appointmentId: id, providerId: appointment.providerId, startsAt: appointment.slot.start))
        case .noShow:
            appointment.status = .noShow
            try tx.publish(AppointmentMissed(appointmentId: id, providerId: appointment.providerId, startsAt: appointment.slot.start))
        }
        try tx.appointments.update(appointment)
        try tx.claims.release(appointment.providerId, holder: SlotClaimStore.holder(appointment: appointment.id))
        let what: AppointmentHistory.What = outcome == .completed ? .completed : .noShow
        try tx.appointments.record(AppointmentHistory(at: tx.now, by: party, what: what), of: appointment.id)
        tx.cancelTimer(CompleteAppointment.timerID(appointment.id))
    }

    // MARK: - Timers

    func setTimers(_ appointment: Appointment) throws {
        for offset in appointment.reminderMinutes {
            let due = appointment.slot.start - .minutes(offset)
            // A reminder whose time has passed is not made up for.
            guard due > tx.now else { continue }
            try tx.schedule(SendReminder.timerID(appointment.id, offset), at: due,
                            SendReminder(appointmentId: appointment.id, sequence: appointment.sequence, offsetMinutes: offset))
        }
        try setProviderTimers(appointment)
        try tx.schedule(CompleteAppointment.timerID(appointment.id), at: appointment.slot.end + .hours(Appointment.completesAfterHours),
                        CompleteAppointment(appointmentId: appointment.id))
        try scheduleErasure(appointment)
    }
    func setProviderTimers(_ appointment: Appointment) throws {
        for offset in try tx.settings().providerReminderMinutes {
            let due = appointment.slot.start - .minutes(offset)
            guard due > tx.now else { continue }
            try tx.schedule(RemindProvider.timerID(appointment.id, offset), at: due,
                            RemindProvider(appointmentId: appointment.id, sequence: appointment.sequence, offsetMinutes: offset))
        }
    }
    func scheduleErasure(_ appointment: Appointment) throws {
        try tx.schedule(EraseCustomerData.timerID(appointment.id), at: appointment.slot.end + .days(tx.settings().customerRetentionDays),
                        EraseCustomerData(appointmentId: appointment.id))
    }
    private func cancelTimers(_ appointment: Appointment) throws {
        for offset in try tx.settings().providerReminderMinutes { tx.cancelTimer(RemindProvider.timerID(appointment.id, offset)) }
        for offset in appointment.reminderMinutes { tx.cancelTimer(SendReminder.timerID(appointment.id, offset)) }
        tx.cancelTimer(CompleteAppointment.timerID(appointment.id))
        tx.cancelTimer(ExpireDeposit.timerID(appointment.id))
    }

    /// What events may know: no contact, but the same mark for the same customer.
    func facts(_ appointment: Appointment) -> AppointmentFacts {
        let email = appointment.customer.email
        let mark = email.isEmpty ? "" : Base64URL.encode(tx.context.serviceKey("client/\(tx.tenant)/\(email.lowercased())").prefix(16))
        return appointment.facts(customerRef: mark)
    }
}
