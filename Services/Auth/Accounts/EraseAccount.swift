import AuthKit
import Contracts
import Kernel
import ServiceKit

/// The person leaves: what is known about them goes, here at once and in every service that hears of it. The id stays,
/// because other rows refer to it.
public struct EraseAccount: Command {
    public static let type: MessageType = "auth.erase-account.v1"

    public func handle(in tx: AuthTransaction) throws -> NoContent {
        var account = try tx.account()
        let settings = try tx.authSettings()
        if let role = settings.rolesThatKeepAccount.first(where: account.roles.contains) {
            throw Rejection.conflict("\(role)-account", "An account with the role \(role) cannot be erased before its affairs are settled.")
        }
        try tx.requireOtherHolders(of: Set(account.roles), than: account, settings)
        for identifier in account.identifiers(phonePrefix: tx.definition.phonePrefix) {
            try tx.attempts.clear(identifier.key)
            try tx.codes.forget(subject: identifier.key)
        }
        try tx.codes.forget(subject: account.id.rawValue)
        try tx.attempts.clear("account:" + account.id.rawValue)
        for session in try tx.sessions.open(of: account.id) { try tx.end(session, because: .erased) }
        try tx.sessions.forgetDevices(of: account.id)
        try tx.identities.forget(account.id)
        try tx.avatars.forget(account.id)
        try tx.identityChecks.delete(account.id)
        tx.context.cancelTimer("identity:\(account.id)")
        try tx.applications.delete(account.id)
        account.erase(at: tx.now, keeping: settings.profile)
        try tx.accounts.update(account)
        try tx.accounts.updateRoles(of: account)
        try tx.context.forgetAnswers(to: account.id)
        try tx.publish(UserErased(userId: account.id))
        return NoContent()
    }
}
