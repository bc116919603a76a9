import AuthKit
import Kernel
import ServiceKit

/// Who am I?
public struct MyAccount: Query {
    public static let type: MessageType = "auth.my-account.v1"

    public func answer(in view: AuthView) throws -> AccountAnswer {
        let account = try view.account()
        return AccountAnswer(account, definition: view.definition, now: view.now)
    }
}
