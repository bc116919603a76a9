import CatalogKit
import Contracts
import Kernel
import Messaging
import ServiceKit

/// Permissions about restaurants, as tenant files name them.
package enum RestaurantPermission {
    /// One's own restaurants.
    package static let manage = "restaurants:manage"
    package static let manageAny = "restaurants:manage-any"
    package static let approve = "restaurants:approve"
    package static let setCommission = "commission:set"
    package static let manageContent = "content:manage"
    package static let moderateReviews = "reviews:moderate"
    /// With one of these somebody works for the app and sees restaurants in any state.
    static let ofStaff: Set<String> = [manageAny, approve, setCommission, manageContent, moderateReviews, "orders:read-all"]
}

/// Somebody who looks at restaurants or changes them, and what they may.
package struct RestaurantViewer: Sendable {
    package let user: User.ID?
    let permissions: Set<String>

    package init(_ principal: Principal?, _ definition: TenantDefinition) {
        user = principal?.userID
        permissions = principal.map { definition.permissions(of: $0.roles) } ?? []
    }
    package init(_ scope: some CatalogScope) { self.init(scope.principal, scope.definition) }

    package func has(_ permission: String) -> Bool { permissions.contains(permission) }
    var isStaff: Bool { !permissions.isDisjoint(with: RestaurantPermission.ofStaff) }
    package func owns(_ restaurant: Restaurant) -> Bool { user == restaurant.ownerId }
    package func mayManage(_ restaurant: Restaurant) -> Bool {
        has(RestaurantPermission.manageAny) || (has(RestaurantPermission.manage) && owns(restaurant))
    }
    func maySee(_ restaurant: Restaurant) -> Bool {
        switch restaurant.status {
        case .active: true
        case .draft, .suspended: owns(restaurant) || isStaff
        }
    }
    /// Its phone number, commission and settings.
    func seesSettings(of restaurant: Restaurant) -> Bool {
        owns(restaurant) || has(RestaurantPermission.manageAny) || has(RestaurantPermission.approve)
    }
}

extension RestaurantStore {
    /// To be changed by somebody. Throws 404.
    package func require(_ id: RestaurantID, managedBy viewer: RestaurantViewer) throws -> Restaurant {
        let restaurant = try require(id)
        guard viewer.mayManage(restaurant) else { throw Rejection.notFound }
        return restaurant
    }
    /// As somebody may see it. Throws 404.
    package func require(_ id: RestaurantID, seenBy viewer: RestaurantViewer) throws -> Restaurant {
        let restaurant = try require(id)
        guard viewer.maySee(restaurant) else { throw Rejection.notFound }
        return restaurant
    }
}
