import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// Messages to everybody who has one of some roles, for every source.
package enum StaffMessages {
    static let relation = "staff"

    package static func send(_ trigger: Trigger, to roles: [String], in tx: NotificationsTransaction) throws {
        var trigger = trigger
        trigger.facts.set("relations", [.string(relation)])
        try ContinueAnnouncement.begin(trigger, to: .everybody(roles: roles), in: tx)
    }
}
