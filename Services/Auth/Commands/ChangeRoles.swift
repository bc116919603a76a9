import Contracts
import Kernel
import ServiceKit

/// An administrator says what somebody may act as. Takes effect with that person's next token.
public struct ChangeRoles: Command {
    public static let type: MessageType = "auth.change-roles.v1"
    let userId: User.ID
    let roles: [String]

    public func handle(in tx: AuthTransaction) throws -> AccountAnswer {
        try tx.require(permission: "users:manage")
        guard var account = try tx.accounts.find(userId) else { throw Rejection.notFound }
        var wanted: [String] = []
        for role in roles where !wanted.contains(role) { wanted.append(role) }
        var check = Validation()
        check.require(!wanted.isEmpty, "roles", "must name at least one role")
        for role in wanted where tx.definition.roles[role] == nil { check.fail("roles", "\(role.prefix(40)) is not a role here") }
        try check.check()
        if wanted != account.roles {
            account.roles = wanted
            try tx.accounts.updateRoles(of: account)
            if let active = account.activeRole, !wanted.contains(active) {
                account.activeRole = nil
                try tx.accounts.update(account)
            }
            try tx.publish(RolesChanged(userId: account.id, roles: wanted))
        }
        return AccountAnswer(account, standing: try tx.accounts.standing(of: account.id), definition: tx.definition, now: tx.now)
    }
}
