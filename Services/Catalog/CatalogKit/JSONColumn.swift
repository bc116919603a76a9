import Kernel

/// Values that are kept as JSON in a column.
package enum JSONColumn {
    package static func text(_ value: some Encodable) throws -> String { String(decoding: try JSON.encode(value), as: UTF8.self) }
    package static func read<T: Decodable>(_ text: String, as type: T.Type = T.self) throws -> T {
        try JSON.decode(T.self, from: Array(text.utf8))
    }
}
