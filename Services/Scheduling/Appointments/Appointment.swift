import Contracts
import Kernel
import SchedulingKit

/// Time of a provider promised to a customer.
public struct Appointment: Sendable, Equatable {
    /// Raw values are those of rows, which were written before the words changed.
    public enum Source: String, Sendable {
        case link, waitlist, provider = "artist"
        /// In messages.
        public var name: String {
            switch self {
            case .link: "link"
            case .waitlist: "waitlist"
            case .provider: "provider"
            }
        }
    }
    /// Raw values are those of rows, which were written before the words changed.
    public enum Party: String, Sendable, CaseIterable {
        case customer = "client", provider = "artist", system
        /// In messages.
        public var name: String {
            switch self {
            case .customer: "customer"
            case .provider: "provider"
            case .system: "system"
            }
        }
        /// By either name.
        public init?(named text: String) {
            guard let party = Self.allCases.first(where: { $0.name == text || $0.rawValue == text }) else { return nil }
            self = party
        }
    }
    public enum Status: Sendable, Equatable {
        /// The deposit is awaited.
        case pending
        case confirmed
        case completed
        case noShow
        case cancelled(by: Party, reason: String?)

        public var name: String {
            switch self {
            case .pending: "pending"
            case .confirmed: "confirmed"
            case .completed: "completed"
            case .noShow: "no_show"
            case .cancelled: "cancelled"
            }
        }
        /// Its time is taken.
        public var isLive: Bool {
            switch self {
            case .pending, .confirmed: true
            case .completed, .noShow, .cancelled: false
            }
        }
    }

    public let id: Int
    public let providerId: User.ID
    public let linkId: Int?
    public let source: Source
    public var status: Status
    public var customer: CustomerDetails
    public var description: String
    /// What only this app asks: name → value. Empty if the app asks nothing else.
    public var extraFields: [String: JSONValue]
    public var providerNotes: String
    public var slot: Interval
    public let durationMinutes: Int
    /// IANA name, as of the booking or the last move.
    public var timezone: String
    public var buffers: Buffers
    public let policy: NoticePolicy
    public var reminderMinutes: [Int]
    /// Of its calendar file: grows with every change.
    public var sequence: Int
    /// Moves, whoever made them.
    public var rescheduleCount: Int
    public var customerReschedules: Int
    public let createdAt: Timestamp
    public var updatedAt: Timestamp
    public var deposit: Deposit?
    public let manageToken: String
    /// Where the tenant's pages are: `https://api.example.org`.
    public let root: String
    /// Language of the customer.
    public let locale: String
    /// The hold it was booked with.
    public let holdId: String?
    /// The customer's data are gone.
    public var isErased: Bool
    /// A REQUEST went out, so a CANCEL may.
    public var wasConfirmed: Bool

    public var cancellableUntil: Timestamp { slot.start - .minutes(policy.cancelMinutes) }
    public var reschedulableUntil: Timestamp { slot.start - .minutes(policy.rescheduleMinutes) }
    public var reschedulesLeft: Int { max(0, policy.reschedulesMax - customerReschedules) }

    /// A copy without the customer's data.
    public func withoutCustomer(named name: String) -> Appointment {
        var appointment = self
        appointment.customer = CustomerDetails(name: name, email: "", document: "", phone: "")
        (appointment.description, appointment.providerNotes) = ("", "")
        appointment.extraFields = extraFields.mapValues { _ in .null }
        // Drop a person's text; the system's reason names no one.
        if case .cancelled(let party, _) = status, party != .system { appointment.status = .cancelled(by: party, reason: nil) }
        return appointment
    }

    public static let manageDaysAfterEnd = 30
    public static let completesAfterHours = 24
    public static let correctableDays = 7
    public var manageableUntil: Timestamp { slot.end + .days(Self.manageDaysAfterEnd) }

    public init(id: Int, providerId: User.ID, linkId: Int?, source: Source, status: Status, customer: CustomerDetails, description: String,
                extraFields: [String: JSONValue] = [:], providerNotes: String = "",
                slot: Interval, durationMinutes: Int, timezone: String, buffers: Buffers, policy: NoticePolicy, reminderMinutes: [Int],
                sequence: Int = 0,
                rescheduleCount: Int = 0, customerReschedules: Int = 0, createdAt: Timestamp, updatedAt: Timestamp, deposit: Deposit? = nil,
                manageToken: String, root: String, locale: String, holdId: String? = nil, isErased: Bool = false, wasConfirmed: Bool) {
        (self.id, self.providerId, self.linkId, self.source, self.status, self.customer) =
            (id, providerId, linkId, source, status, customer)
        self.extraFields = extraFields
        (self.description, self.providerNotes, self.slot, self.durationMinutes) = (description, providerNotes, slot, durationMinutes)
        (self.timezone, self.buffers, self.policy, self.reminderMinutes) = (timezone, buffers, policy, reminderMinutes)
        (self.sequence, self.rescheduleCount, self.customerReschedules) = (sequence, rescheduleCount, customerReschedules)
        (self.createdAt, self.updatedAt, self.deposit, self.manageToken) = (createdAt, updatedAt, deposit, manageToken)
        (self.root, self.locale, self.holdId, self.isErased, self.wasConfirmed) = (root, locale, holdId, isErased, wasConfirmed)
    }
}

/// What happened to an appointment, in order.
public struct AppointmentHistory: Sendable, Equatable {
    public enum What: String, Sendable { case booked, confirmed, rescheduled, cancelled, completed, noShow = "no_show" }
    public let at: Timestamp
    public let by: Appointment.Party
    public let what: What
    /// Of a move.
    public let from: Timestamp?
    public let to: Timestamp?
    public init(at: Timestamp, by: Appointment.Party, what: What, from: Timestamp? = nil, to: Timestamp? = nil) {
        (self.at, self.by, self.what, self.from, self.to) = (at, by, what, from, to)
    }
}
