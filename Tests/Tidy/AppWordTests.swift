import Testing

@Suite("Tidy: words of single apps")
struct AppWordTests {
    /// Names of apps, of their roles and of what only some of them have. Also inside names of types and in comments.
    private static let words = [
        "peez", "eventpass", "lucidda", "sofra", "autofill", "quartier", "attendee", "organizer", "organiser", "vendor", "courier",
        "moderator", "dispatcher",
        "tattoo", "appointment", "restaurant", "membership", "neighborhood", "neighbourhood", "partner-shop", "partnershop", "campaign",
        "artist", "concert",
        "ticket-sale", "ticketsale", "refuel", "waitlist", "payout",
    ]
    /// What every app is served by knows none of them: a new kind of app edits no line of it.
    private static let folders = ["Services/Gateway/", "Shared/ServiceKit/"]

    private static func isNamed(_ line: String) -> Bool {
        let line = line.lowercased()
        return words.contains { line.contains($0) }
    }

    @Test("The gateway and what services are written with name no app, no role of an app and nothing that only some apps have")
    func words() {
        let files = SourceTree.swift.filter { file in Self.folders.contains { file.path.hasPrefix($0) } }
        #expect(files.count > 100)
        let findings = SourceTree.findings(in: files) { _, line in Self.isNamed(line) }
        #expect(findings.isEmpty, "Let the service, its manifest or the tenant file say it:\n\(findings.joined(separator: "\n"))")
        #expect(Self.isNamed("let role: OrganizerRole") && !Self.isNamed("let member = members[name]"))
    }

    @Test("No route that the gateway has itself, and no rule of access in shared code, compares a role with a literal")
    func roles() {
        let files = SourceTree.swift.filter { file in Self.folders.contains { file.path.hasPrefix($0) } }
        let findings = SourceTree.findings(in: files) { _, line in
            SourceTree.mentions(line, ["oles"]) && line.contains(/roles(\.contains\(|\(\[) *"/)
        }
        #expect(findings.isEmpty, "Ask the tenant's permissions:\n\(findings.joined(separator: "\n"))")
    }
}
