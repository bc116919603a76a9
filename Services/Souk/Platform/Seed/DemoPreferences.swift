import Contracts
import Kernel
import ServiceKit

/// What people chose to hear of (`preferences` in `notifications.yml`): the body of `PUT /notification-preferences`.
public struct DemoPreferences: DemoReader {
    public static let file = "notifications.yml"
    public static let keys = ["preferences"]

    let preferences: [(account: Int, document: [String: JSONValue])]

    public init(_ form: DemoForm) {
        preferences = form.list("preferences", in: form.root).map { value -> (account: Int, document: [String: JSONValue]) in
            form.allow(["account", "document"], in: value, what: "preferences")
            return (form.reference("account", to: .account, in: value), value["document"]?.json.object ?? [:])
        }
    }

    public func messages(in content: DemoContent) -> [DemoMessage] {
        preferences.map { account, document in
            DemoMessage("preferences/\(account)", .notifications, ImportPreferences(
                userId: content.user(account), roles: content.account(account)?.roles ?? [], document: document))
        }
    }
}
