import Contracts
import Kernel
import ServiceKit

/// What is wrong with `settings.auth` of a tenant, as (dotted path, message).
@Sendable package func checkAuthSettings(_ json: JSONValue, _ definition: TenantDefinition) -> [(path: String, message: String)] {
    let settings: AuthSettings
    do { settings = try json.decoded() } catch { return SettingsProblem.of(error) }
    var problems: [(path: String, message: String)] = []
    func require(_ condition: Bool, _ path: String, _ message: String) { if !condition { problems.append((path, message)) } }
    for (path, roles) in [("defaultRole", [settings.defaultRole]), ("registrationRoles", settings.registrationRoles),
                          ("grantableRoles", settings.grantableRoles.flatMap { [$0.key] + $0.value }.sorted()),
                          ("lastHolders", settings.lastHolders), ("rolesThatKeepAccount", settings.rolesThatKeepAccount)] {
        for role in roles { require(definition.roles[role] != nil, path, "\(role) is not among the tenant's roles") }
    }
    require(settings.scrypt.isAllowed, "scrypt", "is outside what this platform computes")
    require(AuthSettings.accessTokenSecondsRange.contains(settings.accessTokenSeconds), "accessTokenSeconds", "must be 60 to 86400")
    require((1...400).contains(settings.sessionDays), "sessionDays", "must be 1 to 400")
    require(settings.sessionDays <= settings.sessionDaysMax && settings.sessionDaysMax <= 3660, "sessionDaysMax",
            "must be at least sessionDays and at most 3660")
    require((1...1000).contains(settings.sessionsPerUserMax), "sessionsPerUserMax", "must be 1 to 1000")
    require((1...100).contains(settings.lockout.failuresMax), "lockout.failuresMax", "must be 1 to 100")
    require(settings.lockout.firstWaitSeconds >= 1 && settings.lockout.firstWaitSeconds <= settings.lockout.longestWaitSeconds,
            "lockout.firstWaitSeconds", "must be at least 1 and at most longestWaitSeconds")
    for name in LegacyProfile.settings where json[name] != nil {
        require(false, name, "declare the fields of the app in settings.auth.profile, see docs/decisions/0024-profile-fields-of-an-app.md")
    }
    problems += CheckProfileFields.problems(in: settings.profile, definition)
    let texts = settings.profile.filter { $0.kind == .counted || $0.kind == .given && $0.rule.type == .text }.map(\.name)
    for name in settings.tokenProfile where !TokenProfile.facts.contains(name) && !texts.contains(name) {
        require(false, "tokenProfile", "\(name) is none of \((TokenProfile.facts + texts).joined(separator: ", "))")
    }
    require(settings.phonePattern.map { (try? Regex($0)) != nil } ?? true, "phonePattern", "is not a regular expression")
    require(settings.fixedCodes.isEmpty || definition.sandbox, "fixedCodes", "are for sandbox tenants only")
    for (phone, code) in settings.fixedCodes {
        require(PhoneNumber(phone, prefix: "")?.text == phone, "fixedCodes", "\(phone) is not in E.164")
        require(code.utf8.count == 6 && code.utf8.allSatisfy { (48...57).contains($0) }, "fixedCodes",
                "the code of \(phone) must have six digits")
    }
    return problems
}
