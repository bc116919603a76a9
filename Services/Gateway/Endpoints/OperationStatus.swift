import Kernel

extension Gateway {
    /// `GET /operations/{id}`: `{"id","status":"pending|succeeded|failed","response":{status,body}?}`, only for whoever made it.
    func operationStatus(_ id: String, _ call: EdgeCall, _ place: Street.Place) async throws -> EdgeResponse {
        let tenant = place.tenant
        var scope = "guest:" + addresses.hash(call.address)
        switch AccessCheck.decide(
            .guest, authorization: call.headers.authorization, tenant: tenant, tokens: platform.tokens, now: now(of: tenant), isDevelopment: false)
        {
        case .hidden: return refuse(.notFound, call, tenant)
        case .refused(let condition, let members):
            return refuse(.refused(condition, members: members, tenant: tenant, action: nil, method: call.method, target: call.target), call, tenant)
        case .granted(let token): if let token { scope = token.claims.sub }
        }
        guard let operation = try await operations.find(id, tenant: tenant.tenant), operation.principal == scope else {
            return refuse(.notFound, call, tenant)
        }
        var response = EdgeResponse(200, "application/json", document(id, operation, call, place))
        response.fields[.cacheControl] = "no-store"
        if operation.status == nil { response.fields[.retryAfter] = "1" }
        return response
    }

    private func document(_ id: String, _ operation: OperationStore.Operation, _ call: EdgeCall, _ place: Street.Place) -> [UInt8] {
        let tenant = place.tenant
        var json = Array(#"{"id":"#.utf8)
        JSONText.append(id, to: &json)
        guard let status = operation.status else {
            json.append(contentsOf: #","status":"pending"}"#.utf8)
            return json
        }
        json.append(contentsOf: #","status":"\#(status < 400 ? "succeeded" : "failed")","response":{"status":\#(status)"#.utf8)
        if let location = operation.location {
            json.append(contentsOf: #","location":"#.utf8)
            JSONText.append(location.hasPrefix("/") ? absolute(location, place) : location, to: &json)
        }
        json.append(contentsOf: #","body":"#.utf8)
        if status >= 400 {
            let language = LanguageChoice.choose(call.headers.acceptLanguage, among: tenant.definition.languages)
            let problem = Problem(status: status, refusal: operation.body).inWords(of: tenant, action: nil, method: call.method, target: call.target)
            json.append(contentsOf: problem.body(requestID: call.requestID, language: language, snakeCase: tenant.usesSnakeCase))
        } else if operation.contentType != nil || operation.body.isEmpty {
            // Bytes that are no JSON have no place in JSON: their own route has them.
            json.append(contentsOf: "null".utf8)
        } else {
            json.append(contentsOf: tenant.usesSnakeCase ? KeyStyle.snakeCase(operation.body) : operation.body)
        }
        json.append(contentsOf: "}}".utf8)
        return json
    }
}
