import PasswordHash

/// Compares passwords with stored ones.
package enum PasswordCheck {
    /// False for nobody, and for people without a password; after the same work.
    package static func matches(_ password: String, _ account: Account?, _ cost: Scrypt.Cost) throws -> Bool {
        guard let stored = account?.passwordHash.flatMap({ PasswordHash($0) }) else {
            _ = try PasswordHash(of: password, salt: [UInt8](repeating: 0, count: PasswordHash.saltBytes), cost: cost)
            return false
        }
        return try stored.matches(password)
    }
}
