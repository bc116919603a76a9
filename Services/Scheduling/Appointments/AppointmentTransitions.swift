import Kernel

extension Rejection {
    /// The state of the appointment forbids it.
    static func invalidTransition(_ appointment: Appointment) -> Rejection {
        .conflict("invalid-transition", "This appointment is \(appointment.status.name).",
                  ["currentStatus": .string(appointment.status.name)])
    }
    static func noticeTooShort(until: Timestamp) -> Rejection {
        .conflict("notice-too-short", "It is too late for that.", ["until": .string(until.wholeSeconds.description)])
    }
    static let rescheduleLimit = Rejection.conflict("reschedule-limit", "This appointment was moved as often as it may be.")
    static let slotUnchanged = Rejection.conflict("slot-unchanged", "The appointment is at that time already.")
}

/// Who may do what, when. Nothing here writes. Answers show whole seconds: the last second that they name still counts.
extension Appointment {
    /// The deposit was not paid in time: the appointment is over, even if its timer has not fired.
    public func isUnpaid(at now: Timestamp) -> Bool {
        guard status == .pending, let deposit else { return false }
        return now >= deposit.dueAt
    }
    /// The appointment's state at this time, whether its timer has fired or not.
    func settled(at now: Timestamp) -> Appointment {
        guard isUnpaid(at: now) else { return self }
        var appointment = self
        appointment.status = .cancelled(by: .system, reason: "deposit-expired")
        appointment.deposit?.status = .canceled
        return appointment
    }

    /// Throws when this party may not cancel it now.
    public func checkCancel(by party: Party, at now: Timestamp) throws(Rejection) {
        switch (status, party) {
        case (.pending, _):
            // Before the payment everyone may cancel. After the deadline there is nothing to cancel.
            if isUnpaid(at: now) { throw .invalidTransition(settled(at: now)) }
        case (.confirmed, .customer): if now.wholeSeconds > cancellableUntil { throw .noticeTooShort(until: cancellableUntil) }
        case (.confirmed, .provider): if now >= slot.end { throw .invalidTransition(self) }
        case (.confirmed, .system): return  // The account was erased.
        case (.completed, _), (.noShow, _), (.cancelled, _): throw .invalidTransition(self)
        }
    }

    /// Throws when this party may not move it now. The new time is checked elsewhere.
    public func checkReschedule(by party: Party, at now: Timestamp) throws(Rejection) {
        switch (status, party) {
        case (.confirmed, .customer):
            if now.wholeSeconds > reschedulableUntil { throw .noticeTooShort(until: reschedulableUntil) }
            if reschedulesLeft == 0 { throw .rescheduleLimit }
        case (.confirmed, .provider), (.confirmed, .system): if now >= slot.end { throw .invalidTransition(self) }
        case (.pending, _), (.completed, _), (.noShow, _), (.cancelled, _): throw .invalidTransition(settled(at: now))
        }
    }

    public enum Outcome: Sendable { case completed, noShow }
    /// True when it changes something. Throws when the provider may not say so now.
    public func checkOutcome(_ outcome: Outcome, at now: Timestamp) throws(Rejection) -> Bool {
        switch (status, outcome) {
        case (.completed, .completed), (.noShow, .noShow): return false
        case (.confirmed, _):
            guard now >= slot.start else { throw .invalidTransition(self) }
            return true
        case (.completed, .noShow), (.noShow, .completed):
            guard now.wholeSeconds <= slot.end + .days(Self.correctableDays) else { throw .invalidTransition(self) }
            return true
        case (.pending, _), (.cancelled, _): throw .invalidTransition(settled(at: now))
        }
    }
}
