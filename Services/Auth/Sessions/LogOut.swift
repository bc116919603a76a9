import AuthKit
import Kernel
import ServiceKit

/// This device is signed out and gets no more pushes.
public struct LogOut: Command {
    public static let type: MessageType = "auth.log-out.v1"

    public func handle(in tx: AuthTransaction) throws -> NoContent {
        try tx.end(try tx.session(), because: .logout)
        return NoContent()
    }
}
