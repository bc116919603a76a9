import Contracts
import Kernel

/// Somebody who looks at orders, or does something with them.
package struct FoodViewer: Sendable {
    package let user: User.ID
    package let roles: [String]
    package let permissions: Set<String>
    private let rolesByPermission: [String: [String]]

    /// - Parameter permissionsOfRoles: role → permissions.
    package init(user: User.ID, roles: [String], _ permissionsOfRoles: [String: [String]]) {
        (self.user, self.roles, rolesByPermission) = (user, roles, permissionsOfRoles)
        permissions = Set(roles.flatMap { permissionsOfRoles[$0] ?? [] })
    }

    package func has(_ permission: String) -> Bool { permissions.contains(permission) }
    /// The first of the roles that gives a right.
    package func role(with permission: String) -> String {
        roles.first { rolesByPermission[$0]?.contains(permission) == true } ?? "staff"
    }

    /// As what somebody takes part in an order; nil: it is none of their business.
    package func standing(in order: FoodOrder) -> FoodStanding? {
        if order.customer == user { return .customer }
        if isOwner(of: order), order.isReleased { return .owner }
        if order.delivery?.courier == user { return .courier }
        return has(Permission.readAll) ? .staff : nil
    }
    package func isOwner(of order: FoodOrder) -> Bool { order.restaurant.ownerId == user }

    /// Whether the caller may act as the order's restaurant.
    package func runsKitchen(of order: FoodOrder) -> Bool {
        order.isReleased && has(Permission.manage) && (isOwner(of: order) || has(Permission.manageAny))
    }
    /// As whom the caller acts there.
    package func kitchenActor(_ order: FoodOrder) -> FoodActor {
        FoodActor(role: isOwner(of: order) ? "owner" : role(with: Permission.manageAny), id: user)
    }

    /// As what the caller would cancel an order; nil: not at all.
    package func cancels(_ order: FoodOrder) -> FoodStanding? {
        if order.customer == user { return has(Permission.place) ? .customer : nil }
        if isOwner(of: order), has(Permission.manage) { return order.isReleased ? .owner : nil }
        return has(Permission.cancel) ? .staff : nil
    }

    /// As what the caller takes part in the conversation about an order (R11).
    package func speaks(in order: FoodOrder) -> FoodStanding? {
        if let standing = standing(in: order), standing != .staff { return standing }
        return has(Permission.cancel) ? .staff : nil
    }

    package enum Permission {
        package static let place = "orders:place"
        package static let manage = "restaurants:manage"
        package static let manageAny = "restaurants:manage-any"
        package static let readAll = "orders:read-all"
        package static let contacts = "orders:read-contacts"
        package static let cancel = "orders:cancel"
        package static let reports = "reports:read"
    }
}

/// As what somebody takes part in an order.
package enum FoodStanding: String, Sendable, CaseIterable { case customer, owner, courier, staff }
