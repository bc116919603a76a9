import Kernel

/// The identity number a customer gives.
public enum IdentityDocument {
    public enum Kind: String, Sendable, CaseIterable { case ar = "AR", es = "ES", none }

    /// The number as it is kept. Nil: it is none.
    ///
    /// AR: DNI of 7–8 digits. ES: DNI (8 digits and letter) or NIE (X, Y or Z, 7 digits, letter); the letter is the number modulo 23
    /// (Real Decreto 1553/2005; Orden INT/2058/2008 for the NIE).
    public static func normalized(_ typed: String, _ kind: Kind) -> String? {
        switch kind {
        case .none: ""
        case .ar: argentine(typed)
        case .es: spanish(typed)
        }
    }

    private static func argentine(_ typed: String) -> String? {
        let digits = typed.filter { $0 != "." && $0 != " " }
        guard (7...8).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits),
            (1_000_000...99_999_999).contains(number) else { return nil }
        return digits
    }

    private static let letters = Array("TRWAGMYFPDXBNJZSQVHLCKE")
    private static func spanish(_ typed: String) -> String? {
        let text = typed.filter { $0 != "." && $0 != " " && $0 != "-" }.uppercased()
        guard text.utf8.count == 9, let first = text.first, let letter = text.last else { return nil }
        let lead = ["X": "0", "Y": "1", "Z": "2"][String(first)]
        let digits = (lead ?? String(first)) + text.dropFirst().dropLast()
        guard digits.utf8.count == 8, digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits), number > 0,
            letters[number % 23] == letter else { return nil }
        return text
    }

    /// All but the last three characters are stars.
    public static func masked(_ number: String) -> String {
        String(repeating: "*", count: max(0, number.count - 3)) + number.suffix(3)
    }
}

extension CustomerField {
    public static func document(_ field: String, _ typed: String?, _ kind: IdentityDocument.Kind, required: Bool,
                                _ check: inout Validation) -> String? {
        if kind == .none { return "" }
        let text = (typed ?? "").trimmed
        if text.isEmpty {
            if required { check.fail(field, "is required") }
            return required ? nil : ""
        }
        guard let number = IdentityDocument.normalized(text, kind) else {
            check.fail(field, kind == .ar ? "is not a DNI of 7 or 8 digits" : "is not a DNI or NIE with its letter")
            return nil
        }
        return number
    }
}
