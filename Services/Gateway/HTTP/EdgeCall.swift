import Kernel

/// One request as the edge has read it, without its body.
struct EdgeCall: Sendable {
    let method: String
    let target: RequestTarget
    let headers: RequestHeaders
    /// Taken from the client or made: the correlation id of everything that follows.
    let requestID: String
    /// Made here and used nowhere yet, so it may be the message's id, too.
    let isRequestIDFresh: Bool
    let address: String
    /// The machine's time when it came.
    let received: Timestamp

    /// The target as it may be told again: a query may hold a token.
    var withoutQuery: RequestTarget { RequestTarget(String(target.path)) ?? target }
}
