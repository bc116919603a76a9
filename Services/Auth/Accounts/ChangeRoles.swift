import AuthKit
import AuthOrganizerApplication
import Contracts
import Kernel
import ServiceKit

/// An administrator sets a user's roles. A removed role ends at once; a new role counts from the user's next token on.
public struct ChangeRoles: Command {
    public static let type: MessageType = "auth.change-roles.v1"
    package static let permission = "users:manage"
    package static let count = 1...20
    static let characters = 1...40
    package let userId: User.ID
    package let form: JSONValue
    public init(from decoder: any Decoder) throws { (userId, form) = try PathForm.read("userId", decoder) }
    public func encode(to encoder: any Encoder) throws { try PathForm.write(userId, as: "userId", form, encoder) }

    public func handle(in tx: AuthTransaction) throws -> AccountAnswer {
        let grantor = try tx.require(permission: Self.permission), settings = try tx.authSettings()
        let known = try tx.accounts.find(userId)
        if known == nil, settings.unknownFirst { throw Rejection.notFound }
        var reader = FormReader(form)
        let wanted = Self.roles(&reader, tx.definition)
        try reader.finish()
        // Refuse what the caller can't give to anybody before looking at whose account it is.
        let allowed = settings.grantable(by: grantor.roles), given = Set(wanted).subtracting(known?.roles ?? [])
        if let role = given.subtracting(allowed.give).min() { throw Rejection.notGrantable(role) }
        guard var account = known else { throw Rejection.notFound }
        let taken = Set(account.roles).subtracting(wanted), changed = given.union(taken)
        try tx.requireOtherHolders(of: taken.intersection(allowed.take), than: account, settings)
        guard account.id != grantor.id else {
            throw Rejection.conflict("own-roles", "You can't change your own roles. Ask somebody else who may.")
        }
        if let role = taken.subtracting(allowed.take).min() { throw Rejection.notGrantable(role) }
        if wanted != account.roles {
            let before = account
            account.roles = wanted
            try tx.accounts.updateRoles(of: account)
            if let active = account.activeRole, !wanted.contains(active) { account.activeRole = nil }
            // A role that people apply for: a user who gets it is approved, and a user who loses it may apply again.
            for field in settings.profile {
                guard let applied = changed.intersection(field.roles).min() else { continue }
                account.profile[field.name] = (given.contains(applied) ? field.grantedState : field.appliedState).map { .string($0) }
            }
            if account != before { try tx.accounts.update(account) }
            try tx.publish(RolesChanged(userId: account.id, roles: wanted))
            // Services that keep names of a role's holders only have not heard of this one.
            if !given.isEmpty { try tx.publish(UserUpdated(account, settings)) }
            try ApplicationReview(tx: tx).follow(account)
        }
        // It names the account's holder: after the erasure no request that is sent again is answered with it.
        tx.context.answerIsAbout(account.id)
        return AccountAnswer(account, definition: tx.definition, now: tx.now, to: .managers)
    }

    /// Each role once.
    private static func roles(_ reader: inout FormReader, _ definition: TenantDefinition) -> [String] {
        guard let sent = reader.value("roles", isRequired: true) else { return [] }
        guard let entries = sent.array else {
            reader.fail("roles", "must be a list")
            return []
        }
        guard count.contains(entries.count) else {
            reader.fail("roles", "must have \(count.lowerBound) to \(count.upperBound) entries")
            return []
        }
        var roles: [String] = []
        for (index, entry) in entries.enumerated() {
            guard let text = entry.string else {
                reader.fail("roles.\(index)", "must be text")
                continue
            }
            var check = Validation()
            let role = check.text("roles.\(index)", text, characters)
            reader.take(check)
            guard let role, !roles.contains(role) else { continue }
            if definition.roles[role] == nil { reader.fail("roles", "\(role) is not a role here") }
            roles.append(role)
        }
        return roles
    }
}

extension AuthTransaction {
    /// Throws 409 (`last-developer`) if nobody else has a role that somebody must always have.
    func requireOtherHolders(of roles: Set<String>, than account: Account, _ settings: AuthSettings) throws {
        for role in settings.lastHolders where roles.contains(role) {
            if try !accounts.isHeldByOthers(role, than: account.id) {
                throw Rejection.conflict("last-\(role)", "Nobody else has the role \(role). Give it to somebody else first.")
            }
        }
    }
}

private extension Rejection {
    static func notGrantable(_ role: String) -> Rejection {
        Rejection(403, "forbidden", "You can't give or take the role \(role).",
                  members: ["role": .string(role), "requiredPermission": .string(ChangeRoles.permission)])
    }
}
