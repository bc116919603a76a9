import Kernel

/// An order gets no stop: nothing is held.
public struct WindowRefused: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.window-refused.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    /// `window-full`, `window-closed`, `asap-unavailable`; `not-found`: the id is of no window of this area; `claim-released`: the order
    /// released the claim before.
    public let slug: String
    /// HTTP status of the refusal.
    public let status: Int
    public let detail: String
    /// At most three windows that can be booked instead.
    public let alternatives: [WindowOption]
    public var subject: String { "claims/\(claimId)" }
    public init(claimId: ClaimID, orderId: OrderID, slug: String, status: Int, detail: String, alternatives: [WindowOption] = []) {
        (self.claimId, self.orderId, self.slug, self.status) = (claimId, orderId, slug, status)
        (self.detail, self.alternatives) = (detail, alternatives)
    }
}

/// A window as refusals offer it: what stands in `alternatives` of a problem.
public struct WindowOption: Codable, Sendable, Equatable {
    public let id: TruckWindowID
    public let startsAt: Timestamp
    public let endsAt: Timestamp
    public init(id: TruckWindowID, startsAt: Timestamp, endsAt: Timestamp) {
        (self.id, self.startsAt, self.endsAt) = (id, startsAt, endsAt)
    }
}
