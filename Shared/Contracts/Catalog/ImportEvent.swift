import Kernel

/// Seeding: an event with fixed ids, as it stood at some time. An event that is there already stays as it is.
public struct ImportEvent: Message, Equatable {
    public static let type: MessageType = "catalog.import-event.v1"
    public struct TicketType: Codable, Sendable, Equatable {
        public var id: TicketTypeID
        public var name: String
        public var description: String?
        /// Minor units of the tenant's currency.
        public var price: Int
        public var quantity: Int
        public var sold: Int?
        public var minPerOrder: Int?
        public var maxPerOrder: Int?
        public var salesStart: Timestamp?
        public var salesEnd: Timestamp?
        public var paused: Bool?
        public init(id: TicketTypeID, name: String, description: String? = nil, price: Int, quantity: Int, sold: Int? = nil,
                    minPerOrder: Int? = nil,
                    maxPerOrder: Int? = nil, salesStart: Timestamp? = nil, salesEnd: Timestamp? = nil, paused: Bool? = nil) {
            (self.id, self.name, self.description, self.price, self.quantity, self.sold) = (id, name, description, price, quantity, sold)
            (self.minPerOrder, self.maxPerOrder, self.salesStart) = (minPerOrder, maxPerOrder, salesStart)
            (self.salesEnd, self.paused) = (salesEnd, paused)
        }
    }
    /// Who bought how many of the sold tickets.
    public struct Buyer: Codable, Sendable, Equatable {
        public var userId: User.ID
        public var quantity: Int
        /// Whether the holder was checked in.
        public var attended: Bool?
        public init(userId: User.ID, quantity: Int, attended: Bool? = nil) {
            (self.userId, self.quantity, self.attended) = (userId, quantity, attended)
        }
    }
    public var eventId: EventID
    public var organizerId: User.ID
    /// Used until `auth` publishes the organizer.
    public var organizerName: String?
    public var title: String?
    public var description: String?
    public var category: String?
    /// `draft`, `published` or `cancelled`.
    public var status: String
    public var ageRestriction: Int?
    public var startDate: Timestamp?
    public var endDate: Timestamp?
    public var venue: Venue?
    public var posterUrl: String?
    public var ticketTypes: [TicketType]
    public var buyers: [Buyer]?
    public var maxTicketsPerUser: Int?
    public var paymentWindowMinutes: Int?
    public var refundPolicy: TicketEvent.RefundPolicy?
    public var transferable: Bool?
    public var reEntry: Bool?
    public var doorsOpenMinutes: Int?
    public var wizardStep: Int?
    public var createdAt: Timestamp
    public var publishedAt: Timestamp?
    public var cancelledAt: Timestamp?
    public var cancelReason: String?

    /// The least an event is imported with; the rest is set afterwards.
    public init(eventId: EventID, organizerId: User.ID, title: String?, category: String?, status: String, startDate: Timestamp?,
        endDate: Timestamp?, venue: Venue?,
                ticketTypes: [TicketType], createdAt: Timestamp, publishedAt: Timestamp? = nil) {
        (self.eventId, self.organizerId, self.title, self.category, self.status) = (eventId, organizerId, title, category, status)
        (self.startDate, self.endDate, self.venue, self.ticketTypes) = (startDate, endDate, venue, ticketTypes)
        (self.createdAt, self.publishedAt) = (createdAt, publishedAt)
    }
}
