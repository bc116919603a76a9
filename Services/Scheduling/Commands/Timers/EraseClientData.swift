import Contracts
import Kernel
import ServiceKit

/// The appointment was long ago, or its calendar is gone: its client is forgotten.
public struct EraseClientData: Command {
    public static let type: MessageType = "scheduling.erase-client-data.v1"
    public let appointmentId: Int
    static func timerID(_ appointment: Int) -> String { "appointment-erase:\(appointment)" }

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        guard var appointment = try tx.appointments.find(appointmentId), !appointment.isErased else { return NoContent() }  // Forgotten already.
        guard !appointment.status.isLive else { return NoContent() }  // Cannot be: it ended long ago and was completed by its timer.
        try ClientErasure(tx: tx).erase(&appointment)
        return NoContent()
    }
}

/// Somebody waited long ago and never booked: they are forgotten.
public struct EraseWaitingClient: Command {
    public static let type: MessageType = "scheduling.erase-waiting-client.v1"
    public let entryId: Int
    static func timerID(_ entry: Int) -> String { "waitlist-erase:\(entry)" }

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        guard let entry = try tx.waitlist.find(entryId), !entry.isLive else { return NoContent() }  // Cannot wait so long after its days.
        try ClientErasure(tx: tx).erase(entry)
        return NoContent()
    }
}

/// A link ended long ago without a booking: the work it describes, and its pictures, are forgotten.
public struct EraseLinkData: Command {
    public static let type: MessageType = "scheduling.erase-link-data.v1"
    public let linkId: Int
    static func timerID(_ link: Int) -> String { "booking-link-erase:\(link)" }

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        guard let link = try tx.links.find(linkId) else { return NoContent() }  // Never deleted.
        // Links that ended before links had this timer are found by the first one that fires.
        let ended = try tx.links.withData(of: link.artistId, endedBy: tx.now - .days(tx.settings().clientRetentionDays))
        for link in ended where try tx.waitlist.live(of: link.id) == nil { try ClientErasure(tx: tx).erase(link) }
        return NoContent()
    }
}

/// Takes a client's data out of an appointment, on request, with the artist's account, or after the time a tenant keeps them. What remains is time and
/// length. Every service that heard of the client is told.
struct ClientErasure {
    let tx: SchedulingTransaction

    /// As messages say whom they name.
    static func name(of appointment: Appointment) -> String { "appointment/\(appointment.id)" }
    static func name(of entry: WaitlistEntry) -> String { "waitlist/\(entry.id)" }

    /// - Parameter isAskedFor: the client wants to be forgotten: they wait for nothing any more, either.
    func erase(_ appointment: inout Appointment, isAskedFor: Bool = false) throws {
        let email = appointment.client.email
        appointment = appointment.withoutClient(named: try tx.settings().nameOfErased(in: tx.definition))
        appointment.isErased = true
        appointment.updatedAt = tx.now
        try tx.appointments.update(appointment)
        for photo in try tx.photos.all(of: .appointment(appointment.id)) { try tx.photos.remove(photo) }
        tx.cancelTimer(EraseClientData.timerID(appointment.id))
        try tx.send(ForgetNamed(named: Self.name(of: appointment)))
        if appointment.deposit != nil { try tx.send(ForgetPayer(userId: DepositSaga.payer(appointment.id))) }
        if let id = appointment.linkId, let link = try tx.links.find(id), link.appointmentId == appointment.id { try erase(link) }
        let entries = try tx.waitlist.entries(of: appointment.linkId, orEmail: email)
        for entry in entries where entry.linkId == appointment.linkId || isAskedFor || !entry.isLive { try erase(entry) }
    }

    /// The link stays as what opened an appointment, or nothing.
    func erase(_ link: BookingLink) throws {
        for photo in try tx.photos.all(of: .link(link.id)) { try tx.photos.remove(photo) }
        try tx.links.forgetDescription(of: link)
        tx.cancelTimer(EraseLinkData.timerID(link.id))
    }
    /// A link that ended without a booking is kept as long as an appointment that is over.
    func scheduleErasure(of link: BookingLink) throws {
        let due = max(tx.now, link.expiresAt) + .days(try tx.settings().clientRetentionDays)
        try tx.schedule(EraseLinkData.timerID(link.id), at: due, EraseLinkData(linkId: link.id))
    }

    /// One who still waits stops waiting.
    func erase(_ entry: WaitlistEntry) throws {
        if entry.isLive, let link = try tx.links.find(entry.linkId) {
            tx.cancelTimer(EndWaiting.timerID(entry.id))
            try WaitlistRun(tx: tx).end(of: link, as: .left)
        }
        try tx.waitlist.forgetClient(of: entry)
        tx.cancelTimer(EraseWaitingClient.timerID(entry.id))
        try tx.send(ForgetNamed(named: Self.name(of: entry)))
    }

    /// An artist's account is gone. Clients whose appointments were cancelled by that can still read it on their page.
    func eraseClients(of artist: User.ID) throws {
        for (id, isOver, readable) in try tx.appointments.endings(of: artist, at: tx.now) {
            try tx.schedule(EraseClientData.timerID(id), at: isOver ? tx.now : readable, EraseClientData(appointmentId: id))
        }
        for entry in try tx.waitlist.all(of: artist) where !entry.clientEmail.isEmpty { try erase(entry) }
    }
}
