// By hand: Codable key strategies would decode and encode the whole body, and its values would not keep their bytes.

/// Rewrites the keys of a JSON text between camelCase (the messages) and snake_case (some apps) in one pass. Values stay as they are.
/// The text must be valid JSON; whatever is not is copied as it came and refused by the scanner.
package enum KeyStyle {
    package static func snakeCase(_ json: [UInt8]) -> [UInt8] { rewrite(json, key: appendSnake) }
    package static func camelCase(_ json: [UInt8]) -> [UInt8] { rewrite(json, key: appendCamel) }

    package static func snakeCase(_ name: String) -> String {
        var out: [UInt8] = []
        let bytes = Array(name.utf8)
        appendSnake(bytes[...], &out)
        return String(decoding: out, as: UTF8.self)
    }
    package static func camelCase(_ name: String) -> String {
        var out: [UInt8] = []
        let bytes = Array(name.utf8)
        appendCamel(bytes[...], &out)
        return String(decoding: out, as: UTF8.self)
    }

    private static func rewrite(_ json: [UInt8], key: (ArraySlice<UInt8>, inout [UInt8]) -> Void) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(json.count + json.count / 8)
        var isObject: [Bool] = []
        // In an object, a string is a key until a colon has come; then it is a value until the comma.
        var expectsKey = false
        var i = 0
        while i < json.count {
            let c = json[i]
            switch c {
            case UInt8(ascii: "{"):
                isObject.append(true)
                expectsKey = true
            case UInt8(ascii: "["):
                isObject.append(false)
                expectsKey = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = isObject.popLast()
                expectsKey = false
            case UInt8(ascii: ","): expectsKey = isObject.last ?? false
            case UInt8(ascii: ":"): expectsKey = false
            case UInt8(ascii: "\""):
                var end = i + 1
                while end < json.count, json[end] != UInt8(ascii: "\"") { end += json[end] == UInt8(ascii: "\\") ? 2 : 1 }
                let content = json[(i + 1)..<min(end, json.count)]
                out.append(c)
                // An escaped key is nobody's field name: left alone.
                if expectsKey, !content.contains(UInt8(ascii: "\\")) { key(content, &out) } else { out.append(contentsOf: content) }
                if end < json.count { out.append(UInt8(ascii: "\"")) }
                i = end + 1
                continue
            default: break
            }
            out.append(c)
            i += 1
        }
        return out
    }

    /// `perPage` → `per_page`, `imageURL` → `image_url`.
    private static func appendSnake(_ key: ArraySlice<UInt8>, _ out: inout [UInt8]) {
        func isUpper(_ c: UInt8) -> Bool { c >= 65 && c <= 90 }
        for i in key.indices {
            let c = key[i]
            guard isUpper(c) else {
                out.append(c)
                continue
            }
            if i > key.startIndex, key[i - 1] != UInt8(ascii: "_") {
                let startsWord = !isUpper(key[i - 1]) || (i + 1 < key.endIndex && !isUpper(key[i + 1]) && key[i + 1] != UInt8(ascii: "_"))
                if startsWord { out.append(UInt8(ascii: "_")) }
            }
            out.append(c | 0x20)
        }
    }

    /// `per_page` → `perPage`. Underscores at the ends stay.
    private static func appendCamel(_ key: ArraySlice<UInt8>, _ out: inout [UInt8]) {
        var i = key.startIndex
        while i < key.endIndex {
            let c = key[i]
            if c == UInt8(ascii: "_"), i > key.startIndex, i + 1 < key.endIndex, (97...122).contains(key[i + 1]) {
                out.append(key[i + 1] & 0xDF)
                i += 2
            } else {
                out.append(c)
                i += 1
            }
        }
    }
}
