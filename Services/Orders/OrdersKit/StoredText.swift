import Kernel

/// A row that no code of this service can have written.
package struct UnreadableRow: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

extension JSON {
    /// The text of a column that holds JSON.
    package static func text(_ value: some Encodable) throws -> String { String(decoding: try encode(value), as: UTF8.self) }
}
