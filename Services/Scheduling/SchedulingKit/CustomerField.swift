import Contracts
import Kernel

/// Checks of what people write about themselves. Lengths count Unicode scalars.
public enum CustomerField {
    public static let emailScalarsMax = 254

    /// Trimmed. Nil: refused, and said so.
    public static func text(_ field: String, _ typed: String?, _ scalars: ClosedRange<Int>, multiline: Bool = false, required: Bool = true,
                            _ check: inout Validation) -> String? {
        let text = (typed ?? "").trimmed
        if text.isEmpty || required && !text.hasVisibleCharacter {
            if required { check.fail(field, "is required") }
            return required ? nil : ""
        }
        if (typed ?? "").hasControlCharacters(besides: "\n\r\t") || text.hasControlCharacters(besides: multiline ? "\n\r" : "") {
            check.fail(field, "contains control characters")
            return nil
        }
        guard scalars.contains(text.unicodeScalars.count) else {
            check.fail(field, "must have \(scalars.lowerBound) to \(scalars.upperBound) characters")
            return nil
        }
        return text
    }

    /// One @, a dot in the domain, at most 254 characters; the domain in lower case.
    public static func email(_ field: String, _ typed: String?, required: Bool, _ check: inout Validation) -> String? {
        let text = (typed ?? "").trimmed
        if text.isEmpty {
            if required { check.fail(field, "is required") }
            return required ? nil : ""
        }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isPlain = text.unicodeScalars.allSatisfy { $0.value > 32 && !"<>()[]\\,;:\"".unicodeScalars.contains($0) }
            && !(typed ?? "").hasControlCharacters(besides: "\n\r\t")
        guard isPlain, parts.count == 2, !parts[0].isEmpty, text.unicodeScalars.count <= emailScalarsMax,
            parts[1].split(separator: ".", omittingEmptySubsequences: false).count > 1,
            parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
        else {
            check.fail(field, "is not an e-mail address")
            return nil
        }
        return "\(parts[0])@\(parts[1].lowercased())"
    }

    /// A number as the app reads all numbers, in E.164; empty where nothing was typed.
    package static func phone(_ field: String, _ typed: String?, in definition: TenantDefinition,
                              _ check: inout Validation) throws -> String? {
        let text = (typed ?? "").trimmed
        if text.isEmpty { return "" }
        let number = try definition.phone(text, readBy: .scheduling)
        if number == nil { check.fail(field, "is not a phone number") }
        return number
    }
}
