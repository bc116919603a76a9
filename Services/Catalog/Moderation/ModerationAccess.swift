import Contracts
import Kernel

/// Who decides about reports.
enum ModerationAccess {
    static let role = "moderator"
    static let permission = "reports:moderate"

    static func require(roles: [String], in definition: TenantDefinition) throws(Rejection) {
        guard definition.permissions(of: roles).contains(permission) else { throw .forbidden }
    }
}
