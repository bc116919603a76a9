import Kernel
import ServiceKit

/// The device says where pushes reach it. Both names of the field are understood; apps differ.
public struct SetPushToken: Command {
    public static let type: MessageType = "auth.set-push-token.v1"
    let fcmToken: String?
    let pushToken: String?

    public func handle(in tx: AuthTransaction) throws -> NoContent {
        var check = Validation()
        let token = check.text(pushToken == nil ? "fcmToken" : "pushToken", pushToken ?? fcmToken, AuthTransaction.pushTokenCharacters)
        try check.check()
        var session = try tx.session()
        // Telling the same token again is what apps do at every start; nothing changes.
        if let token, token != session.pushToken { try tx.move(pushToken: token, to: &session) }
        return NoContent()
    }
}
