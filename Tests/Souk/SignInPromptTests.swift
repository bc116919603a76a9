import Foundation
import Kernel
import ServiceKit
import SoukTool
import Testing

@Suite("What guests read who want something protected (R1 of EventPass)")
struct SignInPromptTests {
    private struct Prompt: Decodable {
        let title: String
        let benefits: [String]
    }
    private static func definition() throws -> TenantFile {
        let path = "\(repository)/deploy/tenants/eventpass.yml"
        return try #require(try TenantFile.load(paths: [path], catalogue: InstalledServices.catalogue).first)
    }
    private static func routes<S: PlatformService>(of _: S.Type) -> [Route] { S.contents.routes }

    /// The action of what a path is about; nil: only for operators and tests.
    private static func action(_ route: Route) -> String? {
        let path = route.path
        if path.hasPrefix("/dev/") { return nil }
        if path.hasSuffix("/favorite") || path == "/favorites" { return "favorite" }
        if path.hasSuffix("/follow") || path == "/following" { return "follow" }
        if path.hasSuffix("/rating") { return "rate" }
        if route.method == "POST", path == "/reports" { return "report" }
        let starts: [(String, String)] = [
            ("/orders", "purchase"), ("/payment", "purchase"), ("/tickets", "tickets"), ("/transfers", "tickets"), ("/waitlist", "tickets"),
            // What the specification leaves open: what one paid, and what is about the person.
            ("/transactions", "purchase"), ("/auth/sessions", "profile"), ("/auth/avatar", "profile"), ("/interests", "profile"),
            ("/identity-verifications", "continue"), ("/identity-verification", "profile"),
            ("/calendar", "tickets"), ("/organizer", "organize"), ("/auth/me", "profile"), ("/auth/profile", "profile"),
        ]
        if path.hasSuffix("/waitlist") { return "tickets" }
        if route.method == "POST", path == "/events" { return "organize" }
        return starts.first { path.hasPrefix($0.0) }?.1 ?? "continue"
    }

    @Test("Every protected route of the app says what the guest wanted, and the app has a prompt for it")
    func actions() throws {
        let definition = try Self.definition().definition
        let prompts: [String: Prompt] = try #require(try definition.settings["gateway"]?["prompts"]?.decoded())
        #expect(prompts.keys.sorted() == ["continue", "favorite", "follow", "organize", "profile", "purchase", "rate", "report", "tickets"])
        #expect(prompts.values.allSatisfy { (1...3).contains($0.benefits.count) && !$0.title.isEmpty })
        var checked = 0
        for service in InstalledServices.all {
            let mounted = definition.plugins[service.name.rawValue] ?? []
            for route in Self.routes(of: service) where route.access != .guest && route.plugin.map(mounted.contains) ?? true {
                if let action = route.action { #expect(prompts[action] != nil, "\(route.method) \(route.path): \(action)") }
                guard let wanted = Self.action(route) else { continue }
                checked += 1
                #expect(route.action ?? "continue" == wanted, "\(route.method) \(route.path)")
            }
        }
        #expect(checked > 30)
    }
}
