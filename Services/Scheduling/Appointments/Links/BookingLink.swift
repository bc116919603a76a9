import Contracts
import Kernel
import SchedulingKit

/// A key to one appointment of one provider: of a fixed length, for described work, used once.
public struct BookingLink: Sendable, Equatable {
    public enum State: String, Sendable { case active, used, revoked }
    public let id: Int
    public let providerId: User.ID
    public let token: String
    public let description: String
    public let durationMinutes: Int
    public let deposit: Money?
    public let locale: String?
    public var state: State
    public var expiresAt: Timestamp
    public let createdAt: Timestamp
    public var appointmentId: Int?
    /// Where the tenant's pages are.
    public let root: String
    public init(id: Int, providerId: User.ID, token: String, description: String, durationMinutes: Int, deposit: Money?, locale: String?,
                state: State, expiresAt: Timestamp, createdAt: Timestamp, appointmentId: Int?, root: String) {
        (self.id, self.providerId, self.token, self.description, self.durationMinutes) =
            (id, providerId, token, description, durationMinutes)
        (self.deposit, self.locale, self.state, self.expiresAt) = (deposit, locale, state, expiresAt)
        (self.createdAt, self.appointmentId, self.root) = (createdAt, appointmentId, root)
    }

    public static let durations = [30, 60, 90, 120, 180, 240, 300, 360, 420, 480]
    public static let defaultDuration = 120
    public static let activeMax = 500
    public static let depositRange = 1...100_000_000
    public var url: String { "\(root)/book/\(token)" }

    public enum Status: String, Sendable, CaseIterable { case active, used, expired, revoked }
    /// Judged by the clock, not by timers having run.
    public func status(at now: Timestamp) -> Status {
        switch state {
        case .used: .used
        case .revoked: .revoked
        case .active: now < expiresAt ? .active : .expired
        }
    }
    /// A live hold of an expired link was taken in time and keeps the link usable for that hold.
    public func checkUsable(for hold: SlotHold?, at now: Timestamp) throws(Rejection) {
        if status(at: now) == .expired, let hold, hold.linkId == id, hold.isLive(at: now) { return }
        try checkUsable(at: now)
    }
    /// Throws 410 when it opens nothing any more.
    public func checkUsable(at now: Timestamp) throws(Rejection) {
        switch status(at: now) {
        case .active: return
        case .used: throw Rejection(410, "booking-link-used", "This link has been used.")
        case .expired: throw Rejection(410, "booking-link-expired", "This link has expired.")
        case .revoked: throw Rejection(410, "booking-link-revoked", "This link has been withdrawn.")
        }
    }
}

/// A slot kept for a link for a while.
public struct SlotHold: Sendable, Equatable {
    public enum Kind: String, Sendable { case form, offer }
    public enum State: String, Sendable { case live, expired, replaced, released, booked }
    public let id: String
    public let linkId: Int
    public let providerId: User.ID
    public let kind: Kind
    public var state: State
    public let slot: Interval
    public let expiresAt: Timestamp
    public init(id: String, linkId: Int, providerId: User.ID, kind: Kind, state: State, slot: Interval, expiresAt: Timestamp) {
        (self.id, self.linkId, self.providerId, self.kind, self.state, self.slot, self.expiresAt) =
            (id, linkId, providerId, kind, state, slot, expiresAt)
    }
    public func isLive(at now: Timestamp) -> Bool { state == .live && now < expiresAt }
}

/// Somebody who takes a slot of these days when one gets free.
public struct WaitlistEntry: Sendable, Equatable {
    public enum State: String, Sendable, CaseIterable { case waiting, offered, booked, missed, left, ended }
    public let id: Int
    public let linkId: Int
    public let providerId: User.ID
    public let customerName: String
    public let customerEmail: String
    public let from: CalendarDate
    public let to: CalendarDate
    public var state: State
    public var holdId: String?
    public let createdAt: Timestamp
    public init(id: Int, linkId: Int, providerId: User.ID, customerName: String, customerEmail: String, from: CalendarDate,
                to: CalendarDate, state: State, holdId: String?, createdAt: Timestamp) {
        (self.id, self.linkId, self.providerId, self.customerName, self.customerEmail) =
            (id, linkId, providerId, customerName, customerEmail)
        (self.from, self.to, self.state, self.holdId, self.createdAt) = (from, to, state, holdId, createdAt)
    }
    public static let waitingPerCalendarMax = 50
    /// The entry waits or has an offer.
    public var isLive: Bool {
        switch state {
        case .waiting, .offered: true
        case .booked, .missed, .left, .ended: false
        }
    }
}
