import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An owner says how busy a restaurant is, for a while or until further notice.
package struct SetAvailability: Command {
    package static let type: MessageType = "catalog.set-availability.v1"
    let restaurantId: RestaurantID
    let mode: String
    let extraMinutes: Int?
    let until: Timestamp?
    package init(restaurantId: RestaurantID, mode: String, extraMinutes: Int? = nil, until: Timestamp? = nil) {
        (self.restaurantId, self.mode, self.extraMinutes, self.until) = (restaurantId, mode, extraMinutes, until)
    }
    /// How far ahead a mode may end by itself.
    private static let aheadMax = Duration.hours(24)

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let availability = try checked(at: tx.now)
        let old = try tx.restaurants.require(restaurantId, managedBy: RestaurantViewer(tx))
        switch old.status {
        case .active: break
        case .draft, .suspended: throw Rejection.restaurantNotActive(old)
        }
        var restaurant = old
        restaurant.availability = availability
        if restaurant != old { try RestaurantChange(tx).save(restaurant, from: old, .availability) }
        return try RestaurantPresenter(tx).body(of: old.id)
    }

    private func checked(at now: Timestamp) throws -> Availability {
        var check = Validation()
        let mode = Availability.Mode(rawValue: mode)
        var minutes = 0
        switch mode {
        case .busy: minutes = check.number("extraMinutes", extraMinutes, 5...60) ?? 0
        case .normal, .paused: break
        case nil: check.fail("mode", "must be one of normal, busy, paused")
        }
        if let until {
            check.require(until > now, "until", "must be in the future")
            check.require(until <= now + Self.aheadMax, "until", "must be at most 24 hours ahead")
        }
        try check.check()
        guard let mode, mode != .normal else { return .normal }
        return Availability(mode, addedMinutes: minutes, until: until)
    }
}

extension Rejection {
    static func restaurantNotActive(_ restaurant: Restaurant) -> Rejection {
        .conflict("restaurant-not-active", "This restaurant is not active.", ["currentStatus": .string(restaurant.status.rawValue)])
    }
}
