import Contracts
import Kernel
import Messaging
import ServiceKit

/// Who decides about reports.
enum ModerationAccess {
    static let role = "moderator"
    static let permission = "reports:moderate"

    static func require(_ user: Principal, in definition: TenantDefinition) throws(Rejection) {
        guard definition.permissions(of: user.roles).contains(permission) else { throw .forbidden }
    }
}
