import Kernel

extension ScannedJSON {
    /// A text token without the spaces around it, as the message has it; other tokens as they are.
    func trimmed(_ token: JSONToken) -> JSONToken {
        guard token.kind == .string || token.kind == .escapedString else { return token }
        var token = token
        while token.start < token.end, bytes[Int(token.start)] == 32 { token.start += 1 }
        while token.end > token.start, bytes[Int(token.end) - 1] == 32 { token.end -= 1 }
        return token
    }

    func isFollowedByColon(_ start: Int) -> Bool {
        var at = start
        while at < bytes.count, bytes[at] == 32 || bytes[at] == 9 || bytes[at] == 10 || bytes[at] == 13 { at += 1 }
        return at < bytes.count && bytes[at] == UInt8(ascii: ":")
    }
}
