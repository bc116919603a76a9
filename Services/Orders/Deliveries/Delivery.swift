import Contracts
import Kernel

/// One thing that a courier takes from a place to a person. Its id is that of its order.
package struct Delivery: Sendable, Equatable {
    package let id: OrderID
    package let number: String
    package let pickup: PickupPlace
    package let customer: User.ID
    package var dropoff: Dropoff
    package let payout: DeliveryPayout
    /// What the courier collects at the door; nil: it is paid already.
    package let cash: Money?
    package let leaveAtDoor: Bool
    package var status: DeliveryStatus = .searching
    /// Who has the job, or had it when it ended.
    package var courier: User.ID?
    /// Who brought it to where it stands; nil: the system.
    package var changedBy: User.ID?
    package let createdAt: Timestamp
    package var estimatedReadyAt: Timestamp
    package var readyAt: Timestamp?
    /// Rises with each search; refusals count for one search only.
    package var search = 1
    /// The end of the exclusive phase of the search; nil: the search is open.
    package var exclusiveUntil: Timestamp?
    /// When the last courier lost the job.
    package var lostAt: Timestamp?
    package var pickedUpAt: Timestamp?
    package var arrivedAt: Timestamp?
    package var endedAt: Timestamp?
    package var wrongCodes = 0
    package var proof: DeliveryProof?
    /// The staff was told that nobody comes for it.
    package var isMissed = false

    /// When it is or was ready, as people see it: never an estimate of the past.
    package func readyTime(at now: Timestamp) -> Timestamp {
        readyAt ?? (status.isFinal ? estimatedReadyAt : max(estimatedReadyAt, now))
    }

    /// Since when an order that is ready waits for somebody; nil: it does not.
    package var unassignedSince: Timestamp? {
        guard status == .searching, let readyAt else { return nil }
        return max(readyAt, lostAt ?? readyAt)
    }
}

/// Where a courier gets what he delivers, as it was when the order was made.
package struct PickupPlace: Sendable, Equatable {
    package let id: RestaurantID
    package let owner: User.ID
    /// By language.
    package let names: [String: String]
    package let location: GeoPoint
    package let addressLine: String
    package let phone: String
    package init(id: RestaurantID, owner: User.ID, names: [String: String], location: GeoPoint, addressLine: String, phone: String) {
        (self.id, self.owner, self.names) = (id, owner, names)
        (self.location, self.addressLine, self.phone) = (location, addressLine, phone)
    }
}

/// Where it goes. All of it is gone once the customer's account is erased.
package struct Dropoff: Sendable, Equatable {
    package var line: String?
    package var details: String?
    package var phone: String?
    package var location: GeoPoint?
    package init(line: String?, details: String?, phone: String?, location: GeoPoint?) {
        (self.line, self.details, self.phone, self.location) = (line, details, phone, location)
    }
    package static let erased = Dropoff(line: nil, details: nil, phone: nil, location: nil)
}

/// What a courier earns with a job.
package struct DeliveryPayout: Sendable, Equatable {
    package let base: Money
    package let tip: Money
    package init(base: Money, tip: Money) { (self.base, self.tip) = (base, tip) }
    package var total: Money { (try? base.adding(tip)) ?? base }
}

/// How the handing over was proved.
package struct DeliveryProof: Sendable, Equatable {
    package enum Kind: String, Sendable { case code, photo, override }
    package let kind: Kind
    package let at: Timestamp
    /// From the courier's last position to the address; nil: one of them is not known.
    package let distanceMeters: Int?
    package let photoId: String?
}

/// Who does something with a job.
package struct DeliveryActor: Sendable, Equatable {
    package let role: String
    package let id: User.ID?
    package init(role: String, id: User.ID?) { (self.role, self.id) = (role, id) }
    package static let system = DeliveryActor(role: "system", id: nil)
}

/// Why an order did not reach its customer.
package enum DeliveryFailure: String, Codable, Sendable, CaseIterable {
    case customerUnreachable = "customer_unreachable"
    case wrongAddress = "wrong_address"
    case refused
}
