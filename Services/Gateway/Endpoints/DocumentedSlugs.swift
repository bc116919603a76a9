/// The slugs that every route of a tenant may answer with, as this tenant writes them.
enum DocumentedSlugs {
    static func of(_ status: Int, in tenant: MountedTenant) -> [String] {
        let conditions: [EdgeCondition]
        switch status {
        case 401: conditions = [.unauthenticated, .badToken, .expiredToken, .revokedToken]
        case 403: conditions = [.missingPermission, .missingRole]
        default: return GenericMessages.statuses.filter { $0.status == status }.map(\.slug)
        }
        return eachOnce(conditions.map { $0.slug(in: tenant) })
    }

    /// Slugs that a route names. A service's own 401 and 403 come in the tenant's words.
    static func own(_ slugs: [String], _ status: Int, in tenant: MountedTenant) -> [String] {
        status == 401 || status == 403 ? slugs.map { tenant.settings.slugs[$0] ?? $0 } : slugs
    }

    static func eachOnce(_ slugs: [String]) -> [String] {
        var seen: Set<String> = []
        return slugs.filter { seen.insert($0).inserted }
    }
}
