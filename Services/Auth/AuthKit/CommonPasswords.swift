import CCommonPasswords

/// The passwords that are tried first: `Shared/CCommonPasswords/common-passwords.txt`, which names its sources.
public enum CommonPasswords {
    /// Ignores case: `Password123` is as common as `password123`.
    public static func contains(_ password: String) -> Bool { words.contains(Substring(password.lowercased())) }
    public static var count: Int { words.count }

    private static let words: Set<Substring> = {
        // Safety: the text is a constant of the program.
        let text = String(decoding: UnsafeRawBufferPointer(start: souk_common_passwords(), count: souk_common_passwords_count()),
                          as: UTF8.self)
        return Set(text.split(separator: "\n").filter { !$0.contains(" ") })
    }()
}
