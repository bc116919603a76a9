import Kernel

/// A form that its handler reads, beside the code that the path names: as `PathForm`, for what people name by a code of their own.
enum CodeForm {
    private enum Key: String, CodingKey { case code }

    static func read(_ decoder: any Decoder) throws -> (String, JSONValue) {
        (try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .code), try JSONValue(from: decoder))
    }
    static func write(_ code: String, _ form: JSONValue, _ encoder: any Encoder) throws {
        try JSONValue.object((form.object ?? [:]).merging([Key.code.rawValue: .string(code)]) { _, path in path }).encode(to: encoder)
    }
}
