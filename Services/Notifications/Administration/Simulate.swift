import Kernel
import Messaging
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// What the policy would decide: the engine itself on a virtual clock, with no effect on anything.
public struct Simulate: Query {
    public static let type: MessageType = "notifications.simulate.v1"
    package let body: JSONValue
    public init(from decoder: any Decoder) throws { body = try JSONValue(from: decoder) }

    public func answer(in view: NotificationsView) throws -> JSONValue {
        try view.require(permission: NotificationPolicy.permission)
        return try SimulationRequest(body, policy: view.policy, settings: view.definition.policySettings,
                                     zone: view.definition.timezone).run()
    }
}
