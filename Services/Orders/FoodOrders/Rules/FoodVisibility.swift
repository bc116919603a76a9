import Contracts
import Kernel
import OrdersDeliveries

/// Which phone numbers and places of an order somebody sees (R3, R8). What parties of its delivery see of each other: `DeliveryViewer`.
package struct FoodVisibility: Sendable {
    package let order: FoodOrder
    package let standing: FoodStanding
    /// Staff without it see numbers and addresses masked, always.
    package let seesContacts: Bool
    package let now: Timestamp

    /// Whose number it is, as a party of the order.
    package enum Party: Sendable { case customer, restaurant, courier }

    package func phone(_ number: String?, of party: Party) -> String? {
        guard let number else { return nil }
        return seesPhone(of: party) ? number : MaskedPhone.of(number)
    }
    private func seesPhone(of party: Party) -> Bool {
        switch (standing, party) {
        case (.customer, .customer), (.owner, .restaurant), (.courier, .courier): return true
        case (.staff, _): return seesContacts
        case (.customer, _), (.owner, _), (.courier, _):
            return order.times.acceptedAt != nil && isRecent
        }
    }
    private var isRecent: Bool { order.endedAt.map { now < $0 + .hours(DeliveryViewer.hoursAfterEnd) } ?? true }

    /// How much of the address is shown. A courier sees no more of it than in the answer of his delivery.
    package var door: DeliveryViewer.Door {
        switch standing {
        case .customer, .owner: .whole
        case .courier: isRecent || seesContacts ? .whole : .area
        case .staff: seesContacts ? .whole : .masked
        }
    }

    /// Whether the courier's position is shown.
    package var seesCourier: Bool {
        guard let delivery = order.delivery, delivery.courier != nil else { return false }
        switch standing {
        case .customer: return order.status == .outForDelivery
        case .owner: return delivery.status == .assigned || delivery.status == .atRestaurant
        case .courier: return !order.status.isFinal
        case .staff: return true
        }
    }

    package static let hidden = "•••"
}
