import Contracts
import Kernel

/// What a new password must be. Nothing is asked about kinds of characters: length and being unknown are what counts
/// (NIST SP 800-63B §3.1.1.2).
public enum PasswordRules {
    public static let lengthCharacters = 8...128

    /// What is wrong with it, for the person who chose it.
    /// - Parameter own: their e-mail address, name and phone number, which somebody would guess first.
    public static func problems(_ password: String, own: [String?], _ definition: TenantDefinition) -> [String] {
        // One character may be made of many scalars; the second limit keeps what is hashed short.
        guard lengthCharacters.contains(password.count), password.utf8.count <= lengthCharacters.upperBound * 8 else {
            return ["must have \(lengthCharacters.lowerBound) to \(lengthCharacters.upperBound) characters"]
        }
        var problems: [String] = []
        if CommonPasswords.contains(password) { problems.append("is one of the most common passwords") }
        let folded = password.trimmed.lowercased()
        let number = PhoneNumber(password, prefix: definition.phonePrefix)?.text
        if own.contains(where: { $0?.trimmed.lowercased() == folded || number != nil && $0 == number }) {
            problems.append("must not be your name, e-mail address or phone number")
        }
        if contextWords(definition).contains(folded) { problems.append("must not be the name of the app") }
        return problems
    }

    /// Words somebody would try first at this app, besides what is common everywhere: its names and addresses.
    package static func contextWords(_ definition: TenantDefinition) -> Set<String> {
        Set(([definition.tenant.rawValue, definition.name] + definition.hosts).map { $0.lowercased() })
    }
}
