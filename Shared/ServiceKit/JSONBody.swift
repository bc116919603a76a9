import Kernel
import Messaging

/// An answer whose JSON was written by `JSONWriter`; sent as it is, without encoding it again.
public struct JSONBody: AnswerShape, Sendable {
    public let bytes: [UInt8]
    public let status: Int
    public let location: String?
    /// As `Reply.entityVersion`.
    public let entityVersion: Int?
    public init(_ bytes: [UInt8], status: Int = 200, location: String? = nil, entityVersion: Int? = nil) {
        (self.bytes, self.status, self.location, self.entityVersion) = (bytes, status, location, entityVersion)
    }

    /// Writes the answer's JSON object.
    public init<E: Error>(status: Int = 200, location: String? = nil, capacity: Int = 1024,
                          _ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
        var writer = JSONWriter(capacity: capacity)
        try writer.object(body)
        self.init(writer.bytes, status: status, location: location)
    }
    public func reply() throws -> Reply { Reply(status: status, body: bytes, location: location, entityVersion: entityVersion) }
    public func encode(to encoder: any Encoder) throws { try JSON.decode(JSONValue.self, from: bytes).encode(to: encoder) }
}
