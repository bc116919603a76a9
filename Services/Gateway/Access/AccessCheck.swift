import Contracts
import Kernel
import ServiceKit

/// Who may call a route, decided before anything else is read.
enum AccessCheck {
    enum Verdict {
        /// Nil: a guest.
        case granted(VerifiedToken?)
        case refused(EdgeCondition, members: [String: JSONValue])
        /// This tenant has no such thing.
        case hidden
    }

    /// - Parameter orPermission: a permission that also grants access, see `Route.orPermission`.
    static func decide(
        _ access: Route.Access, orPermission: String? = nil, authorization: String?, tenant: MountedTenant, tokens: TokenVerifier,
        now: Timestamp, isDevelopment: Bool
    ) -> Verdict {
        if access == .developer, !tenant.definition.sandbox { return .hidden }
        var token: VerifiedToken?
        if let authorization {
            guard let text = bearer(authorization) else { return .refused(.badToken, members: [:]) }
            switch tokens.verify(text, tenant: tenant.tenant, now: now) {
            case .good(let verified): token = verified
            case .bad(let condition): return .refused(condition, members: [:])
            }
        }
        if let orPermission, let token, tenant.definition.permissions(of: token.claims.roles).contains(orPermission) {
            return .granted(token)
        }
        let verdict = allow(access, token, tenant: tenant, isDevelopment: isDevelopment)
        // Where the app gives somebody the lesser permission, that is the one to ask for.
        if case .refused(.missingPermission, _) = verdict, let orPermission,
            tenant.definition.roles.values.contains(where: { $0.contains(orPermission) }) {
            return .refused(.missingPermission, members: ["requiredPermission": .string(orPermission)])
        }
        return verdict
    }

    /// What `access` says to the holder of this token, or to a guest.
    static func allow(_ access: Route.Access, _ token: VerifiedToken?, tenant: MountedTenant, isDevelopment: Bool) -> Verdict {
        switch access {
        case .guest: return .granted(token)
        case .user: return token.map { .granted($0) } ?? .refused(.unauthenticated, members: [:])
        case .roles(let roles):
            guard let token else { return .refused(.unauthenticated, members: [:]) }
            if token.claims.roles.contains(where: roles.contains) { return .granted(token) }
            return .refused(.missingRole, members: ["requiredRole": .string(roles.first ?? "")])
        case .roleWith(let permission):
            guard let token else { return .refused(.unauthenticated, members: [:]) }
            return holder(of: permission, token, tenant)
        case .permission(let permission):
            guard let token else { return .refused(.unauthenticated, members: [:]) }
            if tenant.definition.permissions(of: token.claims.roles).contains(permission) { return .granted(token) }
            return .refused(.missingPermission, members: ["requiredPermission": .string(permission)])
        case .developer:
            if isDevelopment { return .granted(token) }
            guard let token else { return .refused(.unauthenticated, members: [:]) }
            return holder(of: TenantDefinition.sandboxPermission, token, tenant)
        }
    }

    /// Lets in who has one of the tenant's roles with this permission; the refusal names the first of them.
    private static func holder(of permission: String, _ token: VerifiedToken, _ tenant: MountedTenant) -> Verdict {
        let roles = tenant.definition.roles(with: permission)
        if token.claims.roles.contains(where: roles.contains) { return .granted(token) }
        guard let role = roles.first else { return .refused(.missingPermission, members: ["requiredPermission": .string(permission)]) }
        return .refused(.missingRole, members: ["requiredRole": .string(role)])
    }

    /// The token of `Bearer <token>`; the scheme's case does not matter (RFC 9110 §11.1).
    private static func bearer(_ authorization: String) -> String? {
        guard authorization.utf8.count > 7, authorization.prefix(7).lowercased() == "bearer " else { return nil }
        let token = authorization.dropFirst(7).trimmingPrefix { $0 == " " }
        return token.isEmpty ? nil : String(token)
    }
}
