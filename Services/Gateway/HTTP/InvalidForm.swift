import Kernel
import Messaging
import ServiceKit

/// A form that breaks its schema: what is wrong, and the value of a message that asks the handler what else is. Without a value nobody
/// is asked.
struct InvalidForm: Error {
    let errors: [String: [String]]
    let rest: [UInt8]?
    init(_ errors: [String: [String]], rest: [UInt8]?) { (self.errors, self.rest) = (errors, rest) }

    /// What the handler gets. Nil: it is not asked.
    static func rest(
        of document: ScannedJSON?, _ query: [(name: String, json: [UInt8])], besides errors: [String: [String]], _ route: MountedRoute,
        _ parameters: [String]
    ) -> [UInt8]? {
        guard route.route.handlerNamesMore != nil, route.route.listBody == nil else { return nil }
        var query = query, form = document
        for (name, schema) in route.query where errors[name] != nil && route.route.requiredQuery?.contains(name) == true {
            guard let json = FormRepair.placeholder(schema).flatMap({ try? JSON.encode($0) }) else { return nil }
            query.append((name, json))
        }
        if let document, let schema = route.body, route.route.handlerChecksBody != true {
            guard let repaired = FormRepair.repaired(document, schema) else { return nil }
            form = repaired
        }
        return try? MessageValue.make(form, route: route, parameters: parameters, query: query)
    }
}

extension Gateway {
    /// The handler is not worth a longer wait: without it the answer names what the gateway found.
    private static let handlerWaitMilliseconds: Int64 = 5000

    /// The refusal of a form that breaks its schema. It also names what the handler finds wrong, where the route says so.
    func refusal(of form: InvalidForm, _ exchange: Exchange) async -> EdgeRefusal {
        let own = EdgeRefusal(.invalid(form.errors)), route = exchange.route
        guard let rest = form.rest, (try? requirePossible(exchange.parameters, of: route)) != nil else { return own }
        let type = route.isQuery ? route.route.message : route.route.message.onlyChecked
        let message = request(exchange, type: Array(type.rawValue.utf8), id: RequestIDs.fresh(), value: rest, fingerprint: nil)
        let outcome = await pending.ask(message.id, message.record(identity), fingerprint: nil, ticket: nil,
                                        waitMilliseconds: min(wait(exchange.call, isQuery: true), Self.handlerWaitMilliseconds))
        guard case .reply(let reply, _) = outcome, reply.contentType == nil else { return own }
        let problem = Problem(status: reply.status, refusal: reply.opened(with: identity.privateKey).body)
        if problem.status == 422, problem.slug == "validation-failed" {
            return EdgeRefusal(.invalid(FormRepair.merged(
                form.errors, problem.errors, judgedBy: route.route.handlerNamesMore ?? [:])))
        }
        // A role that the caller lacks takes precedence over the form; whose the object is does not.
        guard problem.status == 403, Self.roleMembers.contains(where: { problem.members[$0] != nil }) else { return own }
        return EdgeRefusal(problem.inWords(of: exchange.tenant, action: route.route.action, method: exchange.call.method,
                                           target: exchange.call.target))
    }
    private static let roleMembers = ["requiredRole", "requiredPermission"]
}
