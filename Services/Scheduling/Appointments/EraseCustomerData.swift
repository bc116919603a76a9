import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// Erases the customer of an appointment that is long over or whose calendar was closed.
public struct EraseCustomerData: Command, HasFormerNames {
    public static let type: MessageType = "scheduling.erase-customer-data.v1"
    public static let formerTypes: [MessageType] = ["scheduling.erase-client-data.v1"]
    public let appointmentId: Int
    static func timerID(_ appointment: Int) -> String { "appointment-erase:\(appointment)" }

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        // Forgotten already.
        guard var appointment = try tx.appointments.find(appointmentId), !appointment.isErased else { return NoContent() }
        guard !appointment.status.isLive else { return NoContent() }  // Cannot be: it ended long ago and was completed by its timer.
        try CustomerErasure(tx: tx).erase(&appointment)
        return NoContent()
    }
}

/// Erases a person who waited long ago and never booked.
public struct EraseWaitingCustomer: Command, HasFormerNames {
    public static let type: MessageType = "scheduling.erase-waiting-customer.v1"
    public static let formerTypes: [MessageType] = ["scheduling.erase-waiting-client.v1"]
    public let entryId: Int
    static func timerID(_ entry: Int) -> String { "waitlist-erase:\(entry)" }

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        // A live entry cannot exist this long after its days. One that was booked is erased with its appointment, which may have been
        // moved beyond those days.
        guard let entry = try tx.waitlist.find(entryId), !entry.isLive, entry.state != .booked else { return NoContent() }
        try CustomerErasure(tx: tx).erase(entry)
        return NoContent()
    }
}

/// Erases the description and the photos of a link that ended long ago without a booking.
public struct EraseLinkData: Command {
    public static let type: MessageType = "scheduling.erase-link-data.v1"
    public let linkId: Int
    static func timerID(_ link: Int) -> String { "booking-link-erase:\(link)" }

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        guard let link = try tx.links.find(linkId) else { return NoContent() }  // Links are never deleted.
        // Links that ended before this timer existed are found by the first timer that fires.
        let ended = try tx.links.withData(of: link.providerId, endedBy: tx.now - .days(tx.settings().customerRetentionDays))
        for link in ended where try tx.waitlist.live(of: link.id) == nil { try CustomerErasure(tx: tx).erase(link) }
        return NoContent()
    }
}

/// Removes a customer's data from an appointment: on request, with the provider's account, or after the tenant's retention
/// time. Time and length remain. Notifies every service that knows the customer.
package struct CustomerErasure {
    let tx: SchedulingTransaction
    package init(tx: SchedulingTransaction) { self.tx = tx }

    /// The name of the customer in messages, see `Notify.names`.
    static func name(of appointment: Appointment) -> String { "appointment/\(appointment.id)" }
    static func name(of entry: WaitlistEntry) -> String { "waitlist/\(entry.id)" }

    /// Waitlist entries go along: those of its link, and the others of the same address. One that was booked belongs to the
    /// appointment that came of it and is erased with that.
    /// - Parameter isAskedFor: the customer asked for erasure and therefore also leaves the waitlist.
    func erase(_ appointment: inout Appointment, isAskedFor: Bool = false) throws {
        let email = appointment.customer.email
        appointment = appointment.withoutCustomer(named: try tx.settings().nameOfErased(in: tx.definition))
        appointment.isErased = true
        appointment.updatedAt = tx.now
        try tx.appointments.update(appointment)
        for photo in try tx.photos.all(of: .appointment(appointment.id)) { try tx.photos.remove(photo) }
        tx.cancelTimer(EraseCustomerData.timerID(appointment.id))
        // Long after the appointment no answer is stored any more, and looking for it would read the whole inbox.
        if isAskedFor { try tx.context.forgetAnswers(to: DepositSaga.payer(appointment.id)) }
        try tx.send(ForgetNamed(named: Self.name(of: appointment)))
        if appointment.deposit != nil { try tx.send(ForgetPayer(userId: DepositSaga.payer(appointment.id))) }
        if let id = appointment.linkId, let link = try tx.links.find(id), link.appointmentId == appointment.id { try erase(link) }
        let entries = try tx.waitlist.entries(of: appointment.linkId, orEmail: email)
        for entry in entries where entry.linkId == appointment.linkId || entry.state != .booked && (isAskedFor || !entry.isLive) {
            try erase(entry)
        }
    }

    /// Keeps the link itself, as the origin of an appointment or as ended.
    package func erase(_ link: BookingLink) throws {
        for photo in try tx.photos.all(of: .link(link.id)) { try tx.photos.remove(photo) }
        try tx.links.forgetDescription(of: link)
        tx.cancelTimer(EraseLinkData.timerID(link.id))
    }
    /// A link that ended without a booking is kept as long as a past appointment.
    func scheduleErasure(of link: BookingLink) throws {
        let due = max(tx.now, link.expiresAt) + .days(try tx.settings().customerRetentionDays)
        try tx.schedule(EraseLinkData.timerID(link.id), at: due, EraseLinkData(linkId: link.id))
    }

    /// Erases an entry; a live one leaves the waitlist.
    func erase(_ entry: WaitlistEntry) throws {
        if entry.isLive, let link = try tx.links.find(entry.linkId) {
            tx.cancelTimer(EndWaiting.timerID(entry.id))
            try WaitlistRun(tx: tx).end(of: link, as: .left)
        }
        try tx.waitlist.forgetCustomer(of: entry)
        tx.cancelTimer(EraseWaitingCustomer.timerID(entry.id))
        try tx.send(ForgetNamed(named: Self.name(of: entry)))
    }

    /// A provider's account was erased. Customers whose appointments were cancelled by that can still read them on their
    /// page.
    package func eraseCustomers(of provider: User.ID) throws {
        for (id, isOver, readable) in try tx.appointments.endings(of: provider, at: tx.now) {
            try tx.schedule(EraseCustomerData.timerID(id), at: isOver ? tx.now : readable, EraseCustomerData(appointmentId: id))
        }
        for entry in try tx.waitlist.all(of: provider) where !entry.customerEmail.isEmpty { try erase(entry) }
    }
}
