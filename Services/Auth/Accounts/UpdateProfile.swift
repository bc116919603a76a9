import Contracts
import Kernel
import Messaging
import ServiceKit

/// Changes the fields that were sent; the others stay. Made by `PrepareProfile`, which has checked their form and the current password.
public struct UpdateProfile: Command {
    public static let type: MessageType = "auth.update-profile.v1"
    let name: String?
    let email: String?
    let phone: String?
    /// Fields that were sent as null.
    let cleared: [ProfileChange.Clearable]
    let locale: String?
    let timezone: String?
    let dateOfBirth: CalendarDate?
    let neighborhoodId: Int?
    let activeRole: String?
    /// The new password's hash.
    let passwordHash: String?
    /// Where one was asked for: the current password as it was compared.
    let currentPassword: Comparison?

    struct Comparison: Codable, Sendable {
        let matched: Bool
        /// Which password it was compared with: one that was changed since proves nothing.
        let credentialVersion: Int
        /// The account was locked when the preprocessor saw it, so no password was compared.
        var isUnjudged: Bool?
    }

    /// The identifier under which attempts with a user's current password are counted.
    static func identifier(of user: User.ID) -> String { "account:" + user.rawValue }

    public func handle(in tx: AuthTransaction) throws -> Verdict<AccountAnswer> {
        var account = try tx.account()
        if let currentPassword {
            if currentPassword.isUnjudged == true { return .refused(try SignInGate(tx: tx).refuseUnjudged(Self.identifier(of: account.id))) }
            let isRight = currentPassword.matched && currentPassword.credentialVersion == account.credentialVersion
            switch try SignInGate(tx: tx).judge(Self.identifier(of: account.id), { isRight ? account : nil }) {
            case .passed: break  // The same account; nothing to take from it.
            case .refused(let rejection) where rejection.status == 429: return .refused(rejection)
            case .refused: return .refused(.invalid(["currentPassword": ["is not right"]]))
            }
        }
        let before = account
        try apply(to: &account, tx)
        if let passwordHash {
            guard currentPassword != nil else { throw Rejection.invalid(["currentPassword": ["is required"]]) }
            account.passwordHash = passwordHash
            account.credentialVersion += 1
        }
        if account != before { try tx.accounts.update(account) }
        if passwordHash != nil { try tx.passwordWasChanged(of: account, keeping: tx.user().sessionID) }
        if account.dateOfBirth != before.dateOfBirth { try tx.tellBirthDate(of: account) }
        if UserUpdated(account) != UserUpdated(before) { try tx.publish(UserUpdated(account)) }
        return .granted(AccountAnswer(account, standing: try tx.accounts.standing(of: account.id), definition: tx.definition, now: tx.now))
    }

    private func apply(to account: inout Account, _ tx: AuthTransaction) throws {
        let newEmail = email.flatMap { EmailAddress($0) }
        let newPhone = phone.flatMap { PhoneNumber($0, prefix: tx.definition.phonePrefix) }
        var check = try tx.accounts.taken(email: newEmail, phone: newPhone, by: account.id)
        if let activeRole, !account.roles.contains(activeRole) { check.fail("activeRole", "must be one of your roles") }
        try check.check()
        if let dateOfBirth, dateOfBirth != account.dateOfBirth {
            guard try tx.accounts.standing(of: account.id).identity != Standing.verified else {
                throw Rejection.conflict("date-of-birth-locked", "Your identity was verified with this date of birth; it cannot be changed.")
            }
            account.dateOfBirth = dateOfBirth
        }
        if let name { account.name = name }
        if let newEmail { account.change(email: newEmail) }
        if let newPhone { account.change(phone: newPhone) }
        if let locale { account.locale = locale }
        if let neighborhoodId { account.neighborhoodID = neighborhoodId }
        if let timezone { account.timezone = timezone }
        if let activeRole { account.activeRole = activeRole }
        for field in cleared {
            switch field {
            case .email: account.change(email: nil)
            case .phone: account.change(phone: nil)
            case .locale: account.locale = nil
            case .timezone: account.timezone = nil
            case .neighborhoodId: account.neighborhoodID = nil
            }
        }
        guard account.email != nil || account.phone != nil else { throw Rejection.invalid(["email": ["one of email and phone must stay"]]) }
    }
}

extension AuthTransaction {
    /// Other devices sign in again with the new password.
    func passwordWasChanged(of account: Account, keeping current: String?) throws {
        try publish(PasswordChanged(userId: account.id))
        for session in try sessions.open(of: account.id) where session.id != current { try end(session, because: .passwordChanged) }
    }
}
