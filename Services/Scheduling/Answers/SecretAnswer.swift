import Kernel
import Messaging
import ServiceKit

/// JSON with keys or identity numbers in it: sealed to the asking gateway, encrypted where it is kept.
public struct SecretAnswer: AnswerShape, Sendable {
    public let json: JSONValue
    public let status: Int
    public let location: String?
    /// Nil: no copy is kept.
    public let cacheControl: String?
    public init(_ json: JSONValue, status: Int = 200, location: String? = nil, cacheControl: String? = nil) {
        (self.json, self.status, self.location, self.cacheControl) = (json, status, location, cacheControl)
    }
    public func reply() throws -> Reply { Reply(status: status, body: try JSON.encode(json), location: location, cacheControl: cacheControl, isSecret: true) }
    /// What its reader may keep and ask for again by its entity tag.
    static let revalidated = "private, no-cache"
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
