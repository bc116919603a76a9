import Kernel
import NotificationsKit

/// A company that sends text messages over HTTP. A value without state, registered in `SMSProviders.all`; a tenant's
/// `channels.sms.shape` names it.
public protocol SMSProvider: Sendable {
    /// The shape's name in a tenant file.
    var name: String { get }
    /// The address of its interface.
    var endpoint: String { get }
    /// Whether a message needs a sender: a number, a short code or a name.
    var needsSender: Bool { get }
    /// Whether it signs what it reports. Nobody believes a report that anybody could have written.
    var signsReports: Bool { get }
    /// The request that sends one message.
    func request(_ message: SMSMessage, _ account: SMSAccount) -> SMSRequest
    /// What its answer means.
    func outcome(_ answer: SMSAnswer) -> SendOutcome
}

/// Every company there is.
public enum SMSProviders {
    public static let all: [any SMSProvider] = [AfricasTalkingProvider(), TwilioProvider()]
    /// Nil for a name nobody has.
    public static func named(_ name: String) -> (any SMSProvider)? { all.first { $0.name == name } }
}

/// A text message as a company gets it.
public struct SMSMessage: Sendable, Equatable {
    /// E.164.
    public let to: String
    /// Number, short code or name; nil: the company chooses.
    public let from: String?
    public let text: String
    /// Where the company reports what became of the message. Nil: nowhere.
    public let reportURL: String?
    public init(to: String, from: String?, text: String, reportURL: String? = nil) {
        (self.to, self.from, self.text, self.reportURL) = (to, from, text, reportURL)
    }
}

/// What a company knows the tenant by.
public struct SMSAccount: Sendable {
    public let name: String
    /// Secret.
    public let key: String
    public init(name: String, key: String) { (self.name, self.key) = (name, key) }
}

/// A form that is posted.
public struct SMSRequest: Sendable {
    public let path: String
    public let headers: [(name: String, value: String)]
    public let form: [(name: String, value: String)]
    public init(path: String, headers: [(name: String, value: String)], form: [(name: String, value: String)]) {
        (self.path, self.headers, self.form) = (path, headers, form)
    }
}

/// What a company answers.
public struct SMSAnswer: Sendable {
    public let status: Int
    public let retryAfter: Duration?
    public let body: [UInt8]
    public init(status: Int, retryAfter: Duration? = nil, body: [UInt8]) {
        (self.status, self.retryAfter, self.body) = (status, retryAfter, body)
    }

    /// What the status alone means where the company says nothing more.
    public func refusal(code: String?) -> SendOutcome {
        let name = code ?? "http-\(status)"
        return switch status {
        case 429: .transient(code: name, after: retryAfter ?? .seconds(30), providerIsAway: true)
        case 401, 402, 403, 404: .transient(code: name, providerIsAway: true)
        case 500...599: .transient(code: name, after: retryAfter, providerIsAway: status == 503)
        case 400...499: .permanent(code: name)
        default: .transient(code: name)
        }
    }
}
