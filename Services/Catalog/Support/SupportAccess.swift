import Contracts
import Kernel
import Messaging
import ServiceKit

/// Who answers, and who may see what. A guest's ticket is the agents' alone.
enum SupportAccess {
    static let permission = "support:answer"

    static func isAgent(_ user: Principal, in definition: TenantDefinition) -> Bool {
        definition.permissions(of: user.roles).contains(permission)
    }
    /// Throws 403 with the role that the app gives to its agents.
    static func requireAgent(_ user: Principal, in definition: TenantDefinition) throws(Rejection) {
        if isAgent(user, in: definition) { return }
        let role = definition.roles.filter { $0.value.contains(permission) }.keys.min()
        throw Rejection(403, "role-required", "Only support agents see the tickets of others.",
                        members: role.map { ["requiredRole": .string($0)] } ?? [:])
    }
    /// As whom somebody acts in a ticket: in one's own always as its owner. Throws 404 for a ticket of others.
    static func author(_ user: Principal, in ticket: SupportTicket?, _ definition: TenantDefinition) throws(Rejection)
        -> (ticket: SupportTicket, author: SupportAuthor) {
        guard let ticket else { throw .notFound }
        if ticket.userID == user.userID { return (ticket, .user) }
        guard isAgent(user, in: definition) else { throw .notFound }
        return (ticket, .agent)
    }
}
