import Contracts
import Kernel

/// Who answers, and who may see what. A guest's ticket is the agents' alone.
struct SupportAccess {
    let userID: User.ID
    let isAgent: Bool
    /// The role that the app gives to its agents.
    private let agentRole: String?

    static let permission = "support:answer"

    init(_ userID: User.ID, roles: [String], in definition: TenantDefinition) {
        self.userID = userID
        isAgent = definition.permissions(of: roles).contains(Self.permission)
        agentRole = definition.roles.filter { $0.value.contains(Self.permission) }.keys.min()
    }

    /// Throws 403 with the role that is needed.
    func requireAgent() throws(Rejection) {
        if isAgent { return }
        throw Rejection(403, "role-required", "Only support agents see the tickets of others.",
                        members: agentRole.map { ["requiredRole": .string($0)] } ?? [:])
    }
    /// As whom somebody acts in a ticket: in one's own always as its owner. Throws 404 for a ticket of others.
    func author(in ticket: SupportTicket?) throws(Rejection) -> (ticket: SupportTicket, author: SupportAuthor) {
        guard let ticket else { throw .notFound }
        if ticket.userID == userID { return (ticket, .user) }
        guard isAgent else { throw .notFound }
        return (ticket, .agent)
    }
}
