import AuthKit
import Kernel
import ServiceKit

/// An administrator signs somebody out everywhere: a phone was lost, an account was taken over.
public struct EndSessionsOfUser: Command {
    public static let type: MessageType = "auth.end-sessions-of-user.v1"
    package let userId: User.ID

    public func handle(in tx: AuthTransaction) throws -> NoContent {
        try tx.require(permission: "users:manage")
        guard let account = try tx.accounts.find(userId) else { throw Rejection.notFound }
        for session in try tx.sessions.open(of: account.id) { try tx.end(session, because: .endedByAdministrator) }
        return NoContent()
    }
}
