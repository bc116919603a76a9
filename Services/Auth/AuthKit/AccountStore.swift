import Contracts
import GRDB
import Kernel

/// Accounts with their roles.
public struct AccountStore {
    package let database: Database
    package let tenant: TenantID
    package init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns = """
        id, name, email, phone, email_verified, phone_verified, password_hash, credential_version, locale, timezone, avatar_url,
        active_role,
        created_at, erased_at, registration_number, profile
        """

    /// An account that was not erased.
    package func find(_ id: User.ID) throws -> Account? {
        try account("SELECT \(Self.columns) FROM account WHERE tenant = ? AND id = ? AND erased_at IS NULL", id.rawValue)
    }
    package func find(email: EmailAddress) throws -> Account? {
        try account("SELECT \(Self.columns) FROM account WHERE tenant = ? AND email = ? COLLATE NOCASE", email.text)
    }
    package func find(phone: PhoneNumber) throws -> Account? {
        try account("SELECT \(Self.columns) FROM account WHERE tenant = ? AND phone = ?", phone.text)
    }
    package func find(_ identifier: SignInIdentifier) throws -> Account? {
        switch identifier {
        case .email(let address): try find(email: address)
        case .phone(let number): try find(phone: number)
        case .unknown: nil
        }
    }
    /// Whether the id was ever used, also by an erased account.
    package func knows(_ id: User.ID) throws -> Bool {
        try Bool.fetchOne(try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM account WHERE tenant = ? AND id = ?)"),
                          arguments: [tenant.rawValue, id.rawValue]) ?? false
    }

    /// Who else has this contact: the errors of a form, empty when it is free.
    package func taken(email: EmailAddress?, phone: PhoneNumber?, by other: User.ID? = nil) throws -> Validation {
        var check = Validation()
        if let email, let owner = try find(email: email), owner.id != other { check.fail("email", "is already registered") }
        if let phone, let owner = try find(phone: phone), owner.id != other { check.fail("phone", "is already registered") }
        return check
    }

    package func insert(_ account: Account) throws {
        try database.cachedStatement(sql: """
            INSERT INTO account (tenant, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: StatementArguments([tenant.rawValue, account.id.rawValue] + (try values(account))))
        try write(roles: account.roles, of: account.id)
    }

    package func update(_ account: Account) throws {
        try database.cachedStatement(sql: """
            UPDATE account SET name = ?, email = ?, phone = ?, email_verified = ?, phone_verified = ?, password_hash = ?,
            credential_version = ?, locale = ?,
                timezone = ?, avatar_url = ?, active_role = ?, created_at = ?, erased_at = ?,
                registration_number = ?, profile = ? WHERE tenant = ? AND id = ?
            """).execute(arguments: StatementArguments((try values(account)) + [tenant.rawValue, account.id.rawValue]))
    }

    /// Writes the roles as they are in the account.
    package func updateRoles(of account: Account) throws {
        try database.cachedStatement(sql: "DELETE FROM account_role WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [tenant.rawValue, account.id.rawValue])
        try write(roles: account.roles, of: account.id)
    }

    private func write(roles: [String], of id: User.ID) throws {
        let statement = try database.cachedStatement(sql: "INSERT INTO account_role (tenant, user_id, role, position) VALUES (?, ?, ?, ?)")
        for (position, role) in roles.enumerated() { try statement.execute(arguments: [tenant.rawValue, id.rawValue, role, position]) }
    }

    /// In the order of `columns`, without the id.
    private func values(_ account: Account) throws -> [(any DatabaseValueConvertible)?] {
        [account.name, account.email, account.phone, account.emailVerified, account.phoneVerified, account.passwordHash,
         account.credentialVersion, account.locale,
         account.timezone, account.avatarURL, account.activeRole, account.createdAt.millisecondsSinceEpoch,
         account.erasedAt?.millisecondsSinceEpoch, account.registrationNumber,
         String(decoding: try JSON.encode(account.profile), as: UTF8.self)]
    }

    private func account(_ sql: String, _ key: String) throws -> Account? {
        guard let row = try Row.fetchOne(try database.cachedStatement(sql: sql), arguments: [tenant.rawValue, key]) else { return nil }
        return try Self.account(row, roles: try roles(of: row[0]))
    }

    private func roles(of id: String) throws -> [String] {
        try String.fetchAll(
            try database.cachedStatement(sql: "SELECT role FROM account_role WHERE tenant = ? AND user_id = ? ORDER BY position"),
            arguments: [tenant.rawValue, id])
    }

    private static func account(_ row: Row, roles: [String]) throws -> Account {
        var account = Account(id: User.ID(row[0] as String), name: row[1], email: row[2], phone: row[3], passwordHash: row[6], roles: roles,
                              createdAt: Timestamp(millisecondsSinceEpoch: row[12]))
        (account.emailVerified, account.phoneVerified, account.credentialVersion) = (row[4], row[5], row[7])
        (account.locale, account.timezone, account.avatarURL, account.activeRole) = (row[8], row[9], row[10], row[11])
        account.registrationNumber = row[14]
        let profile: String = row[15]
        if profile != "{}" { account.profile = try JSON.decode(ProfileValues.self, from: profile.utf8) }
        account.erasedAt = (row[13] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) }
        return account
    }

    /// Whether anybody else has the role. Erased accounts have none.
    package func isHeldByOthers(_ role: String, than user: User.ID) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM account_role WHERE tenant = ? AND role = ? AND user_id <> ?)")
        return try Bool.fetchOne(statement, arguments: [tenant.rawValue, role, user.rawValue]) ?? false
    }

    // MARK: - Numbers of registrations

    /// Also an erased account's number stays taken.
    func isFree(registrationNumber number: Int) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(sql: "SELECT NOT EXISTS (SELECT 1 FROM account WHERE tenant = ? AND registration_number = ?)"),
            arguments: [tenant.rawValue, number]) ?? true
    }
    /// One more than the highest there ever was: rows of accounts that are gone stay.
    func nextCountedID() throws -> User.ID {
        let highest = try Int.fetchOne(try database.cachedStatement(sql: "SELECT max(CAST(id AS INTEGER)) FROM account WHERE tenant = ?"),
                                       arguments: [tenant.rawValue])
        return User.ID(String((highest ?? 0) + 1))
    }
    func nextRegistrationNumber() throws -> Int {
        // The index holds only accounts with a number: without the condition SQLite reads all accounts.
        let statement = try database.cachedStatement(
            sql: "SELECT max(registration_number) FROM account WHERE tenant = ? AND registration_number IS NOT NULL")
        let highest = try Int.fetchOne(statement, arguments: [tenant.rawValue])
        return (highest ?? 0) + 1
    }

    // MARK: - Lists

    /// LIKE ignores the case of ASCII letters only. With others it finds these spellings: as typed, in small letters, in capitals, and
    /// with capital initials.
    private static func spellings(_ text: String) -> [String] {
        guard !text.utf8.allSatisfy({ $0 < 128 }) else { return [text] }
        let initials = text.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined(separator: " ")
        return Set([text, text.lowercased(), text.uppercased(), initials]).sorted()
    }

    /// A page of accounts, newest first. `search` is looked for in name, e-mail address and phone number.
    package func page(role: String?, search: String?, phone: PhoneNumber?, _ request: PageBounds) throws -> (accounts: [Account],
                      total: Int) {
        var condition = "tenant = ? AND erased_at IS NULL"
        var arguments: [(any DatabaseValueConvertible)?] = [tenant.rawValue]
        if let role {
            condition += " AND id IN (SELECT user_id FROM account_role WHERE tenant = ? AND role = ?)"
            arguments += [tenant.rawValue, role]
        }
        if let search {
            func pattern(_ text: String) -> String {
                "%\(text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_"))%"
            }
            let names = Self.spellings(search).map(pattern)
            condition += " AND (" + names.map { _ in "name LIKE ? ESCAPE '\\' OR " }.joined()
                + "email LIKE ? ESCAPE '\\' OR phone LIKE ? ESCAPE '\\' OR phone = ?)"
            arguments += names + [pattern(search), pattern(search.withPlainDigits), phone?.text]
        }
        let total = try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM account WHERE \(condition)"),
                                     arguments: StatementArguments(arguments)) ?? 0
        let rows = try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM account WHERE \(condition) ORDER BY created_at DESC, id LIMIT ? OFFSET ?
            """), arguments: StatementArguments(arguments + [request.limit, request.offset]))
        return (try rows.map { try Self.account($0, roles: try roles(of: $0[0])) }, total)
    }
}

/// The part of a list that is wanted.
package struct PageBounds {
    package let limit: Int
    package let offset: Int
    package init(limit: Int, offset: Int) { (self.limit, self.offset) = (limit, offset) }
}
