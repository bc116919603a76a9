import Kernel

/// What a new password must be.
public enum PasswordRules {
    public static let lengthCharacters = 8...128

    /// What is wrong with it, for the person who chose it. `own`: their e-mail address, name and phone number, which somebody would guess first.
    public static func problems(_ password: String, own: [String?]) -> [String] {
        // One character may be made of many scalars; the second limit keeps what is hashed short.
        guard lengthCharacters.contains(password.count), password.utf8.count <= lengthCharacters.upperBound * 8 else {
            return ["must have \(lengthCharacters.lowerBound) to \(lengthCharacters.upperBound) characters"]
        }
        var problems: [String] = []
        if CommonPasswords.contains(password) { problems.append("is one of the most common passwords") }
        let folded = password.trimmed.lowercased()
        if own.contains(where: { $0?.trimmed.lowercased() == folded }) { problems.append("must not be your name, e-mail address or phone number") }
        return problems
    }
}
