import Kernel
import Messaging
import ServiceKit

/// JSON with keys in it: sealed to the asking gateway, encrypted where it is kept.
public struct SecretAnswer: AnswerShape, Sendable {
    public let json: JSONValue
    public let status: Int
    public let location: String?
    public init(_ json: JSONValue, status: Int = 200, location: String? = nil) { (self.json, self.status, self.location) = (json, status, location) }
    public func reply() throws -> Reply { Reply(status: status, body: try JSON.encode(json), location: location, isSecret: true) }
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
