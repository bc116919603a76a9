import Kernel
import Messaging

/// A page or a redirect to one. Pages contain keys and people's input, so replies are sealed.
public struct PageAnswer: AnswerShape, Sendable {
    public let status: Int
    public let html: String
    public let location: String?

    public init(_ page: Markup, status: Int = 200) { (self.status, html, location) = (status, page.html, nil) }
    /// 303: continue with GET, below the tenant's root.
    public init(seeOther location: String) { (status, html, self.location) = (303, "", location) }

    public func reply() throws -> Reply {
        Reply(status: status, body: Array(html.utf8), location: location, contentType: html.isEmpty ? nil : "text/html; charset=utf-8",
              isSecret: true)
    }
    public func encode(to encoder: any Encoder) throws { try html.encode(to: encoder) }
}
