// By hand: an encoder would write the body anew; the log must hold the bytes the client sent.

import Kernel
import Messaging

/// The value of a message: the body's bytes as they came, with path and query parameters put in front and sealed fields replaced.
enum MessageValue {
    /// - Parameters:
    ///   - document: the body, an object that fits its schema; nil: no body.
    ///   - parameters: values of the path, in the order of the route's names.
    ///   - query: name and JSON of the value.
    /// Throws when a field cannot be sealed.
    static func make(_ document: ScannedJSON?, route: MountedRoute, parameters: [String],
                     query: [(name: String, json: [UInt8])]) throws -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity((document?.bytes.count ?? 2) + 64 * (parameters.count + query.count))
        out.append(UInt8(ascii: "{"))
        for (name, value) in zip(route.parameterNames, parameters) {
            separate(&out)
            JSONWriter.append(name, to: &out)
            out.append(UInt8(ascii: ":"))
            JSONWriter.append(value, to: &out)
        }
        for (name, json) in query {
            separate(&out)
            JSONWriter.append(name, to: &out)
            out.append(UInt8(ascii: ":"))
            let isSealed = route.sealed.contains { $0.elementsEqual(name.utf8) }
            out.append(contentsOf: isSealed ? try sealed(Array(try JSON.decode(String.self, from: json).utf8), route) : json)
        }
        if let document { try appendMembers(of: document, route, besides: query.map { Array($0.name.utf8) }, &out) }
        out.append(UInt8(ascii: "}"))
        return out
    }

    private static func separate(_ out: inout [UInt8]) { if out.count > 1 { out.append(UInt8(ascii: ",")) } }

    private static func appendMembers(of document: ScannedJSON, _ route: MountedRoute, besides query: [[UInt8]],
                                      _ out: inout [UInt8]) throws {
        guard let root = document.tokens.first, root.kind == .object else { return }
        let end = Int(root.next)
        var at = 1
        while at < end {
            let key = document.tokens[at], value = document.tokens[at + 1]
            defer { at = Int(value.next) }
            // A body must not say what the path or the query has said already.
            if route.reserved.contains(where: { document.equals(key, $0) }) || query.contains(where: { document.equals(key, $0) }) {
                continue
            }
            separate(&out)
            out.append(UInt8(ascii: "\""))
            out.append(contentsOf: document.bytes[Int(key.start)..<Int(key.end)])
            out.append(contentsOf: [UInt8(ascii: "\""), UInt8(ascii: ":")])
            if value.kind != .null, route.sealed.contains(where: { document.equals(key, $0) }) {
                if isMistyped(value, of: key, document, route) {
                    out.append(contentsOf: "false".utf8)
                } else {
                    out.append(contentsOf: try sealed(document, value, route))
                }
            } else {
                appendTrimmed(at + 1, of: document, &out)
            }
        }
    }

    /// Whether a field to seal is of another type than text, on a route whose handler checks the body. A sealed number would look like
    /// a text, so the gateway sends `false` instead: the handler sees the wrong type, and the log holds no secret.
    private static func isMistyped(_ value: JSONToken, of key: JSONToken, _ document: ScannedJSON, _ route: MountedRoute) -> Bool {
        guard route.route.handlerChecksBody == true,
              let property = route.body?.properties.first(where: { document.equals(key, $0.bytes) }),
              property.schema.types.subtracting(.null) == .string else { return false }
        switch value.kind {
        case .string, .escapedString, .null: return false
        case .object, .array, .integer, .number, .yes, .no: return true
        }
    }

    /// Path and query parameters, and the body's bytes sealed under one name.
    static func make(
        raw body: [UInt8], as name: String, route: MountedRoute, parameters: [String], query: [(name: String, json: [UInt8])]
    ) throws -> [UInt8] {
        var out = try make(nil, route: route, parameters: parameters, query: query)
        out.removeLast()
        separate(&out)
        JSONWriter.append(name, to: &out)
        out.append(UInt8(ascii: ":"))
        out.append(contentsOf: try sealed(body, route))
        out.append(UInt8(ascii: "}"))
        return out
    }

    /// A value with its texts trimmed: of each, the spaces around it are left out. Everything else stays byte for byte.
    private static func appendTrimmed(_ index: Int, of document: ScannedJSON, _ out: inout [UInt8]) {
        let value = document.tokens[index]
        let whole = range(of: value)
        var done = whole.lowerBound
        for token in document.tokens[index..<Int(value.next)] {
            guard token.kind == .string || token.kind == .escapedString else { continue }
            let (start, end) = (Int(token.start), Int(token.end))
            // A colon after the closing quote makes it a key, and keys stay.
            guard start < end, document.bytes[start] == 32 || document.bytes[end - 1] == 32, !document.isFollowedByColon(end + 1) else {
                continue
            }
            let text = document.trimmed(token)
            out.append(contentsOf: document.bytes[done..<start])
            out.append(contentsOf: document.bytes[Int(text.start)..<Int(text.end)])
            done = end
        }
        out.append(contentsOf: document.bytes[done..<whole.upperBound])
    }

    /// Where a value lies, quotes included.
    private static func range(of token: JSONToken) -> Range<Int> {
        switch token.kind {
        case .string, .escapedString: Int(token.start) - 1..<Int(token.end) + 1
        case .object, .array, .integer, .number, .yes, .no, .null: Int(token.start)..<Int(token.end)
        }
    }

    /// Text is sealed as its characters, anything else as its JSON.
    private static func sealed(_ document: ScannedJSON, _ value: JSONToken, _ route: MountedRoute) throws -> [UInt8] {
        let clear: [UInt8]
        switch value.kind {
        case .string, .escapedString: clear = Array(document.text(value).utf8)
        case .object, .array, .integer, .number, .yes, .no, .null: clear = Array(document.bytes[range(of: value)])
        }
        return try sealed(clear, route)
    }
    private static func sealed(_ clear: [UInt8], _ route: MountedRoute) throws -> [UInt8] {
        let box = try Sealing.seal(clear, to: route.sealingKey, purpose: .field)
        return try JSON.encode(
            SealedValue(keyID: route.sealingKeyID, encapsulatedKey: box.encapsulatedKey, ciphertext: Base64URL.encode(box.ciphertext)))
    }
}
