import Kernel

/// Tags of the ids that travel between services.
public enum EventTag {}
public enum TicketTypeTag {}
public enum ClaimTag {}
public typealias EventID = Identifier<EventTag>
public typealias TicketTypeID = Identifier<TicketTypeTag>
public typealias ClaimID = Identifier<ClaimTag>

/// Where an event happens. Degrees, WGS 84.
public struct Venue: Codable, Sendable, Equatable {
    public var name: String
    public var address: String?
    public var city: String
    public var latitude: Double
    public var longitude: Double
    public init(name: String, address: String?, city: String, latitude: Double, longitude: Double) {
        (self.name, self.address, self.city, self.latitude, self.longitude) = (name, address, city, latitude, longitude)
    }
    /// Nil also for an address that was left empty.
    public var statedAddress: String? { address?.isEmpty == false ? address : nil }
}

/// What other services need to know of an event with tickets, as of a version.
public struct TicketEvent: Codable, Sendable, Equatable {
    public struct TicketType: Codable, Sendable, Equatable {
        public let id: TicketTypeID
        public let name: String
        public let price: Money
        public let quantity: Int
        public init(id: TicketTypeID, name: String, price: Money,
                    quantity: Int) { (self.id, self.name, self.price, self.quantity) = (id, name, price,
            quantity) }
    }
    public struct RefundPolicy: Codable, Sendable, Equatable {
        /// `none` or `until`.
        public let type: String
        /// Hours before the start, with `until`.
        public let hoursBefore: Int?
        public init(type: String, hoursBefore: Int?) { (self.type, self.hoursBefore) = (type, hoursBefore) }
    }
    public let eventId: EventID
    public let organizerId: User.ID
    public let organizerName: String
    public let title: String
    public let category: String
    public let status: String
    public let startDate: Timestamp
    public let endDate: Timestamp
    public let venue: Venue
    public let posterUrl: String?
    public let ageRestriction: Int?
    public let ticketTypes: [TicketType]
    public let refundPolicy: RefundPolicy
    public let transferable: Bool
    public let reEntry: Bool
    public let doorsOpenMinutes: Int
    public let version: Int
    /// When its ticket sales begin; nil: with its publication.
    public let salesStart: Timestamp?
    public init(eventId: EventID, organizerId: User.ID, organizerName: String, title: String, category: String, status: String,
        startDate: Timestamp, endDate: Timestamp,
                venue: Venue, posterUrl: String?, ageRestriction: Int?, ticketTypes: [TicketType], refundPolicy: RefundPolicy,
                transferable: Bool,
                    reEntry: Bool,
                doorsOpenMinutes: Int, version: Int, salesStart: Timestamp? = nil) {
        (self.eventId, self.organizerId, self.organizerName, self.title, self.category) =
            (eventId, organizerId, organizerName, title, category)
        (self.status, self.startDate, self.endDate, self.venue, self.posterUrl) = (status, startDate, endDate, venue, posterUrl)
        (self.ageRestriction, self.ticketTypes, self.refundPolicy) = (ageRestriction, ticketTypes, refundPolicy)
        (self.transferable, self.reEntry, self.doorsOpenMinutes, self.version) = (transferable, reEntry, doorsOpenMinutes, version)
        self.salesStart = salesStart
    }
}

/// A line of an order: how many of a ticket type.
public struct TicketLine: Codable, Sendable, Equatable {
    public let ticketTypeId: TicketTypeID
    public let quantity: Int
    public init(ticketTypeId: TicketTypeID, quantity: Int) { (self.ticketTypeId, self.quantity) = (ticketTypeId, quantity) }
}

extension ListingReference {
    /// The kind of listings with tickets.
    public static let eventKind = "event"
    public static func event(_ id: EventID) -> ListingReference { ListingReference(kind: eventKind, id: id.rawValue) }
}

extension TicketLine {
    /// What tickets are counted in where they are claimed.
    public static let unit = "ticket"
    /// The line as a claim has it.
    public var claimed: ClaimLine { ClaimLine(subject: ticketTypeId.rawValue, unit: Self.unit, quantity: quantity) }
    public init(_ line: ClaimLine) { self.init(ticketTypeId: TicketTypeID(line.subject), quantity: line.quantity) }
}

/// A line as it was claimed: with the name and price of that moment.
public struct ClaimedLine: Codable, Sendable, Equatable {
    public let ticketTypeId: TicketTypeID
    public let name: String
    public let quantity: Int
    public let unitPrice: Money
    public init(ticketTypeId: TicketTypeID, name: String, quantity: Int, unitPrice: Money) {
        (self.ticketTypeId, self.name, self.quantity, self.unitPrice) = (ticketTypeId, name, quantity, unitPrice)
    }
    /// The line as it is claimed again: at the price that was paid.
    public var claimedAgain: ClaimLine {
        ClaimLine(subject: ticketTypeId.rawValue, unit: TicketLine.unit, quantity: quantity, unitPrice: unitPrice)
    }
}
