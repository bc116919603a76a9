import Kernel
import ServiceKit
import SoukTool
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

    /// Services that apps of every kind use. What an app calls its people stands in its tenant file.
    private static let generalServices: Set<ServiceName> = ["auth", "payments-stub", "notifications", "scheduling"]

    @Test("No route and no live topic of a service for every kind of app names a role: it asks for a permission")
    func routes() {
        func ask<Service: PlatformService>(_: Service.Type) -> [String] {
            let routes = Service.contents.routes.map { ("\($0.method) \($0.path)", $0.access) }
            return (routes + Service.contents.live.map { ($0.name, $0.access) }).compactMap { name, access in
                if case .roles(let roles) = access { "\(Service.name): \(name) asks for \(roles)" } else { nil }
            }
        }
        let services = InstalledServices.all.filter { Self.generalServices.contains($0.name) }
        #expect(services.count == Self.generalServices.count)
        let findings = services.flatMap { ask($0) }
        #expect(findings.isEmpty, "Use `.permission`, or `.roleWith(permission:)` where the 403 names a role:\n\(findings)")
    }

    @Test("Payments compares nobody with a role of an app")
    func roleLiterals() {
        let files = SourceTree.swift.filter { $0.path.hasPrefix("Services/Payments/") }
        #expect(files.count > 100)
        let findings = SourceTree.findings(in: files) { _, line in
            line.contains(/"(attendee|organi[sz]er|vendor|courier|driver|moderator|dispatcher|artist|member|owner|customer)"/)
        }
        #expect(findings.isEmpty, "Ask the tenant's permissions:\n\(findings.joined(separator: "\n"))")
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
