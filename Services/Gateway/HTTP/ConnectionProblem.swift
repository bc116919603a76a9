import HTTPTypes

/// A refusal of what never became a request: nobody knows its tenant or language, and the connection ends after it.
enum ConnectionProblem {
    static let notHTTP = Problem(400, "malformed-request", "This is not a request of HTTP/1.1 that can be read.")
    static let late = Problem(408, "request-timeout", "The headers of the request took too long.")
    static let headersTooLarge = Problem(431, "request-header-fields-too-large", "The request has too many headers, or too large ones.")

    /// The head of an answer and its body.
    static func answer(_ problem: Problem) -> (head: HTTPResponse, body: [UInt8]) {
        let requestID = RequestIDs.fresh()
        let body = problem.body(requestID: requestID, language: "en", snakeCase: false)
        return (HTTPResponse(status: HTTPResponse.Status(integerLiteral: problem.status), headerFields: [
            .connection: "close", .contentType: "application/problem+json", .contentLength: String(body.count), .requestID: requestID,
        ]), body)
    }

    /// The same as it goes over a connection where nothing writes HTTP.
    static func bytes(_ problem: Problem) -> [UInt8] {
        let (head, body) = answer(problem)
        let lines = ["HTTP/1.1 \(head.status)"] + head.headerFields.map { "\($0.name): \($0.value)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}
