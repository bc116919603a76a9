import HTTPTypes

extension HTTPFields {
    /// Adds a field that is not there yet. Setting by subscript would look for it first, and build an index to look in.
    mutating func add(_ name: HTTPField.Name, _ value: String) { append(HTTPField(name: name, value: value)) }
}

extension RateLimiter.Standing {
    func write(to fields: inout HTTPFields) {
        fields.add(.rateLimitLimit, String(limit))
        fields.add(.rateLimitRemaining, String(remaining))
        fields.add(.rateLimitReset, String(resetSeconds))
    }
}

extension HTTPField.Name {
    static let requestID = known("X-Request-Id")
    static let forwardedFor = known("X-Forwarded-For")
    static let idempotencyReplayed = known("Idempotency-Replayed")
    static let rateLimitLimit = known("RateLimit-Limit")
    static let rateLimitRemaining = known("RateLimit-Remaining")
    static let rateLimitReset = known("RateLimit-Reset")
    static let exposeHeaders = known("Access-Control-Expose-Headers")
    static let allowHeaders = known("Access-Control-Allow-Headers")
    static let allowMethods = known("Access-Control-Allow-Methods")
    static let maxAge = known("Access-Control-Max-Age")
    static let securityPolicy = known("Content-Security-Policy")
    static let preferenceApplied = known("Preference-Applied")
    static let nosniff = known("X-Content-Type-Options")

    private static func known(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is no header name") }
        return name
    }
}
