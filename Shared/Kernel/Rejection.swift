/// A rule said no. Becomes a problem document (RFC 9457) with a 4xx status; the handler's writes are rolled back.
public struct Rejection: Error, Sendable, Equatable {
    public var status: Int
    /// Stable, kebab-case: what clients switch on.
    public var slug: String
    /// A sentence for people, in the tenant's first language.
    public var detail: String
    /// Field → messages, for 422.
    public var errors: [String: [String]]
    /// Further members of the problem document, such as `available` or `minimumAge`.
    public var members: [String: JSONValue]
    public var retryAfter: Duration?

    public init(_ status: Int, _ slug: String, _ detail: String, errors: [String: [String]] = [:], members: [String: JSONValue] = [:],
                retryAfter: Duration? = nil) {
        (self.status, self.slug, self.detail, self.errors, self.members, self.retryAfter) =
            (status, slug, detail, errors, members, retryAfter)
    }

    public static func invalid(_ errors: [String: [String]]) -> Rejection {
        Rejection(422, "validation-failed", "Some fields are not valid.", errors: errors)
    }
    public static let notFound = Rejection(404, "not-found", "There is nothing here that you can see.")
    public static let unauthenticated = Rejection(401, "unauthenticated", "Sign in first.")
    public static let forbidden = Rejection(403, "forbidden", "You are not allowed to do this.")
    /// 403, with the permission that the caller lacks.
    public static func forbidden(without permission: String) -> Rejection {
        Rejection(403, forbidden.slug, forbidden.detail, members: ["requiredPermission": .string(permission)])
    }
    public static func conflict(_ slug: String, _ detail: String, _ members: [String: JSONValue] = [:]) -> Rejection {
        Rejection(409, slug, detail, members: members)
    }
    public static func malformed(_ detail: String) -> Rejection { Rejection(400, "malformed-request", detail) }
}
