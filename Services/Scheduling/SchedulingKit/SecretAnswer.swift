import Kernel
import Messaging
import ServiceKit

/// JSON with keys or identity numbers: sealed to the asking gateway and encrypted in storage.
public struct SecretAnswer: AnswerShape, Sendable {
    public let json: JSONValue
    public let status: Int
    public let location: String?
    /// Nil: customers must not store it.
    public let cacheControl: String?
    public init(_ json: JSONValue, status: Int = 200, location: String? = nil, cacheControl: String? = nil) {
        (self.json, self.status, self.location, self.cacheControl) = (json, status, location, cacheControl)
    }
    public func reply() throws -> Reply {
        Reply(status: status, body: try JSON.encode(json), location: location, cacheControl: cacheControl, isSecret: true)
    }
    /// Customers may store it and revalidate it with its entity tag.
    package static let revalidated = "private, no-cache"
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
