import Kernel

extension Problem {
    /// A refusal of the edge: the tenant's own slug for it, and for a guest the prompt that says what signing in is
    /// good for (`action`, `prompt`, `resume`).
    static func refused(
        _ condition: EdgeCondition, members: [String: JSONValue], tenant: MountedTenant, action: String?, method: String,
        target: RequestTarget
    ) -> Problem {
        let slug = condition.slug(in: tenant)
        switch condition {
        case .missingRole, .missingPermission:
            return Problem(403, slug, GenericMessages.message("forbidden", "en") ?? "", members: members)
        case .unauthenticated, .badToken, .expiredToken, .revokedToken:
            var problem = Problem(401, slug, detail(condition), members: members)
            problem.challenge = condition == .unauthenticated ? "Bearer" : "Bearer error=\"invalid_token\""
            problem.prompt(tenant, action: action, method: method, target: target)
            return problem
        }
    }

    private mutating func prompt(_ tenant: MountedTenant, action: String?, method: String, target: RequestTarget) {
        let prompts = tenant.settings.prompts
        guard !prompts.isEmpty else { return }
        let wanted = action.flatMap { prompts[$0] == nil ? nil : $0 } ?? "continue"
        members["action"] = .string(action ?? wanted)
        if let prompt = prompts[wanted] {
            members["prompt"] = .object(["title": .string(prompt.title), "benefits": .array(prompt.benefits.map { .string($0) })])
            sentence = prompt.title
        }
        // Below the app's root, as in every other body: the client knows how it came here.
        let root = "/t/\(tenant.tenant)/"
        let path = target.text.hasPrefix(root) ? "/" + target.text.dropFirst(root.count) : target.text
        members["resume"] = .object(["method": .string(method), "path": .string(path)])
    }

    /// A service's own 401 or 403 in the tenant's words. Its 401 for a missing sign-in gets the prompt, too.
    func inWords(of tenant: MountedTenant, action: String?, method: String, target: RequestTarget) -> Problem {
        guard status == 401 || status == 403 else { return self }
        var problem = self
        problem.slug = tenant.settings.slugs[slug] ?? slug
        if status == 401 {
            problem.challenge = "Bearer"
            if slug == "unauthenticated" { problem.prompt(tenant, action: action, method: method, target: target) }
        }
        return problem
    }

    static func detail(_ condition: EdgeCondition) -> String {
        switch condition {
        case .unauthenticated: "Sign in first."
        case .badToken: "The access token is not valid here."
        case .expiredToken: "The access token has expired."
        case .revokedToken: "The session of this access token was ended."
        case .missingRole, .missingPermission: "You are not allowed to do this."
        }
    }
}

extension EdgeCondition {
    /// The tenant's own slug, or the contract's.
    func slug(in tenant: MountedTenant) -> String { tenant.settings.slugs[rawValue] ?? tenant.settings.slugs[slug] ?? slug }
}
