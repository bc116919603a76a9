import AuthKit
import Kernel
import Messaging
import ServiceKit

/// The device says where pushes reach it. Both names of the field are understood; apps differ.
public struct SetPushToken: Command {
    public static let type: MessageType = "auth.set-push-token.v1"
    package let fcmToken: String?
    package let pushToken: String?
    /// Whose token it is. A `pushToken` is Apple's where nothing is said.
    package let platform: String?
    private static let platforms = ["apns", "fcm"]

    public func handle(in tx: AuthTransaction) throws -> PushTokenAnswer {
        var check = Validation()
        let field = pushToken == nil ? "fcmToken" : "pushToken"
        let token = check.text(field, pushToken ?? fcmToken, AuthTransaction.pushTokenCharacters)
        // What no push service gives out: it would be refused with the first push, and nobody would know why.
        if let token { check.require(token.utf8.allSatisfy { (33...126).contains($0) }, field, "must be visible ASCII") }
        if let platform {
            check.require(Self.platforms.contains(platform), "platform", "must be one of \(Self.platforms.joined(separator: ", "))")
        }
        try check.check()
        var session = try tx.session()
        // Telling the same token again is what apps do at every start; nothing changes.
        if let token, token != session.pushToken { try tx.move(pushToken: token, to: &session) }
        return PushTokenAnswer(isObject: pushToken != nil)
    }
}

/// Apps that say `fcmToken` want nothing back; those that say `pushToken` decode an object, so an empty body would be an error to them.
public struct PushTokenAnswer: AnswerShape, Sendable {
    let isObject: Bool
    public func reply() throws -> Reply { isObject ? Reply(status: 200, body: try JSON.encode(self)) : try NoContent().reply() }
    private enum NoKey: CodingKey {}
    public func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: NoKey.self) }
}
