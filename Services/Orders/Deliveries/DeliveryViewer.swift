import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Who looks at a job, and so what of it they see.
package enum DeliveryViewer: Sendable, Equatable {
    /// A courier with the job, with an offer of it, or who had it once.
    case courier(User.ID)
    case owner
    case staff
    /// Phones, address and places are hidden.
    case maskedStaff

    /// How much of the customer's door is shown.
    package enum Door: Sendable { case whole, area, masked }

    /// For so long after the end of a job its parties see each other's phone numbers, and its courier the door.
    package static let hoursAfterEnd = 2

    /// Counted from the second that answers show, as the order counts it.
    static func isRecent(_ job: Delivery, at now: Timestamp) -> Bool {
        job.endedAt.map { now < $0.wholeSeconds + .hours(hoursAfterEnd) } ?? true
    }

    func door(of job: Delivery, at now: Timestamp) -> Door {
        switch self {
        case .courier(let id): job.courier == id && Self.isRecent(job, at: now) ? .whole : .area
        case .owner, .staff: .whole
        case .maskedStaff: .masked
        }
    }
    func isPhoneShown(of job: Delivery, at now: Timestamp) -> Bool {
        switch self {
        case .courier, .owner: Self.isRecent(job, at: now)
        case .staff: true
        case .maskedStaff: false
        }
    }
    func showsPosition(of job: Delivery) -> Bool {
        switch self {
        case .courier(let id): job.courier == id && !job.status.isFinal
        case .owner: PositionAudience.isShownToOwner(job.status)
        case .staff, .maskedStaff: true
        }
    }
}

/// Finds out who somebody is to a job.
struct DeliveryAudience {
    let user: User.ID
    let roles: [String]
    let definition: TenantDefinition

    static let readAll = "orders:read-all"
    static let readContacts = "orders:read-contacts"

    /// The staff's view; nil: not staff.
    var staff: DeliveryViewer? {
        let permissions = definition.permissions(of: roles)
        guard permissions.contains(Self.readAll) else { return nil }
        return permissions.contains(Self.readContacts) ? .staff : .maskedStaff
    }

    /// Nil: somebody to whom the job does not exist. Who takes part in it sees it so, even as staff who see it masked.
    func viewer(of job: Delivery, offer: DeliveryOffer?, at now: Timestamp) -> DeliveryViewer? {
        staff == .staff ? .staff : party(of: job, offer: offer, at: now) ?? staff
    }

    private func party(of job: Delivery, offer: DeliveryOffer?, at now: Timestamp) -> DeliveryViewer? {
        if job.pickup.owner == user { return .owner }
        // Not the role counts but the job: who lost the role may have an order with him.
        guard job.customer != user else { return nil }
        if job.courier == user { return .courier(user) }
        guard let offer, offer.isLive(at: now) || offer.hadJob else { return nil }
        return .courier(user)
    }
}
