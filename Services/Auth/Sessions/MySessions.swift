import AuthKit
import Kernel
import ServiceKit

/// Which devices are signed in as me?
public struct MySessions: Query {
    public static let type: MessageType = "auth.my-sessions.v1"
    package let page: Int?
    package let perPage: Int?

    public func answer(in view: AuthView) throws -> Page<SessionAnswer> {
        let request = try PageRequest(page: page, perPage: perPage)
        let principal = try view.user()
        let (sessions, total) =
            try view.sessions.page(of: principal.userID, at: view.now, PageBounds(limit: request.perPage, offset: request.offset))
        return Page(sessions.map { SessionAnswer($0, isCurrent: $0.id == principal.sessionID) }, request, total: total)
    }
}

public struct SessionAnswer: Encodable, Sendable {
    package let id: String
    let device: String?
    package let method: String
    package let createdAt: Timestamp
    let lastUsedAt: Timestamp
    package let current: Bool

    init(_ session: Session, isCurrent: Bool) {
        (id, device, method, current) = (session.id, session.device, session.method.rawValue, isCurrent)
        (createdAt, lastUsedAt) = (session.createdAt.wholeSeconds, session.lastUsedAt.wholeSeconds)
    }

    enum CodingKeys: String, CodingKey { case id, device, method, createdAt, lastUsedAt, current }
    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: CodingKeys.self)
        try box.encode(id, forKey: .id)
        try box.encode(device, forKey: .device)
        try box.encode(method, forKey: .method)
        try box.encode(createdAt, forKey: .createdAt)
        try box.encode(lastUsedAt, forKey: .lastUsedAt)
        try box.encode(current, forKey: .current)
    }
}
